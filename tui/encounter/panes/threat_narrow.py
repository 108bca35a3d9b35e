"""The threat panel in the 31 columns of a small window."""

from __future__ import annotations

from collections.abc import Iterator

from core.messages import Message
from tui.encounter.panes.fight_lines import AttackLine, StrikeLine, ThreatLines
from tui.kit import lengths
from tui.kit.lines_view import NarratedLines, sentence, side_by_side, told, words
from tui.kit.phrases import phrase, say


def narrow(threat: ThreatLines, width: int) -> list[NarratedLines]:
    """The lines of a small window, in order; cost and opportunities are left out last."""
    return list(_every(threat, width))


def _every(threat: ThreatLines, width: int) -> Iterator[NarratedLines]:
    if threat.cost is None:
        if words(threat.trouble):
            yield told(sentence(words(threat.trouble), width), 0, "bad")
    else:
        yield told(sentence(price(threat), width))
    yield from _strikes(threat, width)
    for one in threat.flanks:
        flank = Message("at {at}: flanks {target} with {ally}  {bonus:+}", at=threat.to,
                        target=one.target, ally=one.ally, bonus=one.bonus)  # fmt: skip
        yield told(sentence(say(flank), width), 1)
    if threat.cover:
        items = [cover_words(one.sign, words(one.words), one.bonus) for one in threat.cover]
        yield told(side_by_side(items, width, phrase("cover: ")), 4)
    if threat.attack is not None:
        yield told(_attack(threat.attack, width), 1)
    left = words(threat.left_brief) or words(threat.left)
    if left:
        yield told(sentence(phrase("left: {left}", left=left), width), 3)


def price(threat: ThreatLines) -> str:
    """The cost of the path, its action, and the height at its end."""
    cost = say(lengths.used(threat.cost or 0, threat.budget))
    parts = (cost, words(threat.spends), words(threat.height))
    return ", ".join(part for part in parts if part)


def _strikes(threat: ThreatLines, width: int) -> Iterator[NarratedLines]:
    squares = dict.fromkeys(strike.at for strike in threat.strikes)
    for at in squares:
        lead = phrase("! leaving {at}: ", at=at)
        items = [_strike(one) for one in threat.strikes if one.at == at]
        yield told(side_by_side(items, width, lead), 0, "bad")
    if len(threat.strikes) > 1 and threat.at_least is not None:
        least = Message("at least one hits {chance}", chance=threat.at_least)
        yield told([f"  {say(least)}"], 5)
    if words(threat.safe):
        text = f"{words(threat.safe)} {say(lengths.named(threat.free))}"
        yield told(sentence(text.rstrip(), width, ". "), 2)


def _strike(one: StrikeLine) -> str:
    return one.sign if one.chance is None else f"{one.sign} {say(one.chance)}"


def cover_words(sign: str, what: str, bonus: int) -> str:
    """The cover against one enemy: "O soft cover +4"."""
    return f"{sign} {what} {bonus:+d}" if bonus else f"{sign} {what}"


def _attack(one: AttackLine, width: int) -> list[str]:
    if words(one.trouble):
        text = phrase("{target}: {trouble}", target=one.sign, trouble=words(one.trouble))
        return sentence(text, width)
    parts = " ".join(f"{part:+d}" for part in one.parts)
    needs = "" if one.needed is None else phrase("hits on {needed}", needed=one.needed)
    chance = "" if one.chance is None else say(one.chance)
    armour = "" if one.ac is None else phrase(" AC{ac}", ac=one.ac)
    head = f"{one.sign}{armour}: {parts} {needs}".rstrip()
    gap = "  " if len(head) + 2 + len(chance) <= width else " "
    return side_by_side([head, chance], width, gap=gap)
