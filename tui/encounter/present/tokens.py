"""Tokens for the battle grid: positions, and one sign for the state."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from core.combat.board.scene import Scene
from core.combat.board.squares import Square, parse_square
from core.play.fight.combatants import Being, side
from core.play.fight.encounter import Figure, Side
from tui.encounter.panes.grid_things import Camp, Token
from tui.encounter.present.battle import EncounterView, health_left
from tui.encounter.present.states import PRONE, states

HIGH = 10
CAMPS: Mapping[Side, Camp] = {"party": "party", "foes": "foe", "neutral": "neutral"}


def tokens(here: EncounterView, marked: Collection[str] = ()) -> tuple[Token, ...]:
    """All creatures on the board of an encounter."""
    scene = here.scene()
    if scene is None:
        return ()
    slot = here.encounter.slot(here.encounter.acting)
    acting = () if slot is None else slot.who
    return tuple(
        _token(here, scene, being, figure, figure.id in acting, figure.id in marked)
        for being, figure in here.there()
        if figure.id in scene.by_id
    )


def _token(
    here: EncounterView, scene: Scene, being: Being, figure: Figure, acting: bool, marked: bool
) -> Token:
    creature = scene.by_id[figure.id]
    body = scene.body(creature)
    squares: tuple[Square, ...] | None = None
    if creature.behind:
        squares = (*body.squares(), *creature.behind)
    at = parse_square(figure.at) if creature.rides and figure.at else body.anchor
    return Token(
        id=figure.id,
        sign=being.token or being.name[:2],
        at=at,
        side=1 if creature.rides else body.side,
        camp=CAMPS[side(being)],
        state=state_sign(here, being, figure),
        acting=acting,
        marked=marked,
        squares=squares,
        secret=figure.hidden,
        name=being.name,
        health=None if here.player_view else health_left(being),
        condition=next(iter(states(here, being, figure)), ()),
    )


def state_sign(here: EncounterView, being: Being, figure: Figure) -> str:
    """The sign of a creature's gravest state: dead, down, height, prone, hidden, other."""
    found = here.health(being)
    if found.slug == "dead" or being.dead:
        return "x"
    names = {lasting.name for lasting in being.lasting}
    if found.out or "unconscious" in names:
        return "/"
    if figure.elevation:
        return str(figure.elevation) if 0 < figure.elevation < HIGH else "+"
    if PRONE in names:
        return "_"
    if figure.hidden:
        return "?"
    if being.lasting or figure.readied or figure.delaying or found.slug != "ok":
        return "'"
    return ""
