"""A creature's state in words, for its row and card, and as a sign, for its token."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from core.combat.board.squares import parse_square
from core.messages import N_, Value, half_up
from core.play.fight.combatants import Being, attack_of, sheet, side
from core.play.fight.encounter import Figure, Side
from core.play.fight.turns.budget import on_board
from core.play.lasting import Lasting
from core.play.state import Member, fatigued
from tui.encounter.panes.grid_things import Camp, Token
from tui.encounter.present.battle import EncounterView, health_left
from tui.kit import lengths
from tui.kit.phrases import phrase

PRONE = "prone"
WEARY = ("fatigued", "exhausted")
FEW = 600
"""Rounds in an hour."""


class StateWord(NamedTuple):
    """One word about a creature: in full, and short."""

    full: str
    brief: str


def states(seen: EncounterView, being: Being, figure: Figure) -> Iterator[StateWord]:
    """The states of a creature, the gravest first."""
    health = seen.health(being)
    lasts = next((one for one in being.lasting if one.name == health.slug), None)
    told = health.slug if lasts is None or rounds_left(seen, lasts) is None else "ok"
    if told != "ok":
        depth = (health.degree or health.hp) if told == "dying" else None
        if depth is None:
            yield _told("{state}", state=health.word)
        else:
            yield _told("{state} {depth}", state=health.word, depth=depth)
    yield from _away(seen, figure)
    if figure.surprised and seen.encounter.surprise:
        yield _told("surprised")
    if figure.delaying:
        yield _told("delaying", "delays")
    if figure.readied:
        yield _told("readied: {what}", "readied", what=figure.readied)
    if figure.elevation:
        high = abs(figure.elevation)
        words = N_("flies {height} ({length})"), N_("fly {height}")
        if figure.elevation < 0:
            words = N_("{height} below the ground ({length})"), N_("below {height}")
        yield _told(*words, height=high, length=lengths.metres(high))
    for lasting in sorted(being.lasting, key=lambda one: one.name != PRONE):
        if lasting.name != told:
            yield afflicted(seen, lasting)
    if being.nonlethal:
        yield _told("nonlethal {points}", "nl{points}", points=being.nonlethal)
    weary = any(one.name in WEARY for one in being.lasting)
    if isinstance(being, Member) and fatigued(being) and not weary:
        yield _told("fatigued", "FTG")
    if being.temporary:
        yield _told("temporary {points}", "t{points}", points=being.temporary)
    if figure.taking_cover:
        yield _told("takes cover", "in cover")
    if figure.trail:
        yield _told("squeezed")
    if figure.mount:
        yield _told("rides {mount}", mount=seen.sign(figure.mount))
    if figure.hidden:
        yield _told("hidden from party", "hidden")
    yield from _body(seen, being, figure)
    if figure.reacted:
        yield _told("struck back already", "struck")


def _away(seen: EncounterView, figure: Figure) -> Iterator[StateWord]:
    chase = seen.encounter.chase
    if chase is not None and any(one.id == figure.id for one in chase.quarry):
        yield _told("flees")
    elif chase is not None and any(one.id == figure.id for one in chase.pursuers):
        yield _told("follows")
    elif not on_board(seen.encounter, figure):
        yield _told("off the board", "away")


def _body(seen: EncounterView, being: Being, figure: Figure) -> Iterator[StateWord]:
    written = sheet(being)
    row = seen.assets.rules.combat.sizes.get(written.size)
    if row is None:
        return
    most, in_hand = written.reach, attack_of(being, figure)
    if in_hand is not None and in_hand.mode == "melee" and in_hand.reach is not None:
        most = in_hand.reach
    if most is None:
        most = row.long if written.long else row.tall
    if written.size == "M" and most <= 1:
        return
    size = row.shown()
    if most <= 1:
        yield StateWord(size, size)
    elif written.size == "M":
        yield _told("reach {reach}", "r{reach}", reach=most)
    else:
        yield _told("{size}, reach {reach}", "{size} r{reach}", size=size, reach=most)


def afflicted(seen: EncounterView, lasting: Lasting) -> StateWord:
    """A condition or timer with its value and the rounds left."""
    name = condition_name(seen, lasting.name)
    if lasting.value:
        name = f"{name} {lasting.value}"
    left = rounds_left(seen, lasting)
    if left is None:
        return StateWord(name, name)
    who = seen.sign(lasting.until.who)
    if not left and lasting.until.kind == "turn_end":
        return _told("{name} until {who} has acted", "{name} {who}>", name=name, who=who)
    if not left and lasting.until.who:
        return _told("{name} until {who} acts", "{name} >{who}", name=name, who=who)
    return _told("{name}, {count:round|rounds}", "{name} {count}", name=name, count=left)


def condition_name(seen: EncounterView, slug: str) -> str:
    """A condition's name in the ruleset; a timer's own name."""
    row = seen.assets.rules.combat.conditions.get(slug)
    return slug if row is None else row.shown()


def rounds_left(seen: EncounterView, lasting: Lasting) -> int | None:
    """The rounds left of a condition; None when it is not counted in rounds."""
    until = lasting.until
    if until.kind in ("turn_start", "turn_end"):
        return max(0, until.round - seen.encounter.round)
    if until.kind == "clock" and until.at is not None and seen.encounter.round:
        rounds = half_up(until.at.hours_since(seen.state.clock) * FEW)
        return rounds if 0 <= rounds <= FEW // 10 else None
    return None


def points(being: Being) -> str:
    """Hit points for a row: "31/31"; the damage alone ("-7") when they are not known."""
    if left := health_left(being):
        return f"{left[0]}/{left[1]}"
    return f"-{being.damage}" if being.damage else ""


def _told(full: str, brief: str = "", /, **values: Value) -> StateWord:
    return StateWord(phrase(full, **values), phrase(brief or full, **values))


CAMPS: Mapping[Side, Camp] = {"party": "party", "foes": "foe", "neutral": "neutral"}


def tokens(here: EncounterView, marked: Collection[str] = ()) -> tuple[Token, ...]:
    """All creatures on the board of an encounter."""
    return tuple(_tokens(here, marked))


def _tokens(here: EncounterView, marked: Collection[str]) -> Iterator[Token]:
    scene, slot = here.scene(), here.encounter.slot(here.encounter.acting)
    if scene is None:
        return
    for being, figure in here.there():
        creature = scene.by_id.get(figure.id)
        if creature is None:
            continue
        body = scene.body(creature)
        yield Token(
            id=figure.id,
            sign=being.token or being.name[:2],
            at=parse_square(figure.at) if creature.rides and figure.at else body.anchor,
            side=1 if creature.rides else body.side,
            camp=CAMPS[side(being)],
            state=state_sign(here, being, figure),
            acting=slot is not None and figure.id in slot.who,
            marked=figure.id in marked,
            squares=(*body.squares(), *creature.behind) if creature.behind else None,
            secret=figure.hidden,
            name=being.name,
            health=None if here.player_view else health_left(being),
            condition=next(states(here, being, figure), ()),
        )


def height_sign(squares: int) -> str:
    """The sign of a height in squares: "+" from ten on, "-" below the ground."""
    return "-" if squares < 0 else str(squares) if squares < 10 else "+"


def state_sign(here: EncounterView, being: Being, figure: Figure) -> str:
    """The sign of a creature's gravest state: dead, down, height, prone, hidden, other."""
    found = here.health(being)
    if found.slug == "dead" or being.dead:
        return "x"
    names = {lasting.name for lasting in being.lasting}
    if found.out or "unconscious" in names:
        return "/"
    if figure.elevation:
        return height_sign(figure.elevation)
    if PRONE in names:
        return "_"
    if figure.hidden:
        return "?"
    if being.lasting or figure.readied or figure.delaying or found.slug != "ok":
        return "'"
    return ""
