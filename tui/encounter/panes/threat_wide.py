"""The threat panel of a large window: every square, every threatener, rule numbers."""

from __future__ import annotations

from collections.abc import Iterator

from core.messages import Message
from tui.encounter.panes.fight_lines import AttackLine, FlankLine, StrikeLine, ThreatLines
from tui.encounter.panes.threat_narrow import cover_words
from tui.kit import lengths
from tui.kit.lines_view import NarratedLines, apart, sentence, side_by_side, told, words
from tui.kit.phrases import phrase, say

MARGIN = 2
RULES = 27
MOST_STEPS = 12


def wide(threat: ThreatLines, width: int) -> list[NarratedLines]:
    """The lines of a large window, in order."""
    return list(_every(threat, width - MARGIN))


def _every(threat: ThreatLines, width: int) -> Iterator[NarratedLines]:
    if threat.cost is None:
        if words(threat.trouble):
            yield told(sentence(words(threat.trouble), width, " "), 0, "bad")
    else:
        yield told([_price(threat, width)])
        if words(threat.height):
            ends = phrase("ends at {height}", height=words(threat.height))
            yield told([f"   {ends}"], 3)
        yield told(_steps(threat, width), 6)
    yield from _strikes(threat, width)
    yield from _there(threat, width)
    if threat.attack is not None:
        yield told(_attack(threat.attack, width), 1)
    if words(threat.left):
        left = phrase("left: {left}", left=words(threat.left))
        yield told(sentence(left, width, " "), 2)


def _price(threat: ThreatLines, width: int) -> str:
    how = ", ".join(part for part in (words(threat.spends), words(threat.mode)) if part)
    return apart(f" {how}", say(lengths.used(threat.cost or 0, threat.budget)), width)


def _steps(threat: ThreatLines, width: int) -> list[str]:
    steps = [f"{step.at} {step.cost}" for step in threat.steps]
    if len(steps) > MOST_STEPS:
        left_out = phrase("... {squares} more ...", squares=len(steps) - MOST_STEPS)
        steps = [*steps[: MOST_STEPS - 1], left_out, steps[-1]]
    lines = side_by_side(steps, width, "   ", gap="   ")
    rules = " ".join(threat.rules)
    if rules and lines and len(lines[-1]) < RULES and RULES + len(rules) <= width:
        lines[-1] = f"{lines[-1]:<{RULES}}{rules}"
    elif rules:
        lines += side_by_side(threat.rules, width, "   ", gap=" ")
    return lines


def _strikes(threat: ThreatLines, width: int) -> Iterator[NarratedLines]:
    before = ""
    lines: list[str] = []
    for one in threat.strikes:
        lead = phrase("leaving {at}: ", at=one.at)
        lead = f" ! {lead}" if one.at != before else " " * (len(lead) + 3)
        before = one.at
        who = phrase("{who} strikes", who=one.sign)
        lines.append(apart(lead + who, _odds(one), width))
    if lines:
        yield told(lines, 0, "bad")
    if len(threat.strikes) > 1 and threat.at_least is not None:
        least = Message("hit at least once {chance}", chance=threat.at_least)
        yield told([f"   {say(least)}"], 3)
    if words(threat.safe):
        lines = sentence(words(threat.safe), width, " ")
        free = [*threat.free, phrase("free")] if threat.free else []
        yield told([*lines, *side_by_side(free, width, "   ", gap=" ")], 2)


def _odds(one: StrikeLine) -> str:
    against = ""
    if one.bonus is not None and one.ac is not None:
        against = phrase("{bonus:+} vs {ac}", bonus=one.bonus, ac=one.ac)
    chance = "" if one.chance is None else say(one.chance)
    return f"{against}  {chance}".strip()


def _there(threat: ThreatLines, width: int) -> Iterator[NarratedLines]:
    at = phrase("at {at}", at=threat.to)
    lead = f" {at}  "
    blank = " " * len(lead)
    for one in threat.flanks:
        yield told([_flank(one, lead, width)], 3)
        lead = blank
    if words(threat.threatened):
        parts = words(threat.threatened).split("; ")
        yield told(side_by_side(parts, width, lead, gap="; "), 4)
        lead = blank
    items = [cover_words(one.sign, words(one.words), one.bonus) for one in threat.cover]
    items = items or [phrase("nobody")]
    if threat.cost is None and not threat.cover:
        return
    yield told(side_by_side(items, width, lead + phrase("cover from: ")), 5)


def _flank(one: FlankLine, lead: str, width: int) -> str:
    text = phrase("flanks {target} with {ally}", target=one.target, ally=one.ally)
    right = f"{one.bonus:+d}   {one.rule}" if one.rule else f"{one.bonus:+d}"
    return apart(lead + text, right, width)


def _attack(one: AttackLine, width: int) -> list[str]:
    if words(one.trouble):
        why = Message("no attack on {target}: {trouble}", target=one.sign,
                      trouble=words(one.trouble))  # fmt: skip
        return sentence(say(why), width, " ")
    parts = " ".join(f"{part:+d}" for part in one.parts)
    head = Message("then attack {target}", target=one.sign)
    if one.ac is not None:
        head = Message("then attack {target} AC {ac}", target=one.sign, ac=one.ac)
    text = f" {say(head)}: {parts}"
    if one.needed is not None:
        text = f"{text} {phrase('needs {needed}', needed=one.needed)}"
    return [apart(text, "" if one.chance is None else say(one.chance), width)]
