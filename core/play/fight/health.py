"""The health of a creature: hit points, nonlethal damage, degrees of dying, conditions.

Unconscious and staggered by nonlethal damage are T-126; the rest is house default, from the
ruleset's table `combat.dying`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Literal, TypeAlias

from core.combat.board.scene import has_effect
from core.creatures import feat_row, is_natural, trait_rows
from core.dice import modifier
from core.effects.changes import Change
from core.effects.figures import AskedFigure, PresentFigure, present_figure
from core.effects.sheets import FigureSheet
from core.effects.worn import parse_worn
from core.messages import Message, Template
from core.play.facts.encounter import Encounter, Figure
from core.play.facts.fight.combatants import Being, attack_of, sheet, side
from core.play.facts.state import STAMINA, Member, counter_of, fatigued
from core.play.facts.table.events import NOBODY, Damaged, DamagePart
from core.play.fight.defending import regenerates
from core.receipts import Receipt
from core.rulesets.combat_schema import Dying, Effect
from core.rulesets.running_conditions import ConditionHeld, running_conditions
from core.rulesets.schema import Ruleset
from core.values import Struct

Condition: TypeAlias = Literal[
    "ok", "staggered", "disabled", "unconscious", "dying", "stable", "dead"
]

WORDS: Mapping[str, Template] = {
    "ok": "well",
    "staggered": "staggered",
    "disabled": "disabled",
    "unconscious": "unconscious",
    "dying": "dying",
    "stable": "stable",
    "dead": "dead",
}
DYING = "dying"
"""The condition that counts degrees of dying in systems that have them."""
AVERAGE = 10
CONSTITUTION = "con"
LOSSES = ("damage", "drain")
"""What takes points of an ability score: the ends of the rows "str_damage", "con_drain"."""


class Health(Struct):
    """The state of a creature.

    `slug` is the state, `hp` the hit points left (None = unknown), `degree` the degree of dying
    (0 = none). `begins` are the hit points at which worse states begin, in this order:
    ("disabled", 0), ("dying", -1), ("dead", -14).
    """

    slug: Condition
    hp: int | None
    degree: int
    begins: tuple[tuple[Condition, int], ...]

    @property
    def word(self) -> Message:
        """The name of the state."""
        return Message(WORDS[self.slug])

    @property
    def out(self) -> bool:
        """Whether a creature in this state cannot act."""
        return self.slug in ("unconscious", "dying", "stable", "dead")

    @property
    def condition(self) -> str:
        """The row of conditions.toml for this state ("" = none)."""
        if self.slug == "dead":
            return "dead"
        if self.out:
            return "unconscious"
        if self.slug == "ok":
            return ""
        return self.slug


def has_feat(being: Being, effect: Effect, rules: Ruleset) -> bool:
    """Whether a creature has a feat with this effect, where feats count (switch "feats")."""
    return rules.switch("feats") and has_effect(trait_rows(sheet(being)), effect, rules.combat)


def feats_by_hand(being: Being, rules: Ruleset) -> tuple[str, ...]:
    """Return the feats of a creature that the grid does not count in this system: the GM does."""
    rows = rules.combat.conditions
    counted = {name for name, row in rows.items() if not row.by_hand}
    return tuple(feat for feat in sheet(being).feats if feat_row(feat) not in counted)


def health(being: Being, rules: Ruleset) -> Health:
    """Return the state of a combatant under the ruleset."""
    most = most_hit_points(being, rules)
    left = None
    if most is not None:
        left = most - being.damage
    dying = rules.combat.dying
    begins = () if left is None or is_vehicle(being) else thresholds(being, dying)
    degree = next((one.value for one in being.lasting if one.name == DYING), 0)
    slug = _slug(being, left, degree, dying)
    if slug == "dead" and not being.dead and regenerates(being, rules):
        slug = "unconscious"
    if CONSTITUTION in lost_scores(being, rules):
        slug = "dead"
    return Health(slug, left, degree if dying.way == "stages" else 0, begins)


def damaged(
    being: Being,
    amount: int,
    rules: Ruleset,
    *,
    lethal: bool = True,
    faces: tuple[int, ...] = (),
    cause: str = "",
    by: str = NOBODY,
    weapon: str = "",
    parts: tuple[DamagePart, ...] = (),
) -> Damaged:
    """Return the event of this damage: temporary hit points go first, then Stamina.

    `amount` is what arrives of the `parts`.
    """
    absorbed = min(amount, being.temporary)
    stamina = 0
    if lethal:
        stamina = min(amount - absorbed, stamina_left(being, rules))
    beyond = 0
    most = most_hit_points(being, rules)
    if lethal and most is not None and not rules.combat.dying.below and not is_vehicle(being):
        beyond = max(0, amount - absorbed - stamina - max(0, most - being.damage))
    return Damaged(
        who=being.id,
        amount=amount,
        lethal=lethal,
        faces=faces,
        cause=cause,
        absorbed=absorbed,
        beyond=beyond,
        by=by,
        weapon=weapon,
        stamina=stamina,
        parts=parts,
    )


def most_hit_points(being: Being, rules: Ruleset) -> int | None:
    """Return the hit points of an unhurt creature as it is now; None where they are not known.

    They follow Constitution, 1 a level for each point of its modifier, and negative levels (open
    rules), and are never below 1 (house default).
    """
    if being.hp is None or not being.lasting:
        return being.hp
    change = hit_points_now(being, rules).change
    if not change:
        return being.hp
    return max(1, being.hp + change)


def hit_points_now(being: Being, rules: Ruleset) -> PresentFigure:
    """Return what lasts on a creature does to its hit points, with the receipts."""
    held = tuple([ConditionHeld(one.row, one.value) for one in being.lasting])
    worn = parse_worn(sheet(being).worn)
    return _hit_points_under(held, being.level, being.con_score, being.hp, rules, worn)


@lru_cache(maxsize=256)
def _hit_points_under(
    held: tuple[ConditionHeld, ...],
    level: int,
    con_score: int | None,
    hp: int | None,
    rules: Ruleset,
    worn: tuple[Change, ...],
) -> PresentFigure:
    # Cached: whether somebody can walk is asked hundreds of times for each page of a journey.
    effects = running_conditions(held, rules.combat)
    scores = {} if con_score is None else {CONSTITUTION: con_score}
    written = FigureSheet(level=level, scores=scores, hp_max=hp, worn=worn)
    return present_figure(AskedFigure("hp_max"), written, effects, rules.combat.figure_rules)


def lost_scores(being: Being, rules: Ruleset) -> tuple[str, ...]:
    """Return the abilities of which a creature has lost the whole score to damage and drain.

    Only by the open rules, and only of scores that are written.
    """
    if not rules.has_open_conditions or not being.lasting:
        return ()
    lost: dict[str, int] = {}
    for one in being.lasting:
        ability, _, way = one.name.partition("_")
        if way in LOSSES and one.name in rules.combat.conditions:
            lost[ability] = lost.get(ability, 0) + one.value
    scores = ability_scores(being)
    return tuple([name for name, points in lost.items() if points >= scores.get(name, points + 1)])


def ability_scores(being: Being) -> dict[str, int]:
    """Return the ability scores of a creature that are written, by their three letters."""
    scores = dict(sheet(being).scores)
    if being.con_score is not None:
        scores[CONSTITUTION] = being.con_score
    return scores


def stamina_left(being: Being, rules: Ruleset) -> int:
    """Return the Stamina that damage takes first; 0 where the system has none, or the creature."""
    if not rules.combat.dying.has_resolve or not isinstance(being, Member):
        return 0
    stamina = counter_of(being, STAMINA)
    if stamina is None:
        return 0
    return stamina.now


def why_health(being_health: Health, rules: Ruleset) -> Receipt:
    """Return the receipt of a state."""
    parts = tuple(
        house(rules, Message("{state} at these hit points", state=Message(WORDS[state])), at)
        for state, at in being_health.begins
    )
    default = being_health.slug not in ("ok", "staggered", "unconscious")
    return rules.cite(
        "T-126", "state at the hit points left", being_health.word, *parts, default=default
    )


def thresholds(being: Being, dying: Dying) -> tuple[tuple[Condition, int], ...]:
    """Return the hit points at which worse states begin."""
    if dying.way in ("stages", "resolve"):
        return ((_at_zero(being, dying), 0),)
    limits: list[tuple[Condition, int]]
    if dying.disabled:
        limits = [("disabled", 0)]
    else:
        limits = []
    return (*limits, ("dying", -1), ("dead", death_at(being, dying)))


def _at_zero(being: Being, dying: Dying) -> Condition:
    # Who pays with Resolve is dying at 0, others are dead.
    if dying.has_resolve and side(being, None) not in dying.checked:
        return "dead"
    return "dying"


def death_at(being: Being, dying: Dying) -> int:
    """Return the hit points at which a creature is dead, in systems without degrees."""
    if dying.way == "constitution":
        return -con_score(being, dying)
    return dying.dead


def lowest_alive(being: Being, dying: Dying) -> int:
    """Return the lowest hit points at which a creature may live, in systems without degrees."""
    if not dying.has_resolve:
        return death_at(being, dying) + 1
    if _at_zero(being, dying) == "dead":
        return 1
    return 0


def con_score(being: Being, dying: Dying) -> int:
    """Return the Constitution score: as written, from a written modifier, or the usual one."""
    if being.con_score is not None:
        return being.con_score
    if isinstance(being, Member) and being.con_mod is not None:
        return AVERAGE + 2 * being.con_mod
    return dying.con_score


def con_modifier(being: Being, dying: Dying) -> int:
    """Return the Constitution modifier, as `con_score`."""
    known = known_con_modifier(being)
    if known is None:
        return modifier(dying.con_score)
    return known


def known_con_modifier(being: Being) -> int | None:
    """Return the Constitution modifier, as entered or of the score; None when unknown (T-008)."""
    if isinstance(being, Member) and being.con_mod is not None:
        return being.con_mod
    if being.con_score is None:
        return None
    return modifier(being.con_score)


def _slug(being: Being, left: int | None, degree: int, dying: Dying) -> Condition:
    if being.dead:
        return "dead"
    if left is None or is_vehicle(being):
        return "ok"
    if dying.way == "stages":
        if degree >= dying.stages:
            return "dead"
        if degree:
            return "dying"
        if left <= 0:
            if being.stable:
                return "stable"
            return "unconscious"
    elif dying.has_resolve:
        if left <= 0 and being.stable:
            return "stable"
        if left <= 0:
            return _at_zero(being, dying)
    elif left < 0:
        if left <= death_at(being, dying):
            return "dead"
        if being.stable:
            return "stable"
        return "dying"
    if being.nonlethal > left:  # T-126
        return "unconscious"
    if left == 0:
        if dying.disabled:
            return "disabled"
        return "unconscious"
    if being.nonlethal == left:
        if dying.staggered:
            return "staggered"
        return "unconscious"
    return "ok"


def is_vehicle(being: Being) -> bool:
    """Whether it is a vehicle, which has no turns and no state but its hit points."""
    return isinstance(being, Member) and being.role == "vehicle"


def house(rules: Ruleset, label: Message | str, value: int | Message, *parts: Receipt) -> Receipt:
    """Return a receipt for a figure that no catalogue rule covers: turns, initiative, dying."""
    return rules.cite("C-250", label, value, *parts, source="house default", default=True)


def open_rules(rules: Ruleset, label: Message, value: int | Message) -> Receipt:
    """Return a receipt for what no catalogue rule covers and the system's open rules say."""
    return rules.cite("C-250", label, value, source="open rules", default=True)


