"""`outrider ask FILE QUESTION ARGS`: one question on an encounter, as a page or as JSON."""

from __future__ import annotations

import argparse
import textwrap
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from core.combat.board.encounter_file import parse_encounter
from core.files import FileError
from core.messages import Message, Refusal
from core.receipts import Receipt, refuse_defaults, rules_by_default
from tui.cli.ask_answer import AnsweredQuery, ask
from tui.cli.ask_picture import picture
from tui.cli.ask_questions import QUESTIONS, question_of, take_apart, usages
from tui.cli.ask_sentences import sentences
from tui.cli.plan_json import receipts_json
from tui.cli.rulesets import ruleset_for
from tui.kit.errors import BadInput, Exit, read_text, report, tell, tell_json
from tui.kit.phrases import phrase, say, set_units

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
        question, encounter = question_of(words), parse_encounter(read_text(file))
        folders = (*map(Path, args.ruleset or ()), *words.folders)
        rules = ruleset_for(encounter.ruleset, file, folders)
        found = ask(question, words, encounter.scene(rules))
        if args.strict or words.strict:
            refuse_defaults(found.receipts)
    except (BadInput, FileError, Refusal) as error:
        return report(error, as_json=telling, file=file)
    if telling:
        tell_json(as_json(found), indent=2)
    else:
        tell(page(found, why=words.why), end="")
    return Exit.ANSWERED


def _help() -> int:
    tell(phrase("outrider ask FILE QUESTION ARGS [--KEY VALUE] [--why] [--json]"))
    for question in QUESTIONS.values():
        for way in usages(question):
            tell(f"  {way}")
        tell(f"      {phrase(question.text)}")
    return Exit.ANSWERED


def page(asked: AnsweredQuery, *, why: bool = False) -> str:
    """The page of an answer, at most 78 columns wide, ending in a line end.

    Unless it is asked `why`, inner reasons are left out so that it fits a small terminal, if
    that can be.
    """
    head, drawn = textwrap.wrap(sentences(asked), WIDTH), picture(asked)
    room = max(LEAST, SCREEN - len(head) - len(drawn) - 4)
    parts = (head, drawn, tree(asked.receipts, None if why else room))
    return "\n".join("".join(f"{line.rstrip()}\n" for line in part) for part in parts if part)


def as_json(asked: AnsweredQuery) -> dict[str, Any]:
    """What `--json` prints: what the kind's `expect` may name, and `receipt`; never localized."""
    costs = {str(square): cost for square, cost in asked.costs.items()} if asked.every else {}
    more = {"squares": list(costs), "costs": costs} if asked.every else {}
    receipts = asked.receipts
    if len(receipts) != 1:
        label = Message("figures of this answer")
        receipts = (Receipt(label, len(receipts), parts=receipts),)
    (tree,) = receipts_json(receipts, questions=True)
    return {**asked.values, **more, "receipt": tree}


WIDTH = 78
RULE = 8
"""Columns at the right for "C-176 *"."""
INDENT = 2
VALUE = 18
"""A value longer than that follows its label."""
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
        lines += _node(receipt, depth)
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


def _node(receipt: Receipt, depth: int) -> Iterator[str]:
    before = " " * (INDENT * depth)
    value, label = say(receipt.value), say(receipt.label)
    text = f"{value}  {label}" if len(value) <= VALUE else f"{label}: {value}"
    if not value:
        text = label
    rule = f"{receipt.rule}{' *' if receipt.default else ''}"
    hang = " " * min(len(before) + (len(value) + 2 if len(value) <= VALUE else INDENT), WIDTH // 3)
    wrapped = textwrap.wrap(
        text, WIDTH - RULE, initial_indent=before, subsequent_indent=hang, break_on_hyphens=False,
    ) or [before]  # fmt: skip
    yield f"{wrapped[0]:<{WIDTH - RULE}} {rule}".rstrip()
    yield from wrapped[1:]


def _notes(receipts: Sequence[Receipt]) -> list[str]:
    rules = rules_by_default(tuple(receipts))
    if not rules:
        return []
    told = phrase("* house default: {rules}", rules=rules)
    return textwrap.wrap(told, WIDTH, subsequent_indent="  ")
