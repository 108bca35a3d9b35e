"""What a creature's figure is now, with its receipt: the one place where effects are counted."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from fractions import Fraction

from core.creatures import Attack
from core.dice import Situation, modifier, parse_dice
from core.effects.applied_changes import AppliedChange, Tally, Value, find_applied, find_unsaid
from core.effects.changes import ASKED
from core.effects.occasions import ABOUT, describe_change, gather_situations, label_unsaid
from core.effects.running_effects import (
    FLAT_FOOTED,
    HELPLESS,
    LOSES_DEXTERITY,
    RunningEffect,
    Standing,
    effects_in_force,
)
from core.effects.sheets import FigureRules, FigureSheet
from core.effects.speeds import tally_actions, tally_speed
from core.effects.stacking import EFFECT_BESIDE_WORN, LOST, FigurePart, stack
from core.effects.worn import best_worn, worn_in_attack
from core.messages import Message
from core.receipts import Receipt
from core.values import Struct, replace

SAVES: Mapping[str, str] = {"fortitude": "con", "reflex": "dex", "will": "wis"}
"""The saves, and the ability of each."""
DRAIN = "_drain"
"""The end of the rows that lower a score for good."""
STEP = 2
"""Points of a score for each point of its modifier."""
ARMOUR = ("ac", "eac", "ac touch", "ac flat-footed")


class AskedFigure(Struct):
    """A figure that is asked for: "will", "ac touch", "skill climb", "speed walk".

    "modifier dex" is what the score is worth, "check dex" a check of it.
    `attack` is that of "attack NAME" and "damage NAME". `against` are words about the occasion
    that changes ask for: "fear", "melee".
    """

    name: str
    attack: Attack | None = None
    against: frozenset[str] = frozenset()

    @property
    def words(self) -> frozenset[str]:
        """What is so: the occasion, and how the attack is made."""
        if self.attack is None:
            return self.against
        made = {str(self.attack.mode)}
        if self.attack.weapon == "thrown":
            made.add("thrown")
        return self.against | made


class PresentFigure(Struct):
    """A figure as it is now.

    `value` is that of the `sheet` with what is `counted`; both are None where it is not written.
    `lost` is what does not count, each part with its reason. The parts are one for each effect and
    type. `receipts` have what is counted, what is lost, and what an occasion would add that nobody
    has said. `situations` are the occasions that the GM may say, or has said.
    """

    value: Value | None
    sheet: Value | None
    counted: tuple[FigurePart, ...] = ()
    lost: tuple[FigurePart, ...] = ()
    receipts: tuple[Receipt, ...] = ()
    situations: tuple[Situation, ...] = ()

    @property
    def change(self) -> int:
        """The sum of what is counted."""
        return sum(part.value for part in self.counted)


def present_figure(
    asked: AskedFigure, sheet: FigureSheet, effects: Iterable[RunningEffect], rules: FigureRules
) -> PresentFigure:
    """Return what a figure is now: that of the sheet, with the changes of all effects.

    The order of the effects does not matter. A figure of which the sheet does not say what it is
    has its change alone.
    """
    standings = effects_in_force(effects)
    kind = asked.name.split()[0]
    if kind == "speed":
        mode = asked.name.partition(" ")[2] or "walk"
        tally = tally_speed(mode, asked.words, sheet, standings, rules)
    elif kind == "actions":
        tally = tally_actions(asked.words, standings, rules)
    else:
        tally = _sum_tally(asked, sheet, standings, rules)
    counted = _merged(tally.counted)
    lost = _merged(tally.lost)
    by_name = {standing.effect.name: standing.effect for standing in standings}
    topics = _topics(asked.name, rules)
    occasional = tuple(each for each in standings if _has_occasion(each))
    unsaid = tuple(find_unsaid(occasional, topics, asked.words, sheet.level))
    return PresentFigure(
        tally.value,
        tally.sheet,
        counted,
        lost,
        (
            *(_receipt(part, by_name[part.name]) for part in counted),
            *(_receipt(part, by_name[part.name]) for part in lost),
            *map(_cite_unsaid, unsaid),
        ),
        gather_situations(_situations(asked, sheet, occasional, topics)),
    )


def _has_occasion(standing: Standing) -> bool:
    return any(change.is_asked or change.is_by_hand for change in standing.effect.changes)


def _cite_unsaid(applied: AppliedChange) -> Receipt:
    effect = applied.effect
    return Receipt(
        label=label_unsaid(effect.label, applied.part.value, applied.change),
        value=0,
        rule=effect.rule,
        source=effect.source,
        default=effect.is_default,
    )


def _situations(
    asked: AskedFigure,
    sheet: FigureSheet,
    standings: Iterable[Standing],
    topics: Collection[str],
) -> Iterator[Situation]:
    # With every occasion said, all that ask for one apply.
    for applied in find_applied(standings, topics, (*asked.words, *ASKED), sheet.level):
        change = applied.change
        if change.is_asked and change.op == "add" and not applied.part.why:
            does = describe_change(applied.effect.label, applied.part.value, change)
            yield Situation(change.when, (does,), change.when in asked.words)


def _receipt(part: FigurePart, effect: RunningEffect) -> Receipt:
    value = 0 if part.why else part.value
    label = Message(LOST[part.why], effect=effect.label)
    if part.worn:
        label = Message(
            EFFECT_BESIDE_WORN,
            effect=effect.label,
            worn=part.worn,
            type=part.type.replace("_", " "),
        )
    elif part.when and not part.why:
        label = Message(ABOUT, effect=effect.label, when=part.when)
    return Receipt(
        label=label,
        value=value,
        rule=effect.rule,
        source=effect.source,
        default=effect.is_default,
    )


def _merged(parts: Iterable[FigurePart]) -> tuple[FigurePart, ...]:
    # One part for each effect, type and occasion, in the order of their names.
    joined: dict[tuple[str, str, str], FigurePart] = {}
    for part in parts:
        key = (part.name, part.type, part.when)
        before = joined.get(key)
        joined[key] = part if before is None else replace(part, value=before.value + part.value)
    return tuple(joined[key] for key in sorted(joined) if joined[key].value)


# Sums: attacks, defences, saves, checks and damage.


def _sum_tally(
    asked: AskedFigure, sheet: FigureSheet, standings: tuple[Standing, ...], rules: FigureRules
) -> Tally:
    written = _written(asked, sheet)
    if not standings:
        return Tally(written, written, (), ())
    topics = _topics(asked.name, rules)
    applied = tuple(find_applied(standings, topics, asked.words, sheet.level))
    fixed = [each for each in applied if each.change.op == "set" and not each.part.why]
    if fixed and isinstance(written, int):
        lowest = min(fixed, key=lambda each: (each.part.value, each.part.name))
        change = replace(lowest.part, value=lowest.part.value - written)
        return Tally(lowest.part.value, written, (change,), ())
    added = [each for each in applied if each.change.op == "add"]
    without_dexterity = _dexterity_is_lost(asked.name, standings, asked.words)
    parts: list[FigurePart] = []
    lost: list[FigurePart] = []
    for each in added:
        part = _with_reason(each, asked.name, without_dexterity, rules)
        if part is None:
            continue
        if part.why:
            lost.append(part)
        else:
            parts.append(part)
    counted, outdone = stack(parts, rules.types, _worn_within(asked, topics, sheet))
    of_scores = tuple(_score_parts(asked, sheet, standings, rules))
    every_part = (*counted, *of_scores)
    total = sum(part.value for part in every_part)
    return Tally(_with_change(written, total), written, every_part, (*lost, *outdone))


def _worn_within(
    asked: AskedFigure, topics: Collection[str], sheet: FigureSheet
) -> Mapping[str, int]:
    # The bonuses that the figure holds already, by type.
    parts = sheet.worn
    if asked.attack is not None:
        parts = worn_in_attack(parts, asked.attack.name)
    return best_worn(parts, topics)


def _with_reason(
    each: AppliedChange, figure: str, without_dexterity: bool, rules: FigureRules
) -> FigurePart | None:
    # The part with why it does not count; None where the figure passes it by.
    bonus_type = rules.types.get(each.part.type)
    if bonus_type is None or each.part.why or each.part.value < 0:
        return each.part
    if bonus_type.worn and each.change.to == "ac" and figure in ("ac touch", "cmd"):
        return None
    if bonus_type.lost_with_dexterity and each.change.to == "ac" and without_dexterity:
        return replace(each.part, why="dexterity")
    return each.part


def _with_change(written: Value | None, change: int) -> Value | None:
    if written is None:
        return None
    if isinstance(written, int):
        return written + change
    if not written or not change:
        return written
    dice = parse_dice(written)
    return str(replace(dice, plus=dice.plus + change))


def _written(asked: AskedFigure, sheet: FigureSheet) -> Value | None:
    first, _, name = asked.name.partition(" ")
    match first:
        case "ac" if name == "touch":
            return sheet.touch
        case "ac" if name == "flat-footed":
            return sheet.flat_footed
        case "attack":
            return asked.attack.bonuses[0] if asked.attack and asked.attack.bonuses else None
        case "damage":
            return asked.attack.damage if asked.attack else None
        case "check" | "modifier":
            return _own_modifier(sheet, name)
        case "skill" if name == "perception":
            return sheet.skills.get(name, sheet.perception)
        case "skill":
            return sheet.skills.get(name)
        case _:
            written: int | None = getattr(sheet, first)
            return written


def _topics(figure: str, rules: FigureRules) -> frozenset[str]:
    # What a change may name to change this figure.
    first, _, name = figure.partition(" ")
    match first:
        case "ac" | "eac":
            return frozenset(("ac", figure))
        case "attack" | "damage":
            return frozenset((first, figure))
        case "fortitude" | "reflex" | "will":
            return frozenset(("saves", first))
        case "check":
            return frozenset(("checks", "ability checks", f"{name} checks"))
        case "skill":
            return _skill_topics(name, rules)
        case "initiative" if rules.initiative == "perception":
            return _skill_topics("perception", rules) | {"initiative"}
        case "initiative":
            return frozenset(("initiative", "checks", "ability checks", "dex checks"))
        case "cmb":
            return frozenset(("attack", "cmb"))
        case "cmd":
            return frozenset(("ac", "cmd"))
        case _:
            return frozenset((figure,))


def _skill_topics(skill: str, rules: FigureRules) -> frozenset[str]:
    ability = rules.skills.get(skill, "")
    topics = {"checks", "skills", f"skill {skill}"}
    if ability:
        topics |= {f"{ability} checks", f"{ability} skills"}
    if skill == "perception":
        topics.add("perception")
    return frozenset(topics)


# Ability scores.


class _ScoreChange(Struct):
    """What effects do to a score: points of it, one after the other, or what it is (`fixed`)."""

    points: tuple[FigurePart, ...]
    fixed: int | None = None
    fixed_by: FigurePart | None = None


def _own_modifier(sheet: FigureSheet, ability: str) -> int | None:
    # None where the score is not known.
    score = sheet.scores.get(ability)
    if score is None:
        return None
    return modifier(score)


def _score_change(
    ability: str, sheet: FigureSheet, standings: Iterable[Standing], rules: FigureRules
) -> _ScoreChange:
    applied = [
        each
        for each in find_applied(standings, {ability}, (), sheet.level)
        if not each.part.why and not each.change.when
    ]
    fixed = [each.part for each in applied if each.change.op == "set"]
    if fixed:
        lowest = min(fixed, key=lambda part: (part.value, part.name))
        return _ScoreChange((), lowest.value, lowest)
    score = sheet.scores.get(ability)
    added = (_drained(each.part, score, rules) for each in applied if each.change.op == "add")
    counted, _ = stack(added, rules.types, best_worn(sheet.worn, {ability}))
    return _ScoreChange(counted)


def _drained(part: FigurePart, score: int | None, rules: FigureRules) -> FigurePart:
    # A drain lowers the score itself: where others are counted by their points, it is worth those
    # that lower what hangs on it as much.
    if not part.origin.endswith(DRAIN) or score is None or rules.score_changes == "score":
        return part
    lost = modifier(score) - modifier(max(0, score + part.value))
    return replace(part, value=-STEP * lost)


def _one_by_one(
    change: _ScoreChange, figure: Callable[[int], int], fixed: Callable[[int], int]
) -> Iterator[FigurePart]:
    """Yield what each effect does to a figure by a score.

    `figure` is what it is after so many points, `fixed` what it is at a score.
    """
    before = figure(0)
    if change.fixed_by is not None and change.fixed is not None:
        yield replace(change.fixed_by, value=fixed(change.fixed) - before, type="")
        return
    points = 0
    for part in change.points:
        points += part.value
        now = figure(points)
        yield replace(part, value=now - before, type="")
        before = now


def _score_parts(
    asked: AskedFigure, sheet: FigureSheet, standings: tuple[Standing, ...], rules: FigureRules
) -> Iterator[FigurePart]:
    first, _, name = asked.name.partition(" ")
    match first:
        case "ac" | "eac":
            yield from _dexterity_parts(asked, sheet, standings, rules)
        case "fortitude" | "reflex" | "will":
            yield from _modifier_parts(SAVES[first], sheet, standings, rules)
        case "check" | "modifier":
            yield from _modifier_parts(name, sheet, standings, rules)
        case "skill" if name in rules.skills:
            yield from _modifier_parts(rules.skills[name], sheet, standings, rules)
        case "initiative":
            ability = "wis" if rules.initiative == "perception" else "dex"
            yield from _modifier_parts(ability, sheet, standings, rules)
        case "cmb":
            yield from _modifier_parts("str", sheet, standings, rules)
        case "cmd":
            yield from _modifier_parts("str", sheet, standings, rules)
            yield from _manoeuvre_parts(sheet, standings, rules)
        case "attack" if asked.attack is not None:
            ability = "str" if asked.attack.mode == "melee" else "dex"
            yield from _modifier_parts(ability, sheet, standings, rules)
        case "hp_max":
            for part in _modifier_parts("con", sheet, standings, rules):
                yield replace(part, value=part.value * (sheet.level or 1))
        case "damage" if asked.attack is not None:
            yield from _damage_parts(asked.attack, sheet, standings, rules)
        case _:
            return


def _modifier_parts(
    ability: str, sheet: FigureSheet, standings: Iterable[Standing], rules: FigureRules
) -> Iterator[FigurePart]:
    own = _own_modifier(sheet, ability)

    def after(points: int) -> int:
        return _modifier_after(ability, points, sheet, rules)

    def at(score: int) -> int:
        return modifier(score) if own is not None else 0

    yield from _one_by_one(_score_change(ability, sheet, standings, rules), after, at)


def _modifier_after(ability: str, points: int, sheet: FigureSheet, rules: FigureRules) -> int:
    # The modifier of an ability after so many points; where its score is not known, its change.
    score = sheet.scores.get(ability)
    if score is None:
        return _halved(points)
    if rules.score_changes == "score":
        return modifier(max(0, score + points))
    return modifier(score) + _halved(points)


def _halved(points: int) -> int:
    # Both ways towards 0.
    if points < 0:
        return -(-points // STEP)
    return points // STEP


def _dexterity_parts(
    asked: AskedFigure, sheet: FigureSheet, standings: tuple[Standing, ...], rules: FigureRules
) -> Iterator[FigurePart]:
    # What becomes of the Dexterity modifier in the Armour Class: first its score, then what of it
    # counts at most.
    own = _own_modifier(sheet, "dex")
    inside = own if sheet.dexterity is None else sheet.dexterity

    def seen(dexterity: int) -> int:
        return min(0, dexterity) if asked.name == "ac flat-footed" else dexterity

    def after(points: int) -> int:
        if inside is None:
            return _halved(points)
        if own is None or rules.score_changes == "points":
            return inside + _halved(points)
        changed = _modifier_after("dex", points, sheet, rules)
        if inside < own:
            return min(changed, inside)
        return changed + inside - own

    change = _score_change("dex", sheet, standings, rules)
    helpless = _first_with(HELPLESS, standings)
    if change.fixed is None and helpless is not None and rules.helpless_dexterity:
        part = FigurePart(helpless.name, helpless.origin, 0)
        change = _ScoreChange((), 10 + STEP * rules.helpless_dexterity, part)
    yield from _one_by_one(
        change, lambda points: seen(after(points)), lambda score: seen(modifier(score))
    )
    if inside is None:
        return
    if change.fixed is None:
        now = seen(after(sum(part.value for part in change.points)))
    else:
        now = seen(modifier(change.fixed))
    for part in _caps(standings, asked.words):
        capped = min(now, part.value)
        yield replace(part, value=capped - now)
        now = capped


def _caps(standings: Iterable[Standing], words: Collection[str]) -> list[FigurePart]:
    # How much Dexterity the Armour Class has at most, by each effect, the strictest first.
    counting = [standing for standing in standings if not standing.why]
    caps = [
        each.part
        for each in find_applied(counting, {"ac dexterity"}, words, None)
        if each.change.op == "cap"
    ]
    for standing in counting:
        if LOSES_DEXTERITY in standing.effect.flags:
            caps.append(FigurePart(standing.effect.name, standing.effect.origin, 0))
    return sorted(caps, key=lambda part: (part.value, part.name))


def _dexterity_is_lost(figure: str, standings: Iterable[Standing], words: Collection[str]) -> bool:
    if figure == "ac flat-footed":
        return True
    if figure == "cmd":
        return _first_with(FLAT_FOOTED, standings) is not None
    return any(cap.value == 0 for cap in _caps(standings, words))


def _first_with(flag: str, standings: Iterable[Standing]) -> RunningEffect | None:
    return next(
        (
            standing.effect
            for standing in standings
            if flag in standing.effect.flags and not standing.why
        ),
        None,
    )


def _manoeuvre_parts(
    sheet: FigureSheet, standings: tuple[Standing, ...], rules: FigureRules
) -> Iterator[FigurePart]:
    # The flat-footed do not add their Dexterity bonus to the manoeuvre defence.
    parts = list(_modifier_parts("dex", sheet, standings, rules))
    yield from parts
    unready = _first_with(FLAT_FOOTED, standings)
    own = _own_modifier(sheet, "dex")
    if own is None:
        own = sheet.dexterity
    if unready is None or own is None:
        return
    left = own + sum(part.value for part in parts)
    yield FigurePart(unready.name, unready.origin, min(0, -left))


SHARES: Mapping[str, Fraction] = {"two_handed": Fraction(3, 2), "off": Fraction(1, 2)}
"""The part of the Strength bonus in the damage of what is held so; else all of it."""


def _damage_parts(
    attack: Attack, sheet: FigureSheet, standings: Iterable[Standing], rules: FigureRules
) -> Iterator[FigurePart]:
    own = _own_modifier(sheet, "str")
    is_bow = attack.mode == "ranged" and attack.weapon == "bow"
    if attack.mode == "ranged" and attack.weapon not in ("thrown", "bow"):
        return
    share = Fraction(1)
    if attack.two_handed:
        share = SHARES["two_handed"]
    elif attack.hand == "off" or attack.natural == "secondary":
        share = SHARES["off"]

    def dealt(strength: int) -> int:
        # A bow has nothing of a bonus, and each weapon all of a penalty.
        if strength < 0:
            return strength
        return 0 if is_bow else int(strength * share)

    def after(points: int) -> int:
        if own is None or (rules.score_changes == "points" and points < 0):
            return 0 if is_bow else _halved(points)
        return dealt(_modifier_after("str", points, sheet, rules)) - dealt(own)

    def at(score: int) -> int:
        return dealt(modifier(score)) - dealt(own) if own is not None else 0

    yield from _one_by_one(_score_change("str", sheet, standings, rules), after, at)
