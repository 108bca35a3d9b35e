"""What a line says to be carried: "Mule carrying 60 kg", "1200 lbs of cargo", "20 lb pack"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from core.messages import Kilograms, Message, Refusal, Value
from core.play.facts.state import Member
from core.quantities import WEIGHT, read_quantity, units_pattern
from core.rulesets.schema import Ruleset
from core.values import replace
from tui.kit.phrases import units_in_force
from tui.play.creature_lines.figures import BULK

AMOUNT = rf"(?P<{{}}>\d{{{{1,5}}}}(?:[.,]\d+)? ?(?:{units_pattern(WEIGHT)})(?![\w-])\.?)"
GOODS = r"(?:cargo|gear|goods|baggage|load|pack|packs|freight|supplies|equipment)"
CARGO = re.compile(
    rf"[\s,]*(?:\bwith\s+)?(?:\b(?:carrying|carries|loaded with|load(?: of)?|cargo(?: of)?)[ :=]*"
    rf"{AMOUNT.format('behind')}(?: (?:of )?{GOODS}\b)?|"
    rf"(?<![\w.,])(?:a )?{AMOUNT.format('before')} (?:of )?{GOODS}\b)",
    re.IGNORECASE,
)
"""A weight that is carried, with the words for it."""


def pull_cargo(line: str) -> tuple[str, str]:
    """Return a line without the weight that is carried, and this ("" = none), as it is written."""
    found = CARGO.search(line)
    if found is None or '"' in found[0]:
        return line, ""
    after = line[found.end() :]
    if after.strip():
        after = f", {after.lstrip(' ,')}"
    return f"{line[: found.start()]}{after}", (found["behind"] or found["before"]).strip(" .")


def load_with(members: tuple[Member, ...], cargo: str) -> tuple[Member, ...] | None:
    """Return a rider's line with `cargo` on the mount or wagon that it brings; None = on none."""
    first = members[0]
    if len(members) == 1 or not bears_load(first) or first.pulls:
        return None
    carried = read_quantity(cargo, WEIGHT, units_in_force())
    return (replace(first, mover=replace(first.mover, load_kg=carried)), *members[1:])


def bears_load(member: Member) -> bool:
    """Return whether a rule asks what a member carries: an animal bears it, or a team draws it."""
    return member.role == "mount" or member.mover.vehicle is not None


def name_unasked_load(load: Value) -> Message:
    """Return what is said of the load of a powered vehicle, which no rule asks for."""
    return Message("{load} of load: no rule asks for the load of a powered vehicle", load=load)


def describe_bulk(unused: Iterable[str | Message]) -> Iterator[str | Message]:
    """Yield what is not kept of a wagon's line; of a load in bulk, what to type instead."""
    for figure in unused:
        if isinstance(figure, str) and figure.startswith(BULK):
            yield Message(
                "{bulk} (the load of a wagon is a weight, as in {example})",
                bulk=figure,
                example=Message("load {weight}", weight=Kilograms(400)),
            )
        else:
            yield figure


def refuse_bulk(unused: Iterable[str]) -> None:
    """Refuse, "bad_figure", the load of an animal in bulk: it is a weight, which counts."""
    for figure in unused:
        if figure.startswith(BULK):
            raise Refusal(
                "bad_figure",
                "'{figure}': the load of an animal is a weight, as in {example}.",
                figure=figure,
                example=Message("{weight}", weight=Kilograms(40)),
            )


def refuse_load(cargo: str, rules: Ruleset) -> None:
    """Refuse, "bad_figure", the weight of what a hero carries, where the rules have three loads."""
    if rules.armor:
        raise Refusal(
            "bad_figure",
            "'{text}': what a hero carries is {loads}.",
            text=cargo,
            loads=tuple(f"{slug} load" for slug in rules.load),
        )
