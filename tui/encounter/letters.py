"""Letters on the grid: the next key picks the creature or the door that has one."""

from __future__ import annotations

from collections.abc import Iterable

from core.combat.board.squares import Square, parse_edge
from core.messages import Message, Refusal
from core.play.facts.fight.blows.commands import MakeAttack
from core.values import replace
from tui.encounter.change import Change, Jump, Letters, Standpoint
from tui.encounter.model import LetterPick, LetterTarget
from tui.encounter.present.battle import Battle
from tui.play.conversation import SILENCE

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
"""Letters for what has none of its own."""

ENTER = "\r"
"""The character of the key Enter."""


def labels(battle: Battle, seen: Iterable[Square]) -> dict[str, LetterTarget]:
    """The labels by key. A creature's own letter is its label.

    Creatures whose letter is taken or has two characters, and doors, get a free letter while they
    are on the screen (`seen`). Unseen creatures have none.
    """
    targets = {}
    more = []
    visible = set(seen)
    for figure in battle.encounter.figures:
        being = battle.being(figure.id)
        square = battle.place(figure.id)
        if being is None or square is None:
            continue
        if len(being.token) == 1 and being.token not in targets:
            targets[being.token] = LetterTarget(square, figure.id, drawn=False)
        elif square in visible:
            more.append(LetterTarget(square, figure.id))
    doors = ((parse_edge(edge)[0], edge) for edge in battle.doors)
    more += (LetterTarget(at, door=edge) for at, edge in doors if at in visible)
    free = (letter for letter in LETTERS if letter not in targets)
    return targets | dict(zip(free, more, strict=False))


def jump(standpoint: Standpoint) -> Change:
    """Let the next key pick a creature or a door to go to."""
    return Letters(LetterPick(), Message("jump: press a letter on the map"))


def pick(standpoint: Standpoint, key: str) -> Change:
    """What a key does while letters are on the grid: it goes there, or attacks; others end them.

    A letter that nobody has means who has it in the other case.
    """
    letters = standpoint.ui.picking
    if letters is None:
        return ()
    if key and key == letters.prefix and key not in letters.targets:
        return replace(standpoint.ui, picking=replace(letters, prefix=""))
    ui = replace(standpoint.ui, picking=None)
    if key == ENTER and letters.attack_on_square is not None:
        return ui, SILENCE, letters.attack_on_square
    target = letters.targets.get(key) or letters.targets.get(key.swapcase())
    if target is None:
        if not key or not key.isprintable():
            return ui, SILENCE
        return ui, Refusal("no_such_letter", "Nothing on the screen has the letter {key}.", key=key)
    attack = letters.attack_on(target.who)
    if attack is None:
        return ui, SILENCE, Jump(target.at, door=target.door, who=target.who)
    if not target.who:
        return ui, SILENCE
    return ui, SILENCE, Jump(target.at, who=target.who), attack


def say_picking(standpoint: Standpoint) -> Message | None:
    """What the next key does while letters are on the grid; None: there are none."""
    letters = standpoint.ui.picking
    if letters is None:
        return None
    if letters.attack is None:
        return Message("leave the letters; a letter goes there")
    who = standpoint.names(letters.attack.by)
    if letters.square:
        return Message("{who} attacks {square}, whoever is there", who=who, square=letters.square)
    return Message("leave the letters; a letter is whom {who} attacks", who=who)


def turn_to(aim: LetterPick, letter: str) -> tuple[Jump, MakeAttack] | None:
    """The attack that a letter turns `aim` to, and a jump to its target; None: it means nobody."""
    target = aim.targets.get(letter)
    if target is None:
        return None
    attack = aim.attack_on(target.who)
    if attack is None:
        return None
    return Jump(target.at, who=target.who), attack
