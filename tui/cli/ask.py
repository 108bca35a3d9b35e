"""`outrider ask FILE QUESTION ARGS`: one question on an encounter, as a page or as JSON."""

from __future__ import annotations

import argparse
import textwrap
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeAlias

from core.casebook.combat_cases import IN_THE_CATALOGUE
from core.combat.attack.situations import WORDS as NO_ATTACK
from core.combat.board.encounter_file import parse_encounter
from core.combat.sight.concealment import WORDS as CONCEALED
from core.combat.sight.cover_answer import degree_words
from core.files import FileError, exact_number
from core.messages import Chance, Message, Metres, Refusal, Squares, Template
from core.play.fight.moves.narration import refused
from core.receipts import Receipt, refuse_defaults, rules_by_default
from saves.library.effect_library import lay_effects
from tui.cli.ask_picture import picture
from tui.cli.ask_questions import (
    QUESTIONS,
    AnsweredQuery,
    ask,
    attack_of,
    find_speed,
    question_of,
    squares_a_round,
    take_apart,
    usages,
)
from tui.cli.plan import receipts_json
from tui.cli.rulesets import ruleset_for
from tui.kit.errors import BadInput, Exit, read_text, report, tell, tell_json
from tui.kit.lines_view import text_of
from tui.kit.phrases import phrase, say, set_units
from tui.kit.receipt import figure

SCREEN = 23
"""Lines of a terminal, the prompt left out."""
LEAST = 12
"""Lines of reasons that are shown even so."""


def run(args: argparse.Namespace) -> int:
    """Answer the question `args.words` on the encounter in `args.file`.

    The words hold the question, its arguments and all options, `--json`, `--strict`, `--ruleset`
    and `--units` among them. Exit code 0 answered (that a move is illegal is an answer too),
    1 refused, 2 bad input.
    """
    file = Path(args.file)
    telling = bool(args.json) or "--json" in args.words
    try:
        words = take_apart(args.words)
        if words.help or args.file in ("-h", "--help"):
            return _help()
        if words.units:
            set_units("imperial" if words.units == "imperial" else "metric")
        question = question_of(words)
        encounter = parse_encounter(read_text(file))
        folders = (*map(Path, args.ruleset or ()), *words.folders)
        strict = args.strict or words.strict
        rules = ruleset_for(encounter.ruleset, file, folders, strict=strict)
        rules = lay_effects(rules, encounter.effect_names)
        query = ask(question, words, encounter.scene(rules))
        if strict:
            refuse_defaults(query.receipts)
    except (BadInput, FileError, Refusal) as error:
        return report(error, as_json=telling, file=file)
    if telling:
        tell_json(as_json(query), indent=2)
    else:
        tell(page(query, why=words.why), end="")
    return Exit.ANSWERED


def _help() -> int:
    tell(phrase("outrider ask FILE QUESTION ARGS [--KEY VALUE] [--why] [--json]"))
    for question in QUESTIONS.values():
        for way in usages(question):
            tell(f"  {way}")
        tell(f"      {phrase(question.text)}")
    return Exit.ANSWERED


def page(query: AnsweredQuery, *, why: bool = False) -> str:
    """The page of an answer, at most 78 columns wide, ending in a line end.

    Unless it is asked `why`, inner reasons are left out so that it fits a small terminal, if
    that can be.
    """
    head = textwrap.wrap(sentences(query), WIDTH)
    drawn = picture(query)
    room = max(LEAST, SCREEN - len(head) - len(drawn) - 4)
    parts = (head, drawn, tree(query.receipts, None if why else room))
    return "\n".join("".join(f"{line.rstrip()}\n" for line in part) for part in parts if part)


def as_json(query: AnsweredQuery) -> dict[str, Any]:
    """What `--json` prints: what the kind's `expect` may name, and `receipt`; never localized."""
    costs = {str(square): cost for square, cost in query.costs.items()} if query.every else {}
    more = {"squares": list(costs), "costs": costs} if query.every else {}
    receipts = query.receipts
    if len(receipts) != 1:
        label = Message("figures of this answer")
        receipts = (Receipt(label, len(receipts), parts=receipts),)
    (tree,) = receipts_json(receipts, questions=True)
    return {**query.values, **more, "receipt": tree}


