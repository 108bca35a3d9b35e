"""The pane of the answers about one square: the way there, who strikes on it, the attack then."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from textual.reactive import var

from core.dice import Armour
from core.messages import N_, Template
from core.values import Struct
from tui.encounter.panes.fight_lines import (
    AttackLine,
    BeforeLines,
    FlankLine,
    StrikeLine,
    ThreatLines,
)
from tui.kit import lengths
from tui.kit.lines_view import (
    Line,
    NarratedLines,
    Pane,
    apart,
    fitted,
    rule,
    sentence,
    side_by_side,
    told,
)
from tui.kit.phrases import phrase, say
from tui.play.dice.tray_model import ARMOUR

BRIEF_ARMOUR: Mapping[Armour, Template] = {"AC": "AC{ac}", "EAC": "EAC{ac}", "KAC": "KAC{ac}"}
"""What an attack has to beat, in a narrow pane."""
WIDE = 40
RULES = 27
MOST_STEPS = 12


class ThreatRows(Struct):
    """The answers (None = no creature acts), and how many lines there are; 0 = what they take."""

    threat: ThreatLines | None = None
    most: int = 0


class ThreatPanel(Pane):
    """The answers about one square, in full from 40 columns on, else short.

    Beyond `most` lines the least urgent are left out and counted.
    """

    shown = var(ThreatRows(), init=False)
    """What is shown."""

    def watch_shown(self) -> None:
        """Show other answers, or in another number of lines."""
        self.redraw()

    def lines(self, width: int) -> Sequence[Line]:
        """Title and answers."""
        threat = self.shown.threat
        if threat is None:
            return ()
        wide = width >= WIDE
        if wide:
            name = threat.name
            left = threat.left
            pad = " "
        else:
            name = threat.sign or threat.name
            left = threat.left_brief or threat.left
            pad = ""
        room = width - 2 * len(pad)
        if threat.to and threat.to != threat.start:
            title = N_("{who}  {start} to {to}")
        else:
            title = N_("{who}  at {start}")
        text = phrase(title, who=name, start=threat.start, to=threat.to)
        every = [NarratedLines((rule(width, text),), -1)]
        if threat.trouble and not threat.cost:
            every.append(told(sentence(threat.trouble, room, pad), 0, "bad"))
        every += _wide(threat, room) if wide else _narrow(threat, room)
        if left:
            rows = sentence(phrase("left: {left}", left=left), room, pad)
            every.append(told(rows, 2 if wide else 3))
        if threat.by_hand:
            rows = sentence(phrase("by hand: {feats}", feats=", ".join(threat.by_hand)), room, pad)
            every.append(told(rows, 5))
        return fitted(every, self.shown.most, width)


# in the 31 columns of a small window: cost and opportunities are left out last


def _narrow(threat: ThreatLines, width: int) -> Iterator[NarratedLines]:
    if threat.cost:
        parts = (threat.cost, threat.spends, threat.height)
        yield told(sentence(", ".join(part for part in parts if part), width))
    yield from _onward(threat, width, "")
    yield from _strikes(threat, width)
    for flank_line in threat.flanks:
        flank = phrase(
            "at {at}: flanks {target} with {ally}  {gain}",
            at=threat.to,
            target=flank_line.target,
            ally=flank_line.ally,
            gain=_gain(flank_line),
        )
        yield told(sentence(flank, width), 1)
    if threat.cover:
        yield told(side_by_side(threat.cover, width, phrase("cover from: ")), 4)
    if threat.misses:
        yield told(side_by_side(threat.misses, width, phrase("miss chance of: ")), 4)
    if threat.before is not None:
        yield from _before(threat.before, width)
    if threat.attack is not None:
        yield told(_attack(threat.attack, width), 1)
        yield from _beside_attack(threat.attack, width, "")


def _onward(threat: ThreatLines, width: int, pad: str) -> Iterator[NarratedLines]:
    if threat.checks:
        yield told([line for one in threat.checks for line in sentence(one, width, pad)], 0)
    if threat.onward:
        yield told(side_by_side(threat.onward, width, pad, gap=", "), 2)


def _beside_attack(attack: AttackLine, width: int, pad: str) -> Iterator[NarratedLines]:
    if attack.unusual:
        yield told(sentence(attack.unusual, width, pad), 1, "bad")
    if attack.melee:
        yield told(sentence(attack.melee, width, pad), 2)


def _before(before: BeforeLines, width: int) -> Iterator[NarratedLines]:
    items = [f"{one.sign} {_chance(one)}".rstrip() for one in before.strikes]
    yield told(side_by_side(items, width, phrase("! before the attack: ")), 0, "bad")
    if before.at_least is not None:
        least = phrase("at least one hits {chance}", chance=before.at_least)
        yield told([f"  {least}"], 5)
    if before.avoids:
        text = f"{before.avoids} {say(lengths.named(before.free))}"
        yield told(sentence(text, width, ". "), 2)


def _strikes(threat: ThreatLines, width: int) -> Iterator[NarratedLines]:
    for at in dict.fromkeys(strike.at for strike in threat.strikes):
        lead = phrase("! leaving {at}: ", at=at)
        struck = (one for one in threat.strikes if one.at == at)
        items = [f"{one.sign} {_chance(one)}".rstrip() for one in struck]
        yield told(side_by_side(items, width, lead), 0, "bad")
    if len(threat.strikes) > 1 and threat.at_least is not None:
        least = phrase("at least one hits {chance}", chance=threat.at_least)
        yield told([f"  {least}"], 5)
    if threat.safe:
        text = f"{threat.safe} {say(lengths.named(threat.free))}"
        yield told(sentence(text.rstrip(), width, ". "), 2)


def _gain(flank_line: FlankLine) -> str:
    if flank_line.ac:
        return phrase("AC {change:+}", change=flank_line.ac)
    return f"{flank_line.bonus:+d}"


def _chance(strike_line: StrikeLine) -> str:
    if strike_line.chance is None:
        return ""
    return say(strike_line.chance)


def _attack(attack_line: AttackLine, width: int) -> list[str]:
    if attack_line.trouble:
        return sentence(
            phrase("{target}: {trouble}", target=attack_line.sign, trouble=attack_line.trouble),
            width,
        )
    needs = phrase("hits on {needed}", needed=attack_line.needed)
    against = phrase(BRIEF_ARMOUR[attack_line.armour], ac=attack_line.ac)
    head = f"{attack_line.sign} {against}: {attack_line.bonuses} {needs}"
    if len(head) + 2 + len(attack_line.odds) <= width:
        gap = "  "
    else:
        gap = " "
    return side_by_side([head, attack_line.odds], width, gap=gap)


# in a large window: every square, every threatener, rule numbers


def _wide(threat: ThreatLines, width: int) -> Iterator[NarratedLines]:
    if threat.cost:
        how = ", ".join(part for part in (threat.spends, threat.mode) if part)
        yield told([apart(f" {how}", threat.cost, width)])
        if threat.height:
            ends = phrase("ends at {height}", height=threat.height)
            yield told([f"   {ends}"], 3)
        yield told(_steps(threat, width), 6)
    yield from _onward(threat, width, "   ")
    yield from _strikes_in_full(threat, width)
    yield from _there(threat, width)
    if threat.before is not None:
        yield from _before_in_full(threat.before, width)
    if threat.attack is not None:
        yield told(_attack_in_full(threat.attack, width), 1)
        yield from _beside_attack(threat.attack, width, "   ")


def _before_in_full(before: BeforeLines, width: int) -> Iterator[NarratedLines]:
    lead = f" ! {phrase('before the attack')}: "
    lines = []
    for one in before.strikes:
        who = phrase("{who} strikes", who=one.sign)
        lines.append(apart(lead + who, _odds(one), width))
        lead = " " * len(lead)
    yield told(lines, 0, "bad")
    if before.at_least is not None:
        least = phrase("hit at least once {chance}", chance=before.at_least)
        yield told([f"   {least}"], 3)
    if before.avoids:
        lines = sentence(before.avoids, width, " ")
        yield told([*lines, *side_by_side(before.free, width, "   ", gap=" ")], 2)


def _steps(threat: ThreatLines, width: int) -> list[str]:
    steps: Sequence[str] = threat.steps
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


def _strikes_in_full(threat: ThreatLines, width: int) -> Iterator[NarratedLines]:
    before = ""
    lines = []
    for strike_line in threat.strikes:
        lead = phrase("leaving {at}: ", at=strike_line.at)
        if strike_line.at != before:
            lead = f" ! {lead}"
        else:
            lead = " " * (len(lead) + 3)
        before = strike_line.at
        who = phrase("{who} strikes", who=strike_line.sign)
        lines.append(apart(lead + who, _odds(strike_line), width))
    if lines:
        yield told(lines, 0, "bad")
    if len(threat.strikes) > 1 and threat.at_least is not None:
        least = phrase("hit at least once {chance}", chance=threat.at_least)
        yield told([f"   {least}"], 3)
    if threat.safe:
        lines = sentence(threat.safe, width, " ")
        free = [*threat.free, phrase("free")] if threat.free else []
        yield told([*lines, *side_by_side(free, width, "   ", gap=" ")], 2)


def _odds(strike_line: StrikeLine) -> str:
    against = ""
    if strike_line.bonus is not None and strike_line.ac is not None:
        against = phrase("{bonus:+} vs {ac}", bonus=strike_line.bonus, ac=strike_line.ac)
    return f"{against}  {_chance(strike_line)}".strip()


def _there(threat: ThreatLines, width: int) -> Iterator[NarratedLines]:
    lead = f" {phrase('at {at}', at=threat.to)}  "
    blank = " " * len(lead)
    for one in threat.flanks:
        text = phrase("flanks {target} with {ally}", target=one.target, ally=one.ally)
        right = f"{_gain(one)}   {one.rule}".rstrip()
        yield told([apart(lead + text, right, width)], 3)
        lead = blank
    if threat.threatened:
        yield told(side_by_side(threat.threatened, width, lead, gap="; "), 4)
        lead = blank
    if threat.cost or threat.cover:
        items = threat.cover or [phrase("nobody")]
        yield told(side_by_side(items, width, lead + phrase("cover from: ")), 5)
        lead = blank
    if threat.misses:
        yield told(side_by_side(threat.misses, width, lead + phrase("miss chance of: ")), 5)


def _attack_in_full(attack_line: AttackLine, width: int) -> list[str]:
    if attack_line.trouble:
        why = phrase(
            "no attack on {target}: {trouble}", target=attack_line.sign, trouble=attack_line.trouble
        )
        return sentence(why, width, " ")
    against = phrase(ARMOUR[attack_line.armour], ac=attack_line.ac)
    head = phrase("then attack {target} {against}", target=attack_line.sign, against=against)
    text = f" {head}: {attack_line.bonuses} {phrase('needs {needed}', needed=attack_line.needed)}"
    if len(text) + len(attack_line.odds) >= width:
        return [text, apart("", attack_line.odds, width)]
    return [apart(text, attack_line.odds, width)]
