"""The square under the cursor: ground, creatures, a creature's stat card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.combat.board.drawing import LIGHT_NAMES
from core.combat.board.scene import Creature, Scene
from core.combat.board.squares import Block, Square, through_the_air
from core.combat.board.tops import find_top
from core.creatures import Sheet
from core.messages import N_, Message
from core.play.facts.encounter import Figure, Foe
from core.play.facts.fight.combatants import Being, sheet
from core.play.facts.state import Member
from core.play.fight.creature_now import SheetNow
from core.play.fight.fight_scene import find_sheet_now, framed, with_travel_speed
from core.rulesets.schema import Ruleset
from tui.encounter.panes.fight_lines import CardLines, UnderLines
from tui.encounter.present.battle import EncounterView
from tui.encounter.present.states import points, states
from tui.kit import lengths
from tui.kit.phrases import Words, phrase
from tui.play.creature_lines.figure_words import (
    armour_words_now,
    attack_words,
    bonus_words,
    speed_words,
)

NEAR = 4
"""So many of the nearest are told how far they are."""


def under(view: EncounterView, square: Square, creature_id: str = "") -> UnderLines | None:
    """The square `square`: ground, light, creatures, distances to `creature_id` and the enemies.

    None when there is no such square.
    """
    scene = view.scene()
    if scene is None or not scene.field.holds(square):
        return None
    bit = scene.field.bit(square)
    on = {one.creature.id for one in scene.present if one.bits & bit}
    field = scene.field
    objects = tuple(one.id for one in view.vehicles if field.block(one.body) & bit)
    stands = [(being, figure) for being, figure in view.there() if figure.id in on]
    light = scene.light_on(Block(*square, 1))
    if scene.field.rows:
        ground = scene.field.kinds(square)
    else:
        ground = ""
    parts = [*ground_words(view.assets.rules, ground)]
    top = find_top(scene.field, square)
    if top is not None:
        parts.append(phrase("{length} high", length=lengths.metres(top)))
    parts.append(phrase(LIGHT_NAMES[light]))
    parts += (_object(view, id) for id in objects)
    if not stands and not objects:
        parts.append(phrase("empty"))
    return UnderLines(
        at=str(square),
        ground=", ".join(parts),
        who=tuple(_standing(view, being, figure) for being, figure in stands),
        near=tuple(_near(view, scene, square, creature_id, [figure.id for _, figure in stands])),
    )


def _object(view: EncounterView, vehicle_id: str) -> str:
    being = view.being(vehicle_id)
    if being is None:
        return vehicle_id
    told = (f"{being.token} {being.name}".strip(), points(being, view.assets.rules))
    return " ".join(part for part in told if part)


def ground_words(rules: Ruleset, signs: str) -> Iterator[str]:
    """The names of the kinds of ground that have these signs."""
    for sign in signs:
        for kind in rules.combat.ground.values():
            if kind.sign == sign:
                yield kind.name_in().lower()


def _standing(view: EncounterView, being: Being, figure: Figure) -> str:
    told = [one.full for one in states(view, being, figure)]
    who = f"{being.token} {being.name}".strip()
    return ", ".join(part for part in (who, points(being, view.assets.rules), *told) if part)


def _near(
    view: EncounterView, scene: Scene, square: Square, creature_id: str, stands: Sequence[str]
) -> Iterator[Message]:
    # From the ground of an empty one; height counts.
    neighbours = []
    for _, figure in view.there():
        creature = scene.by_id.get(figure.id)
        if creature is not None and not scene.has(creature, "dead"):
            others = (scene.by_id[id] for id in stands if id != figure.id) if stands else (None,)
            away = min((_away(scene, creature, square, other) for other in others), default=0)
            neighbours.append((figure.id != creature_id, away, figure.id))
    for _, away, id in sorted(neighbours)[:NEAR]:
        if away == 1:
            yield Message("{who}: adjacent", who=view.sign(id))
        elif away:
            yield Message("{who}: {squares}", who=view.sign(id), squares=lengths.used(away, None))


def _away(scene: Scene, creature: Creature, square: Square, other: Creature | None) -> int:
    feet = creature.elevation
    if other is None:
        low = high = 0
    else:
        low = other.elevation
        high = low + scene.body(other).side - 1
    nearest = max(low, min(feet, high))
    return through_the_air(scene.body(creature), Block(*square, 1), (feet, nearest))


def card(view: EncounterView, creature_id: str) -> CardLines | None:
    """The stat card of a creature; None when there is none to see."""
    being = view.being(creature_id)
    if being is None:
        return None
    figure = view.encounter.figure(creature_id) or Figure(creature_id)
    now = find_sheet_now(being, view.state, view.assets, view.encounter)
    body = tuple(_body(view, being))
    rows = (
        tuple(_attacks(being, figure, now.sheet)),
        tuple(_speeds(view, being, now.sheet)),
        body,
        tuple(bonus_words(now.sheet, sheet(being))),
        tuple(_defences(view, being)),
        tuple(one.full for one in states(view, being, figure) if one.full not in body),
    )
    source = ""
    if isinstance(being, Foe) and being.kind:
        source = phrase("kind: {kind}", kind=being.kind)
    return CardLines(
        being.token,
        being.name,
        tuple(_heads(being, now, view.assets.rules)),
        tuple(row for row in rows if row),
        source,
    )


def _attacks(being: Being, figure: Figure, now: Sheet) -> Iterator[str]:
    written = sheet(being).attacks
    for number, (attack, on_sheet) in enumerate(zip(now.attacks, written, strict=True)):
        mark = ""
        if number == figure.weapon and len(written) > 1:
            mark = "> "
        yield mark + attack_words(attack, on_sheet)


def _heads(being: Being, now: SheetNow, rules: Ruleset) -> Iterator[Words]:
    armour = armour_words_now(now, sheet(being), rules)
    if armour is not None:
        yield armour
    if left := points(being, rules):
        yield Message("HP {points}", points=left)
    if isinstance(being, Member) and being.hp is None:
        yield Message("hit points not written down: F3")


def _speeds(view: EncounterView, being: Being, now: Sheet) -> Iterator[Message]:
    if view.player_view and isinstance(being, Foe):
        return
    written = with_travel_speed(being, view.state, view.assets)
    yield from speed_words(now.speeds, written.speeds)


def _defences(view: EncounterView, being: Being) -> Iterator[str]:
    if view.player_view and isinstance(being, Foe):
        return
    yield from sheet(being).defences


def _body(view: EncounterView, being: Being) -> Iterator[Words]:
    row = view.assets.rules.combat.sizes.get(framed(being, view.assets.rules).size)
    if row is not None:
        yield row.name_in()
    if isinstance(being, Member) or not view.player_view:
        yield Message("level {level}", level=being.level)
        told = view.assets.rules.combat.mechanisms.opportunity == "per_action"  # C-118
        reacts = sheet(being).reaction
        if told and reacts is not None:
            yield Message(N_("strikes at who moves") if reacts else N_("no reaction to strike"))
