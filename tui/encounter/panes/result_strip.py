"""What an attack or check of several came to: a line for each, until the next action."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.cells import cell_len
from textual.reactive import var

from core.messages import N_, Message
from core.play.facts.encounter import PRONE, is_among
from core.play.facts.fight.blows.events import HITS, AreaStruck, Struck
from core.play.facts.fight.combatants import SOMETHING, find, name_combatant, sheet, token_of
from core.play.facts.fight.turns.commands import ClearCondition, SetCondition
from core.play.facts.fight.turns.events import ConditionBegan, Died, Sank, TurnBegan
from core.play.facts.state import State
from core.play.facts.table.commands import CallCheck, Heal, Hurt, WriteNote
from core.play.facts.table.events import Checked, Damaged
from core.play.fight.blows.narration import RESULTS, armour_met
from core.play.fight.health import WORDS, health
from core.play.union import Event
from core.rulesets.creature_words import brought_by_hit
from core.rulesets.schema import Ruleset
from core.values import Struct, replace
from tui.kit.keys import Keymap
from tui.kit.lines_view import Line, Pane, columns, rule, trimmed, words
from tui.kit.phrases import Words, phrase
from tui.view import CampaignView

MANY = 2
"""Attacks or checks in one entry from which they are shown one by one."""


FOLLOW_UPS = (SetCondition, ClearCondition, CallCheck, Hurt, Heal, WriteNote)
"""Commands that settle what an attack brought: its results stay while they are made."""


class ResultLine(Struct):
    """One attack, or a creature in an area: who strikes (its sign), whom, the roll, the outcome.

    `then` are damage and a fall, `rider` what else the attack does ("trip"); `at` is the id of the
    one who was struck.
    """

    at: str
    sign: str
    name: Words
    roll: Words
    outcome: Words
    then: tuple[Words, ...] = ()
    rider: str = ""


class Results(Struct):
    """What the last attack came to, and whose riders of this turn the GM has not settled since."""

    lines: tuple[ResultLine, ...] = ()
    open: tuple[ResultLine, ...] = ()


def results(view: CampaignView, player_view: bool = False) -> Results:
    """Return the results of the last attack or check of several; none after another act.

    Results of one attack alone are given only while a rider is open. Riders stay open until they
    are settled or the turn passes, the newest first. Players see the results of the creatures that
    they see, and no riders.
    """
    if player_view:
        entries = view.seen_entries
        state = view.veiled.state
    else:
        entries = view.entries
        state = view.state
    settled: set[str] = set()
    asked: tuple[ResultLine, ...] = ()
    newest: tuple[ResultLine, ...] | None = None
    every_open: tuple[ResultLine, ...] = ()
    for entry in reversed(entries):
        if entry.undone or entry.kind != "play":
            continue
        if isinstance(entry.command, FOLLOW_UPS):
            if isinstance(entry.command, CallCheck) and not asked:
                asked = _asked(entry.events, state)
            settled |= {
                event.who for event in entry.events if isinstance(event, Checked | ConditionBegan)
            }
            continue
        lines = _lines(entry.events, state, view.assets.rules)
        open_ = tuple(
            one for one in lines if one.rider and one.at not in settled and not _has_come(view, one)
        )
        every_open += open_
        if newest is None:
            newest = _shown(lines, entry.events, is_open=bool(open_) and not player_view)
        if player_view or any(isinstance(event, TurnBegan) for event in entry.events):
            break
    if player_view:
        lines = tuple(replace(one, rider="") for one in newest or ())
        return Results(asked or lines)
    return Results(asked or newest or (), every_open)


TRIP = "trip"
BROUGHT = {TRIP: (PRONE,), "grab": ("grabbed", "grappled", "pinned")}
"""The conditions that riders bring: whoever has one already has nothing to be asked."""


def _has_come(view: CampaignView, line: ResultLine) -> bool:
    # Whether who was struck has what the rider brings, or is dead; nobody trips who is out.
    being = find(view.state, line.at)
    if being is None:
        return True
    now = health(being, view.assets.rules)
    if now.slug == "dead" or (now.out and line.rider == TRIP):
        return True
    return any(is_among(being.lasting, name) for name in BROUGHT.get(line.rider, ()))


def _shown(
    lines: tuple[ResultLine, ...], events: Iterable[Event], *, is_open: bool
) -> tuple[ResultLine, ...]:
    # Those of several attacks or of an area; of one attack only while its rider is open.
    area = any(isinstance(event, AreaStruck) for event in events)
    if area or len(lines) >= MANY or is_open:
        return lines
    return ()


def say_unsettled(results: Results, space: Message, keys: Keymap) -> Message:
    """What Space does, behind what it leaves unsettled of the hits before, with the key for it."""
    if not results.open:
        return space
    riders = tuple(
        Message("{sign} {rider}", sign=one.sign, rider=one.rider) for one in results.open
    )
    return Message(
        "{key} settles {riders}; {space}", key=keys.first("riders"), riders=riders, space=space
    )


def _asked(events: Iterable[Event], state: State) -> tuple[ResultLine, ...]:
    checks = [event for event in events if isinstance(event, Checked)]
    if len(checks) >= MANY:
        return tuple(_check(one, state) for one in checks)
    return ()


def _check(event: Checked, state: State) -> ResultLine:
    roll: Words = str(event.total or "")
    if event.dc is not None and event.total:
        roll = Message("{total} against {ac}", total=event.total, ac=event.dc)
    verdict: Words = ""
    if event.success is not None:
        verdict = Message(N_("passes") if event.success else N_("fails"))
    return ResultLine(
        event.who, token_of(state, event.who), name_combatant(state, event.who), roll, verdict
    )


def _lines(events: Iterable[Event], state: State, rules: Ruleset) -> tuple[ResultLine, ...]:
    lines = []
    for event in events:
        match event:
            case Struck():
                lines.append(_struck(event, state, rules))
            case AreaStruck(who=who):
                lines += [
                    ResultLine(one, token_of(state, one), name_combatant(state, one), "", "")
                    for one in who
                ]
            case Checked() if event.success is not None:
                saved = Message(N_("saved") if event.success else N_("not saved"))
                for index in _of(lines, event.who):
                    roll = str(event.total or "")
                    lines[index] = replace(lines[index], roll=roll, outcome=saved)
            case Damaged(who=who, amount=amount):
                _add(lines, who, Message("{amount} damage", amount=amount))
            case Sank(who, health):
                _add(lines, who, Message(WORDS[health]))
            case Died(who):
                _add(lines, who, Message(WORDS["dead"]))
    return tuple(lines)


def _struck(event: Struck, state: State, rules: Ruleset) -> ResultLine:
    if event.how == "ruled":
        roll = Message("ruled")
    elif event.ac:
        roll = Message("{total} against {ac}", total=event.total, ac=armour_met(event, state))
    else:  # hidden from players
        roll = Message("{total}", total=event.total)
    if event.by == SOMETHING:
        by = "?"
    else:
        by = token_of(state, event.by)
    sign = f"{by} > {event.square or token_of(state, event.at)}"
    name = name_combatant(state, event.at) if event.at else event.square
    line = ResultLine(event.at, sign, name, roll, Message(RESULTS[event.outcome]))
    being = find(state, event.by)
    attacks = () if being is None else sheet(being).attacks
    if event.outcome in HITS and event.weapon < len(attacks):
        line = replace(line, rider=brought_by_hit(attacks[event.weapon], rules))
    return line


def _add(lines: list[ResultLine], who: str, words: Words) -> None:
    for index in _of(lines, who):
        lines[index] = replace(lines[index], then=(*lines[index].then, words))


def _of(lines: list[ResultLine], who: str) -> list[int]:
    return [index for index, line in enumerate(lines) if line.at == who][-1:]


ROWS = 6
"""Lines for results; more stand in two columns."""
GAP = 2


class ResultStrip(Pane):
    """One line for each attack, its columns aligned; none, and it takes no room."""

    results = var(Results(), init=False)
    """What is shown; without lines the strip is hidden."""

    def watch_results(self) -> None:
        """Show other results."""
        self.set_class(bool(self.results.lines), "shown")
        self.redraw()

    def lines(self, width: int) -> Sequence[Line]:
        """A title, then the results in one column, or in two where they are many."""
        lines = self.results.lines
        if not lines:
            return []
        many = len(lines) > ROWS
        room = (width - GAP) // 2 if many else width
        rows = [_row(cells, room) for cells in _aligned(lines, brief=many)]
        riders = ", ".join(f"{one.sign} {one.rider}" for one in self.results.open)
        if riders:
            ask = phrase("F settles {riders}", riders=riders)
        else:
            ask = ""
        title = rule(width, phrase("results"), ask)
        if not many:
            return [title, *(((row, ""),) for row in rows)]
        half = (len(rows) + 1) // 2
        pairs = zip(rows[:half], [*rows[half:], ""], strict=False)
        return [title, *(((columns((one, room + GAP), (two, room)), ""),) for one, two in pairs)]


def _aligned(results: Sequence[ResultLine], *, brief: bool) -> list[list[str]]:
    cells = [
        [
            line.sign,
            "" if brief else words(line.name),
            words(line.roll),
            words(line.outcome),
            ", ".join(words(one) for one in (*line.then, line.rider) if one),
        ]
        for line in results
    ]
    widths = [max(map(cell_len, column)) for column in zip(*cells, strict=True)]
    return [
        [columns((cell, width)) for cell, width in zip(row, widths, strict=True) if width]
        for row in cells
    ]


def _row(cells: Sequence[str], width: int) -> str:
    return trimmed(f" {'  '.join(cells)}".rstrip(), width)
