"""Tokens for the battle grid: positions, and one sign for the state."""

from __future__ import annotations

from collections.abc import Collection

from core.combat.board.scene import Scene
from core.combat.board.squares import Square, parse_square
from core.play.fight.combatants import Being, side
from core.play.fight.encounter import Encounter, Figure
from tui.encounter.panes.grid_things import Camp, Token
from tui.encounter.present.redraw_seen import EncounterView, seen
from tui.encounter.present.states import PRONE
from tui.view import CampaignView

HIGH = 10


def tokens(
    moment: CampaignView,
    marked: Collection[str] = (),
    player_view: bool = False,
    encounter: Encounter | None = None,
) -> tuple[Token, ...]:
    """All creatures on the board of an encounter (None = the fight)."""
    here = seen(moment, player_view, encounter)
    if here is None:
        return ()
    scene = here.scene(moment)
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
    rides = bool(creature.rides)
    return Token(
        id=figure.id,
        sign=being.token or being.name[:2],
        at=body.anchor if not rides else _seat(figure, body.anchor),
        side=1 if rides else body.side,
        camp=_camp(being),
        state=state_sign(here, being, figure),
        acting=acting,
        marked=marked,
        inside="" if being.hp is None else str(being.hp - being.damage),
        squares=squares,
        secret=figure.hidden,
    )


def _seat(figure: Figure, anchor: Square) -> Square:
    return parse_square(figure.at) if figure.at else anchor


def state_sign(here: EncounterView, being: Being, figure: Figure) -> str:
    """The sign of a creature's gravest state: dead, down, height, prone, hidden, other."""
    found = here.health(being)
    if found.slug == "dead" or being.dead:
        return "x"
    names = {lasting.name for lasting in being.lasting}
    if found.out or "unconscious" in names:
        return "~"
    if figure.elevation:
        return str(figure.elevation) if 0 < figure.elevation < HIGH else "+"
    if PRONE in names:
        return "_"
    if figure.hidden:
        return "?"
    if being.lasting or figure.readied or figure.delaying or found.slug != "ok":
        return "'"
    return ""


def _camp(being: Being) -> Camp:
    match side(being):
        case "party":
            return "party"
        case "foes":
            return "foe"
        case _:
            return "neutral"