WIDTH = 78
INDENT = 2
LITTLE = 2
"""So few lines are not left out."""


def tree(receipts: Sequence[Receipt], room: int | None = None) -> list[str]:
    """The lines of receipts, each total first and its parts below it.

    With `room` for so many lines, inner parts that do not fit are left out, and
    counted in the last line.
    """
    every = _lines(receipts, 0, None)
    if room is None or len(every) <= room + LITTLE:
        return every + _notes(receipts)
    shown = _lines(receipts, 0, _opened(receipts, room))[:room]
    left = phrase("({lines} more lines: --why)", lines=len(every) - len(shown))
    return [*shown, left, *_notes(receipts)]


def _lines(receipts: Iterable[Receipt], depth: int, opened: set[int] | None) -> list[str]:
    lines: list[str] = []
    for receipt in receipts:
        lines += text_of(figure(receipt, WIDTH, 1, INDENT * depth)).splitlines()
        if opened is None or id(receipt) in opened:
            lines += _lines(receipt.parts, depth + 1, opened)
    return lines


def _opened(receipts: Sequence[Receipt], room: int) -> set[int]:
    opened: set[int] = set()
    left = room - len(_lines(receipts, 0, opened))
    waiting = deque((receipt, 1) for receipt in receipts)
    while waiting:
        receipt, depth = waiting.popleft()
        needed = len(_lines(receipt.parts, depth, opened))
        if needed <= left:
            left -= needed
            opened.add(id(receipt))
            waiting.extend((part, depth + 1) for part in receipt.parts)
    return opened


def _notes(receipts: Sequence[Receipt]) -> list[str]:
    rules = rules_by_default(tuple(receipts))
    if not rules:
        return []
    told = phrase("* house default: {rules}", rules=rules)
    return textwrap.wrap(told, WIDTH, subsequent_indent="  ")


NAMED = 12
"""No more squares are named in a sentence; the picture shows them all."""

UNMADE: Mapping[str, Template] = {
    "in_the_air": "{mover} is in the air and cannot walk.",
    "budget": "{mover} cannot go this way: it costs more than it has.",
}
"""Why a path may not be taken, where the words of a fight do not say it."""

FLANKED: Mapping[str, Template] = {
    "ok": "{attacker} and {ally} flank {target}.",
    "ranged": "{attacker} does not flank {target}: only melee attacks flank.",
    "reach_zero": "{attacker} and {ally} do not flank {target}: one of them has no reach.",
    "attacker_not_threatening": "{attacker} does not flank {target}: it does not threaten it.",
    "ally_not_threatening": "{attacker} and {ally} do not flank {target}: {ally} does not "
    "threaten it.",
    "not_opposite": "{attacker} and {ally} do not flank {target}: they are not on opposite "
    "sides or corners of it.",
}

COVERED: Mapping[str, Template] = {
    "soft": "A creature is in the line.",
    "total": "It cannot be attacked.",
}

FITS: Mapping[str, Template] = {
    "normal": "Size {size} goes through {width} as usual.",
    "squeeze": "Size {size} squeezes through {width}.",
    "escape_artist": "Size {size} gets through {width} only by Escape Artist.",
    "squeeze_activity": "Size {size} gets through {width} only by the Squeeze activity.",
    "impossible": "Size {size} does not get through {width}.",
}


# what the sentences share

Told: TypeAlias = Mapping[str, Any]
"""The values of an answer and the names of its inputs, as the templates name them."""
NAMES = ("mover", "who", "attacker", "ally", "target", "a", "b")
"""The inputs that are creatures, two of them perhaps squares."""
CAPITALS = ("to", "at", "size")
WORDS = ("mode", "shape")
LENGTHS = ("cost", "budget", "height")
"""The inputs and values that are counted in squares."""


