"""The places that are searched for by name: squares and creatures."""

from __future__ import annotations

from core.combat.board.squares import Square, parse_square
from core.messages import Message, Refusal
from tui.encounter.change import Change, FoundSquares, Jump, Standpoint
from tui.encounter.present.battle import Battle
from tui.play.dialogs.dialog import LineDialog


def find(standpoint: Standpoint, text: str) -> Change:
    """Go to a square by name, or to a creature by letter or name."""
    battle = standpoint.battle
    try:
        square = parse_square(text)
    except Refusal as refusal:
        hits = () if battle is None else called(battle, text)
        if hits:
            return FoundSquares(hits)
        return (FoundSquares(()), refusal)
    scene = None if battle is None else battle.scene
    if scene is None or not scene.field.holds(square):
        raise Refusal("off_the_map", "{square} is not on the map.", square=str(square))
    return Jump(square)


def called(battle: Battle, text: str) -> tuple[Square, ...]:
    """The places of those seen whose letter is `text` or whose name contains it."""
    beings = ((battle.place(who), battle.being(who)) for who in battle.on_board)
    return tuple(
        at
        for at, being in beings
        if at and being and (being.token == text or text.casefold() in being.name.casefold())
    )


def search(standpoint: Standpoint) -> Change:
    """Ask for a creature or a square, and go there."""
    battle = standpoint.battle
    ids = () if battle is None else battle.seen(one.id for one in battle.encounter.figures)
    beings = (battle.being(who) for who in ids) if battle else ()
    names = tuple(being.name for being in beings if being is not None)
    return LineDialog(prompt=Message("/ creature or square"), then=find, names=names)
