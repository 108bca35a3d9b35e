"""Rows of the turn order: creatures and groups, their points, remarks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable

from core.messages import exact
from core.play.fight.combatants import Being, letters
from core.play.fight.encounter import Figure
from core.values import replace
from tui.encounter.panes.fight_lines import OrderLine
from tui.encounter.present.battle import EncounterView, health_left
from tui.encounter.present.states import StateWord, points, states
from tui.kit.phrases import phrase


def order(here: EncounterView, marked: Collection[str] = ()) -> tuple[OrderLine, ...]:
    """The turn order of an encounter, then creatures without initiative."""
    slots = here.encounter.order
    acting = here.encounter.acting
    rows = [
        _slot(here, slot.key, slot.who, exact(slot.total), marked, slot.key == acting)
        for slot in slots
    ]
    ordered = {who for slot in slots for who in slot.who}
    left = [figure for _, figure in here.there() if figure.id not in ordered]
    rows += (_slot(here, who[0], who, "", marked, False) for who in _grouped(here, left))
    return tuple(row for row in rows if row is not None)


def _grouped(here: EncounterView, left: Iterable[Figure]) -> list[tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for figure in left:
        foe = here.encounter.foe(figure.id)
        key = f"group {foe.group}" if foe is not None and foe.group else figure.id
        found.setdefault(key, []).append(figure.id)
    return [tuple(who) for who in found.values()]


def _slot(
    here: EncounterView, key: str, who: Iterable[str], total: str, marked: Collection[str],
    acting: bool,
) -> OrderLine | None:  # fmt: skip
    present = [
        (being, figure)
        for one in who
        if (being := here.being(one)) is not None and (figure := here.figure(one)) is not None
    ]
    lines = []
    for being, figure in present:
        told = states(here, being, figure)
        faint = figure.hidden or here.health(being).slug == "dead"
        lines.append(
            OrderLine(
                key=figure.id,
                who=(figure.id,),
                total=total,
                sign=being.token or "-",
                name=being.name,
                hp=points(being),
                state=", ".join(one.full for one in told),
                brief=" ".join(one.brief for one in told),
                acting=acting,
                marked=figure.id in marked,
                faint=faint or not (figure.at or figure.mount),
                health=health_left(being),
            )
        )
    if len(lines) < 2:
        return replace(lines[0], key=key) if lines else None
    told_of_all = _together(here, present)
    first = present[0][0]
    known = [line.health for line in lines if line.health is not None]
    name, _, last = first.name.rpartition(" ")
    return OrderLine(
        key=key,
        who=tuple(figure.id for _, figure in present),
        total=total,
        sign=letters(being.token or "-" for being, _ in present),
        name=name if name and (last == first.token or last.isdigit()) else first.name,
        hp=together(present),
        state=", ".join(one.full for one in told_of_all),
        brief=" ".join(one.brief for one in told_of_all),
        acting=acting,
        marked=all(line.marked for line in lines),
        faint=all(line.faint for line in lines),
        inside=tuple(lines),
        health=(sum(left for left, _ in known), sum(of for _, of in known)) if known else None,
    )


def _together(here: EncounterView, present: list[tuple[Being, Figure]]) -> list[StateWord]:
    every = [(being, states(here, being, figure)) for being, figure in present]
    common = [one for one in every[0][1] if all(one in told for _, told in every)]
    single: dict[StateWord, list[str]] = {}
    for being, told in every:
        for one in told:
            if one not in common:
                single.setdefault(one, []).append(being.token)
    some = [
        StateWord(f"{letters(who)} {one.full}", f"{letters(who)} {one.brief}")
        for one, who in single.items()
    ]
    return [*common, *some]


def together(present: Iterable[tuple[Being, Figure]]) -> str:
    """The points of a group: "13x3, d 7", "13x3, 2 dead"; "" when they are not known."""
    living = [being for being, _ in present if not being.dead]
    dead = sum(1 for being, _ in present if being.dead)
    left = [(being.token, hp[0]) for being in living if (hp := health_left(being))]
    parts: list[str] = []
    if left:
        most, count = Counter(hp for _, hp in left).most_common(1)[0]
        if count > 1 or len(left) == 1:
            parts.append(f"{most}x{count}" if count > 1 else f"{left[0][0]} {most}")
            parts += (f"{token} {hp}" for token, hp in left if hp != most)
        else:
            parts += (f"{token} {hp}" for token, hp in left)
    if dead:
        parts.append(phrase("{count} dead", count=dead))
    return ", ".join(parts)