def _values(query: AnsweredQuery) -> Told:
    values: dict[str, Any] = {key: _word_of(query, key) for key in WORDS}
    values |= query.values
    values |= {key: tuple(value) for key, value in values.items() if isinstance(value, list)}
    values |= {key: _called(query, _word_of(query, key)) for key in NAMES if key in query.given}
    values |= {key: _word_of(query, key).upper() for key in CAPITALS if key in query.given}
    counted = {**query.given, **query.values}
    return values | {key: _length(query, counted[key]) for key in LENGTHS if key in counted}


def _length(query: AnsweredQuery, squares: object) -> Message:
    count = exact_number(str(squares)) or Fraction(0)
    metres = count * query.scene.combat.measures.square_m
    return Message("{squares} ({metres})", squares=Squares(count), metres=Metres(metres))


def _word_of(query: AnsweredQuery, key: str) -> str:
    return str(query.given.get(key, ""))


def _called(query: AnsweredQuery, id: str) -> str:
    creature = query.scene.by_id.get(id)
    if creature is None:
        return id.upper()
    return creature.name or id


# movement


def _move(query: AnsweredQuery, values: Told) -> Iterator[Message]:
    path = query.given.get("path", ())
    first, last = (path[0].upper(), path[-1].upper()) if isinstance(path, tuple) else ("", "")
    if values["legal"]:
        yield Message(
            "{mover} may go from {start} to {end}: {cost}.", **values, start=first, end=last
        )
        if values["reason"] == "minimum_move":
            yield Message("That is more than its speed, so it is the minimum movement.")
        else:
            yield from _speed(query)
            yield from _changed_speed(query)
    else:
        yield _unmade(query, {"at": last, **values})
        if "cost" in values:
            yield Message("It would cost {cost}.", **values)
    if values.get("hazard_steps"):
        yield Message("It is hurt on {hazard_steps:step|steps}.", **values)


def _unmade(query: AnsweredQuery, values: Told) -> Message:
    reason = values["reason"]
    if reason == IN_THE_CATALOGUE["no_run"]:
        mover = query.scene.creature(_word_of(query, "mover"))
        conditions = query.scene.names_of_causes(mover, "no_run")
        return refused("no_run", values["mover"], values["at"], conditions).message
    if reason in UNMADE:
        return Message(UNMADE[reason], **values)
    return refused(reason, values["mover"], values["at"]).message


def _speed(query: AnsweredQuery) -> Iterator[Message]:
    mover = query.scene.creature(_word_of(query, "mover"))
    cost = query.values["cost"]
    speed = squares_a_round(query.scene, mover, str(query.given.get("mode", "walk")))
    if speed is None or "budget" in query.given or query.given.get("action", "move") != "move":
        return
    if cost <= speed:
        yield Message(
            "{left:square|squares} of its speed of {speed} are left.",
            left=speed - cost,
            speed=speed,
        )
    else:
        yield Message("Its speed is {speed}: one move is not enough.", speed=speed)


def _changed_speed(query: AnsweredQuery) -> Iterator[Message]:
    mover = query.scene.creature(_word_of(query, "mover"))
    speed = find_speed(query.scene, mover, str(query.given.get("mode", "walk")))
    if speed is not None and speed.conditions:
        yield Message(
            "Its speed is {speed} of {written:square|squares}: {conditions}.",
            speed=speed.now,
            written=speed.written,
            conditions=speed.conditions,
        )


def _cheapest(query: AnsweredQuery, values: Told) -> Iterator[Message]:
    if not values["reachable"]:
        yield Message("{mover} cannot get to {to}.", **values)
    else:
        yield Message("The cheapest way for {mover} to {to} costs {cost}.", **values)
        yield from _speed(query)
        yield from _changed_speed(query)


def _reach(query: AnsweredQuery, told: Told) -> Iterator[Message]:
    yield Message("{mover} can get to {count:square|squares} with {budget}.", **told)
    yield from _changed_speed(query)


def _distance(query: AnsweredQuery, values: Told) -> Iterator[Message]:
    length = _length(query, values["squares"])
    if not values["squares"]:
        yield Message("{a} and {b} share a square.", **values)
    elif values["squares"] == 1:
        yield Message("{a} and {b} are adjacent: {length}.", **values, length=length)
    else:
        yield Message("{a} and {b} are {length} apart.", **values, length=length)


