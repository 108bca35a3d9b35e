"""What a creature has against damage, and what of a blow arrives; a kind is asked if it matters."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from core.combat.attack.arriving import (
    Arrival,
    ArrivedPart,
    DealtPart,
    KindChoice,
    find_arrival,
    kind_choices,
)
from core.creatures import Attack
from core.defences import Defence, parse_defences
from core.dice import Question
from core.messages import Message, Refusal, Value
from core.play.facts.encounter import Lasting, Until, is_among
from core.play.facts.fight.combatants import Being, sheet, someone
from core.play.facts.fight.turns.events import ConditionBegan, ConditionEnded
from core.play.facts.state import State
from core.play.facts.table.events import DamagePart
from core.play.resolution import Resolution
from core.receipts import Receipt
from core.rulesets.damage_schema import DamageRules
from core.rulesets.schema import Ruleset
from core.values import replace

STOPPED = "no regeneration"
"""What lasts on a creature whose regeneration has been stopped."""
KIND = "kind"
"""The end of the key of the question of which kind damage is."""
NOTHING_PAST = "nothing"
"""The word of a damage reduction that nothing gets past."""
COIN = "d1"
"""The die of a choice: a program that rolls it takes the first, with which all arrives."""


def defences_of(being: Being, rules: Ruleset) -> tuple[Defence, ...]:
    """Return the defences of a creature: those of its sheet, and of the effects on it."""
    written = parse_defences(sheet(being).defences)
    effects = [lasting for lasting in being.lasting if lasting.effect]
    if not effects:
        return written
    return (*written, *(one for lasting in effects for one in _defences_by(lasting, being, rules)))


def _defences_by(lasting: Lasting, being: Being, rules: Ruleset) -> Iterator[Defence]:
    row = rules.combat.rows.get(lasting.effect)
    changes = () if row is None else row.parsed
    for change in changes:
        to, _, word = change.to.partition(" ")
        amount = int(change.of_value(lasting.value, being.level))
        past = () if word == NOTHING_PAST else ((word,),)
        match to:
            case "resist":
                yield Defence(what="resistance", amount=amount, kinds=(word,))
            case "soak":
                yield Defence(what="absorption", amount=amount, kinds=(word,), of=lasting.name)
            case "dr":
                yield Defence(what="reduction", amount=amount, past=past)


def has_defences(being: Being, rules: Ruleset) -> bool:
    """Whether it matters to a creature of which kind damage is."""
    found = defences_of(being, rules)
    return any(one.what not in ("fast_healing", "spell_resistance") for one in found)


_ENHANCED = re.compile(r"(?:^|\s)\+[1-9](?:\s|$)")
"""The bonus in the name of a magic weapon: "+1 longsword"."""
MAGIC = "magic"


def kinds_of(attack: Attack, rules: DamageRules) -> tuple[str, ...]:
    """Return the kinds of an attack's damage by slug, as written, or as its name says them.

    The name says what a weapon is of: "silver dagger", "+1 longsword". () = nothing says it.
    """
    written = [*attack.kinds, *attack.also.split(", ")]
    found = [rules.slug_of(word) for word in written if rules.slug_of(word) in rules.kinds]
    words = attack.name.lower().split()
    for count in (1, 2):
        for place in range(len(words) + 1 - count):
            slug = rules.slug_of(" ".join(words[place : place + count]))
            if slug in rules.kinds and rules.kinds[slug].group == "quality":
                found.append(slug)
    if MAGIC in rules.kinds and _ENHANCED.search(attack.name):
        found.append(MAGIC)
    return tuple(dict.fromkeys(found))


def extra_kinds_of(attack: Attack, rules: DamageRules) -> tuple[str, ...]:
    """Return the kinds of an attack's further dice, by slug; those of the attack if none is said.

    Nothing that it is of makes energy silver.
    """
    found = tuple(rules.slug_of(word) for word in attack.extra_kinds)
    return tuple(slug for slug in found if slug in rules.kinds) or kinds_of(attack, rules)


def regenerates(being: Being, rules: Ruleset) -> bool:
    """Whether a regeneration keeps a creature from dying now."""
    if not sheet(being).defences or rules.combat.damage.regeneration != "stops":
        return False
    has = any(one.what == "regeneration" and one.amount for one in defences_of(being, rules))
    return has and not is_among(being.lasting, STOPPED)


def arrival_on(being: Being, dealt: Sequence[DealtPart], rules: Ruleset) -> Arrival:
    """Return what arrives of the parts of one blow on a creature."""
    return find_arrival(dealt, defences_of(being, rules), rules.combat.damage)


def choices_on(being: Being, dealt: Sequence[DealtPart], rules: Ruleset) -> tuple[KindChoice, ...]:
    """Return the kinds that damage of no kind may be of, where it would matter to this creature."""
    return kind_choices(dealt, defences_of(being, rules), rules.combat.damage)


def is_kind_asked(questions: Iterable[Question]) -> bool:
    """Return whether one of these questions asks of which kind damage is (`settle_kinds`)."""
    return any(question.key.endswith(f"/{KIND}") for question in questions)


def settle_kinds(
    resolution: Resolution, being: Being, dealt: tuple[DealtPart, ...], key: str
) -> tuple[DealtPart, ...] | None:
    """Return the parts of a blow with their kinds, or None while a kind is asked for.

    `key` begins that of the question. Nobody is asked where it makes no difference. Refusal
    "bad_kind" for the number of none.
    """
    choices = choices_on(being, dealt, resolution.rules)
    if not choices:
        return dealt
    question = Question(
        f"{key}/{KIND}",
        _kinds_label(being, dealt, choices, resolution.rules),
        being.id,
        dice=COIN,
        free=True,
        says="choice",
        most=len(choices) + 1,
    )
    outcome = resolution.ask(question)
    if outcome is None:
        return None
    if outcome.skipped or outcome.total <= 1:
        return dealt
    if outcome.total > len(choices) + 1:
        raise Refusal(
            "bad_kind",
            "{row}: {number} is none of them; type 1 to {most}.",
            row=question.label,
            number=outcome.total,
            most=len(choices) + 1,
        )
    kinds = choices[outcome.total - 2].kinds
    return tuple(part if part.kinds else DealtPart(part.amount, kinds) for part in dealt)


def _kinds_label(
    being: Being, dealt: Sequence[DealtPart], choices: Sequence[KindChoice], rules: Ruleset
) -> Message:
    told: list[Value] = [
        Message("1 any other {points}", points=arrival_on(being, dealt, rules).arrives)
    ]
    for number, choice in enumerate(choices, start=2):
        told.append(
            Message(
                "{number} {kind} {points}",
                number=number,
                kind=choice.name,
                points=choice.arrives,
            )
        )
    points = sum(part.amount for part in dealt)
    return Message("{points} damage: {kinds}", points=points, kinds=tuple(told))


def explain_arrival(being: Being, arrival: Arrival, rules: Ruleset) -> Receipt | None:
    """Return the receipt of what arrives of a blow; None where all of it does, and nothing is."""
    if not any(part.steps for part in arrival.parts) and not arrival.spared:
        return None
    steps = [receipt for part in arrival.parts for receipt in _receipts(part, rules)]
    if arrival.spared:
        label = Message("regeneration makes nonlethal")
        steps.append(_cite(rules, label, arrival.spared, "open rules, Regeneration"))
    label = Message("{who}: damage that arrives", who=being.name)
    return rules.cite("C-250", label, arrival.arrives, *steps, source="open rules", default=True)


def _receipts(part: ArrivedPart, rules: Ruleset) -> list[Receipt]:
    dealt = name_part(part.dealt.amount, part.dealt.kinds, rules.combat.damage)
    label = Message("dealt: {damage}", damage=dealt)
    receipts = [rules.cite("C-250", label, part.dealt.amount, source="GM")]
    for step in part.steps:
        receipts.append(_cite(rules, step.label, step.change, step.source))
    return receipts


def _cite(rules: Ruleset, label: Message, value: Value, source: str) -> Receipt:
    return rules.cite("C-250", label, value, source=source, default=True)


def name_part(amount: int, kinds: Sequence[str], rules: DamageRules) -> Message:
    """Return the words of damage of these kinds: "12 fire", "9 slashing silver"."""
    names = " ".join(map(rules.name_of, kinds))
    if not names:
        return Message("{points}", points=amount)
    return Message("{points} {kinds}", points=amount, kinds=names)


def parts_of(arrival: Arrival, *, spared: bool = False) -> tuple[DamagePart, ...]:
    """Return the parts of a blow as they are recorded; () where nothing is known of them.

    Those that a regeneration has `spared`, or the others.
    """
    is_plain = not any(part.dealt.kinds for part in arrival.parts)
    if is_plain and arrival.arrives == arrival.dealt:
        return ()
    return tuple(
        DamagePart(part.dealt.amount, part.dealt.kinds, part.arrives)
        for part in arrival.parts
        if part.spared == spared
    )


def wear_effects(resolution: Resolution, creature_id: str, arrival: Arrival) -> None:
    """Take from effects that absorb so many points what they took of a blow; the used up end."""
    for name, points in arrival.worn:
        being = someone(resolution.state, creature_id)
        lasting = next((one for one in being.lasting if one.name == name), None)
        if lasting is None or not points:
            continue
        left = lasting.value - points
        label = Message("{effect}: points that it may still take", effect=name)
        resolution.explain(_cite(resolution.rules, label, max(0, left), "open rules"))
        if left > 0:
            resolution.emit(ConditionBegan(creature_id, replace(lasting, value=left)))
        else:
            resolution.emit(ConditionEnded(creature_id, name, expired=True))


def stop_regeneration(resolution: Resolution, creature_id: str) -> None:
    """Mark a creature whose regeneration is stopped, until the end of its next turn."""
    round_number = _round_of_next_turn(resolution.state, creature_id)
    until = Until("turn_end", who=creature_id, round=round_number)
    resolution.emit(ConditionBegan(creature_id, Lasting(STOPPED, until)))


def _round_of_next_turn(state: State, creature_id: str) -> int:
    fight = state.fight
    if fight is None:
        return 1
    slot = fight.slot_of(creature_id)
    if slot is not None and slot.began >= fight.round:
        return fight.round + 1
    return max(1, fight.round)