def can_walk(member: Member, rules: Ruleset) -> bool:
    """Whether a member goes by itself: neither out, at 0 hit points, nor helpless (T-126).

    That no character marches at exactly 0 hit points is a house default; an animal is down when its
    damage exceeds them (T-167).
    """
    fares = health(member, rules)
    if fares.out or (fares.slug == "disabled" and member.role == "character"):
        return False
    names = _lasting_afflictions(member, fares, rules)
    return not any(has_effect(names, effect, rules.combat) for effect in IMMOBILE)


IMMOBILE: tuple[Effect, ...] = ("helpless", "cannot_move")
"""The effects of conditions with which nobody marches."""
UNARMED = "unarmed"


def afflictions(being: Being, rules: Ruleset, fight: Encounter | None = None) -> tuple[str, ...]:
    """Return the rows of conditions.toml that a creature has, each once.

    The traits of its sheet, conditions that last, those from wounds and fatigue; in a `fight`
    climbing, having no melee weapon in hand (C-104), and flat-footed before its first turn. Names
    that are not in the table (a torch, the GM's words) are left out, and so is squeezing, which
    depends on its place (`core.play.fight.fight_scene`).
    """
    table = rules.combat.conditions
    names = _lasting_afflictions(being, health(being, rules), rules)
    if fight is None:
        figure = None
    else:
        figure = fight.figure(being.id)
    if fight is not None and figure is not None:
        names += _afflictions_of_the_fight(being, figure, fight, rules)
    by_name = dict.fromkeys(name for name in names if name in table)
    if "exhausted" in by_name:  # T-123
        by_name.pop("fatigued", None)
    return tuple(by_name)