def _fall(_: AnsweredQuery, values: Told) -> Iterator[Message]:
    harm = values.get("dice", "") or values.get("damage", 0)
    yield Message("A fall of {height}: {harm} damage.", **values, harm=harm)
    if values["prone"]:
        yield Message("A creature that falls is prone afterwards.")
    if "victim_damage" in values:
        degree = str(values["victim_degree"]).replace("_", " ")
        yield Message("A creature below takes {victim_damage} ({degree}).", **values, degree=degree)


def _fly(query: AnsweredQuery, values: Told) -> Iterator[Message]:
    if "budget" not in values:
        yield Message("This flight costs {cost}.", **values)
        return
    limit = exact_number(_word_of(query, "budget")) or Fraction(0)
    yield Message(
        "This flight costs {cost}, which {limit} allows."
        if values["legal"]
        else "This flight costs {cost}, more than {limit}.",
        **values,
        limit=limit,
    )


def _squeeze(query: AnsweredQuery, values: Told) -> Iterator[Message]:
    width = Metres(exact_number(_word_of(query, "width_m")) or Fraction(0))
    yield Message(FITS[values["mode"]], **values, width=width)
    least = exact_number(str(values.get("min_width_m", "")))
    if least:
        yield Message("It needs {width} at least.", width=Metres(least))
    if values.get("cost_multiplier", 1) != 1:
        yield Message("Each square counts {cost_multiplier} times.", **values)
    if values.get("attack") or values.get("ac"):
        both = {"attack": 0, "ac": 0, **values}
        yield Message("{attack:+} to attacks, {ac:+} to Armour Class.", **both)
    if values.get("can_attack") is False:
        yield Message("It cannot attack while squeezing.")


def _end(query: AnsweredQuery, values: Told) -> Iterator[Message]:
    if values.get("legal"):
        yield Message("{mover} may stop at {at}.", **values)
    elif "legal" in values:
        yield _unmade(query, values)
    elif values.get("gm_decides"):
        yield Message("A creature stopped there is moved or falls, as the GM decides.")
    else:
        yield Message(
            "{mover} is moved to {options}."
            if len(values["options"]) == 1
            else "{mover} is moved to one of {options}, chosen by a die.",
            **values,
        )


# attacks, cover and areas


def _threat(_: AnsweredQuery, values: Told) -> Iterator[Message]:
    yield Message("{who} threatens {count:square|squares} around it.", **values)
    if 0 < len(values["squares"]) <= NAMED:
        yield Message("They are {squares}.", **values)
    if values["own_space"]:
        yield Message("It can attack into its own space too.")


def _aoo(query: AnsweredQuery, values: Told) -> Iterator[Message]:
    if not values["provokes"]:
        yield Message("This path of {mover} provokes no attacks.", **values)
    for opportunity in values["provokes"]:
        by = _called(query, opportunity["by"])
        others = tuple(at for at in opportunity["all"] if at != opportunity["at"])
        yield Message(
            "{by} may strike at {mover} when it leaves {at}.", **values, by=by, at=opportunity["at"]
        )
        if others:
            yield Message("Or later, when it leaves {squares}.", squares=others)


def _cover(query: AnsweredQuery, values: Told) -> Iterator[Message]:
    if query.given.get("mode") == "area":
        yield _area_cover(values)
        return
    degree = values["degree"]
    yield Message(
        "{target} is screened from {attacker} ({mode})."
        if degree == "screen"
        else "{target} has {cover} from {attacker} ({mode}).",
        **values,
        cover=degree_words(degree),
    )
    if degree in COVERED:
        yield Message(COVERED[degree])
    if values["ac_bonus"]:
        yield Message(
            "{ac_bonus:+} to its Armour Class, {reflex_bonus:+} to Reflex saves.", **values
        )
    if values.get("partial_hint"):
        yield Message(
            "From one corner three of four lines are clear: the GM may call it partial cover."
        )


def _area_cover(values: Told) -> Message:
    if not values["affected"]:
        return Message("{target} is outside the area and not affected.", **values)
    if values["reflex_bonus"]:
        return Message(
            "{target} is affected, with {reflex_bonus:+} to its Reflex save for cover.", **values
        )
    return Message("{target} is affected, without a bonus for cover.", **values)


def _conceal(_: AnsweredQuery, values: Told) -> Iterator[Message]:
    degree = Message(CONCEALED[values["degree"]])
    yield Message("{target} is {concealed} from {attacker} ({mode}).", **values, concealed=degree)
    if values["miss_chance"]:
        yield Message("A hit misses with {chance}.", chance=Chance(values["miss_chance"], 100))
    if values.get("can_target") is False:
        yield Message("The attacker has to guess its square.")


def _flank(_: AnsweredQuery, values: Told) -> Iterator[Message]:
    yield Message(FLANKED[values["reason"]], **values)
    if values.get("attack_bonus"):
        yield Message("{attack_bonus:+} to the attack.", **values)
    if values.get("target_ac"):
        yield Message("{target_ac:+} to the target's Armour Class.", **values)


def _attack(query: AnsweredQuery, values: Told) -> Iterator[Message]:
    if "allowed" in values:
        yield from _coup(values)
        return
    if not values.get("can_attack", True):
        why = Message(NO_ATTACK[values["reason"]])
        yield Message("{attacker} cannot attack {target} ({mode}): {why}.", **values, why=why)
        return
    yield Message(
        "{attacker} attacks {target} ({mode}): {attack_total:+} to the roll and {ac_total:+} to "
        "the Armour Class as things stand.",
        **values,
    )
    changed = attack_of(query.inputs, query.scene).modifiers
    if changed.attack_scores or changed.ac_scores:
        yield Message(
            "Strength and Dexterity changed by conditions: {attack:+} to the roll and "
            "{ac:+} to the Armour Class on top.",
            attack=changed.attack_change,
            ac=changed.ac_change,
        )
    if values.get("target_loses_dex"):
        yield Message("{target} loses its Dexterity bonus to Armour Class.", **values)
    if "needed" in values:
        chance = Chance(exact_number(str(values["p_hit"])) or 0)
        yield Message(
            "It needs {needed} or more on the d20 and hits with {chance}.", **values, chance=chance
        )


def _coup(values: Told) -> Iterator[Message]:
    if not values["allowed"]:
        why = str(values["reason"]).replace("_", " ")
        yield Message(
            "{attacker} cannot give {target} the coup de grâce: {why}.", **values, why=why
        )
        return
    yield Message(
        "{attacker} can give {target} the coup de grâce in "
        "{full_round_actions:full-round action|full-round actions}.",
        **values,
    )
    if "fort_dc" in values:
        yield Message("If the target survives, it makes a Fortitude save, DC {fort_dc}.", **values)


def _area(query: AnsweredQuery, told: Told) -> Iterator[Message]:
    named_creatures = [(_called(query, creature["id"]), creature) for creature in told["creatures"]]
    yield Message("The {shape} covers {count:square|squares}.", **told)
    plain = tuple(
        name
        for name, creature in named_creatures
        if creature["affected"] and not creature["reflex_bonus"]
    )
    if not named_creatures:
        yield Message("The area is empty.")
    elif plain:
        yield Message("In it: {names}.", names=plain)
    for name, creature in named_creatures:
        if not creature["affected"]:
            yield Message("{who} is in it, but walls protect it.", who=name)
        elif creature["reflex_bonus"]:
            yield Message(
                "{who} is in it, with {reflex_bonus:+} to the Reflex save for cover.",
                who=name,
                **creature,
            )


SENTENCES: Mapping[str, Callable[[AnsweredQuery, Told], Iterable[Message]]] = {
    "move": _move, "cheapest": _cheapest, "reach": _reach, "distance": _distance, "fall": _fall,
    "fly": _fly, "squeeze": _squeeze, "end": _end, "threat": _threat, "aoo": _aoo, "cover": _cover,
    "conceal": _conceal, "flank": _flank, "attack": _attack, "area": _area,
}  # fmt: skip


def sentences(query: AnsweredQuery) -> str:
    """The sentences of an answer, on one line."""
    messages = SENTENCES[query.question.name](query, _values(query))
    texts = map(say, messages)
    return " ".join(text[:1].upper() + text[1:] for text in texts)