def _lasting_afflictions(being: Being, fares: Health, rules: Ruleset) -> list[str]:
    # Of the sheet, of what lasts, of wounds and of fatigue, some of them no conditions.
    table = rules.combat.conditions
    feats = [row for row in map(feat_row, sheet(being).feats) if row in table and table[row].trait]
    names = [*sheet(being).traits, *feats, *(one.row for one in being.lasting)]
    at_0 = rules.combat.dying.scores_at_0
    names += [at_0[ability] for ability in lost_scores(being, rules) if ability in at_0]
    names.append(fares.condition)
    if isinstance(being, Member) and fatigued(being):
        names.append("fatigued")
    return names


def _afflictions_of_the_fight(
    being: Being, figure: Figure, fight: Encounter, rules: Ruleset
) -> Iterator[str]:
    if _begins_flat_footed(figure, fight, rules):
        yield "flat_footed"
    carrier = fight.figure(figure.mount)
    if carrier is None:
        carrier = figure
    if carrier.mode == "climb":
        yield "climbing"
    in_hand = attack_of(being, figure)
    armed = any(is_natural(attack) for attack in sheet(being).attacks)
    if in_hand is not None and in_hand.mode == "ranged" and not armed:
        yield UNARMED


def _begins_flat_footed(figure: Figure, fight: Encounter, rules: Ruleset) -> bool:
    # K-12: in some systems only who is surprised.
    if figure.acted or not fight.order or not rules.combat.turn.flat_footed:
        return False
    return figure.ambushed or not rules.switch("surprised_alone")
