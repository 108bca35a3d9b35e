"""A moment of the history: its picture, with marks for what the entry did, and its numbers.

`picture` may be slow for a new board: it runs on the history's thread.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import cast

from core.combat.board.squares import Block, Square, parse_square
from core.dice import chance_of_faces, chance_of_success, count_from, lowest_face
from core.messages import N_, Chance, Message
from core.play import times
from core.play.facts.encounter import Encounter
from core.play.facts.fight.blows.events import AreaStruck, CoupStruck, Struck
from core.play.facts.fight.combatants import Being, beings
from core.play.facts.fight.moves.events import Fell, LeftBoard, Moved, Pushed
from core.play.facts.fight.turns.events import (
    ConditionBegan,
    ConditionEnded,
    Died,
    Revived,
    Sank,
    Stabilised,
)
from core.play.facts.state import State, known_hexes
from core.play.facts.table.events import Checked, Damaged, Healed
from core.play.fight.health import most_hit_points
from core.play.history.entry_facts import facts
from core.play.table.decide import is_save
from core.play.union import Command, Event, narrate
from core.play.view import each_for_players
from core.receipts import Receipt
from core.rulesets.schema import Ruleset
from core.values import Struct, replace
from saves.history.history import Then
from tui.board.grid_things import GridLine
from tui.encounter.present import sights
from tui.encounter.present.battle import Battle, battle
from tui.journey.panes.region_map import hexes_ahead
from tui.kit.phrases import say
from tui.play.log import log_lines
from tui.view import CampaignView, named

WALKED = "*"
"""The sign of hexes that were gone through in the entry that is shown."""
HIT = "!"
MISSED = "-"
HURT = "!"
HEALED = "+"
CHANGED = "'"
STRONG = "!+-'"
"""The signs of who was changed; where several are due the first of these is drawn."""
SHOWS = {"hit": HIT, "critical": HIT}


@dataclass
class Trace:
    """The trace of an entry on the grid: ways, attacks and the creatures changed, event by event.

    `bodies` are on the board after it; the `hidden` leave no trace. `starts` says where each of
    several that moved stood, as drawn ("d-"). `marks` are one sign a square: "!" hit or hurt, "-"
    missed, "+" healed, "'" otherwise changed. `focus` is the square to look at, None when nothing
    happened on the board.
    """

    bodies: Mapping[str, Block] = field(default_factory=dict)
    hidden: frozenset[str] = frozenset()
    ways: dict[str, list[Square]] = field(default_factory=dict)
    starts: Mapping[Square, str] = field(default_factory=dict)
    lines: list[GridLine] = field(default_factory=list)
    marks: dict[Square, str] = field(default_factory=dict)
    focus: Square | None = None

    @property
    def path(self) -> tuple[Square, ...]:
        """The way of the only creature that moved."""
        if len(self.ways) == 1:
            return tuple(*self.ways.values())
        return ()

    def take(self, event: Event) -> None:
        """Mark what one event did."""
        match event:
            case Moved(creature_id, path) | Pushed(creature_id, path):
                self._gone(creature_id, path)
            case LeftBoard(creature_id, square_name):
                self._gone(creature_id, (square_name,))
            case Struck(by=by, at=target_id, outcome=outcome):
                self._struck(by, target_id, SHOWS.get(outcome, MISSED))
            case CoupStruck(by, target_id):
                self._struck(by, target_id, HIT)
            case AreaStruck(who=creature_ids):
                for creature_id in creature_ids:
                    self._mark(creature_id, HIT)
            case Damaged(who=creature_id):
                self._mark(creature_id, HURT)
            case Healed(creature_id):
                self._mark(creature_id, HEALED)
            case (
                ConditionBegan(who=creature_id)
                | ConditionEnded(who=creature_id)
                | Sank(who=creature_id)
                | Stabilised(who=creature_id)
                | Died(who=creature_id)
                | Revived(who=creature_id)
                | Fell(who=creature_id)
                | Checked(who=creature_id)
            ):
                self._mark(creature_id, CHANGED)
            case _:
                pass

    def _gone(self, creature_id: str, path: tuple[str, ...]) -> None:
        if creature_id in self.hidden:
            return
        squares = [parse_square(name) for name in path]
        self.focus = squares[-1]
        if len(squares) > 1:
            way = self.ways.setdefault(creature_id, squares[:1])
            way.extend(squares[1:])

    def _struck(self, striker_id: str, target_id: str, sign: str) -> None:
        if striker_id in self.hidden or target_id in self.hidden:
            return
        self._mark(target_id, sign)
        if striker_id in self.bodies and target_id in self.bodies:
            self.lines.append(
                GridLine(self.bodies[striker_id].centre, self.bodies[target_id].centre)
            )

    def _mark(self, creature_id: str, sign: str) -> None:
        if creature_id not in self.bodies or creature_id in self.hidden:
            return
        self.focus = anchor = self.bodies[creature_id].anchor
        self.marks[anchor] = min(sign, self.marks.get(anchor, sign), key=STRONG.index)


def trace(events: Iterable[Event], shown_battle: Battle | None, hidden: frozenset[str]) -> Trace:
    """The trace of these events on the board after them, without the `hidden` creatures."""
    scene = None if shown_battle is None else shown_battle.scene
    if shown_battle is None or scene is None:
        return Trace()
    drawn = Trace({who: scene.body(one) for who, one in scene.by_id.items()}, hidden)
    for event in events:
        drawn.take(event)
    if len(drawn.ways) > 1:
        drawn.starts = {way[0]: f"{shown_battle.sign(who)}-"[:2] for who, way in drawn.ways.items()}
    return drawn


def trail(then: Then) -> tuple[str, ...]:
    """The hexes that the party went through in an entry, both ends included."""
    before = then.before
    after = then.state
    if before.region != after.region or not before.place or before.place == after.place:
        return ()
    way = hexes_ahead(before)
    to = after.place
    if to in way:
        return way[: way.index(to) + 1]
    return (before.place, to)


class Picture(Struct):
    """The picture of one moment.

    `battle` is None on the road. `walked` are the hexes that the party went through;
    `seen` is the trace on the board as players may see it.
    """

    then: Then
    view: CampaignView
    battle: Battle | None
    trace: Trace
    seen: Trace
    walked: tuple[str, ...]

    def board(self, player_view: bool) -> Battle | None:
        """The encounter to draw; None on the road, and if players do not know it yet."""
        shown_battle = self.battle
        if shown_battle is None or shown_battle.scene is None:
            return None
        if player_view and shown_battle.encounter.status == "prepared":
            return None
        return shown_battle

    def title(self, player_view: bool = False) -> tuple[Message, Message]:
        """The date, encounter, turn and number of the entry."""
        state = self.view.state
        shown_battle = self.board(player_view)
        pieces = [say(times.moment(state.clock, state.calendar))]
        if shown_battle is not None:
            if player_view:
                view = self.view.veiled
            else:
                view = self.view
            encounter = view.state.encounter(shown_battle.encounter.id) or shown_battle.encounter
            pieces.append(say(sights.stage(encounter, wide=False)))
            pieces += [sights.acting(view, encounter), encounter.name]
        left = "  ".join(piece for piece in pieces if piece)
        right = Message("entry {seq}", seq=self.then.entry.seq)
        return Message("{what}", what=left), right


def picture(then: Then) -> Picture:
    """The picture of a moment."""
    view = past(then)
    encounter = about(then)
    if encounter is None:
        shown_battle = None
    else:
        shown_battle = battle(view, encounter)
    hidden = frozenset() if encounter is None else encounter.unseen
    whole, seen = (
        trace(then.entry.events, shown_battle, unseen) for unseen in (frozenset(), hidden)
    )
    return Picture(then, view, shown_battle, whole, seen, trail(then))


def past(then: Then) -> CampaignView:
    """An old moment for the panes of the present, without actions."""
    entry = then.entry
    return CampaignView(
        state=then.state,
        assets=then.assets,
        head=entry.seq,
        tip=entry.tip,
        read_only=True,
        undo_title=None,
        redo_title=None,
        entries=(entry,),
    )


def about(then: Then) -> Encounter | None:
    """The encounter on whose board an entry is shown; None on the road.

    It was being played after the entry, or ended, was prepared or was changed in it.
    """
    state = then.state
    if state.fight is not None:
        return state.fight
    names = [] if then.before.fight is None else [then.before.fight.id]
    for event in then.entry.events:
        one = getattr(event, "encounter", "")
        names.append(one if isinstance(one, str) else one.id)
    found = (state.encounter(name) for name in names if name)
    return next((one for one in found if one is not None and one.board), None)


def told(picture: Picture) -> tuple[str, ...]:
    """The sentences of the entry, in order."""
    entry = picture.then.entry
    view = picture.view
    return tuple(say(view.named(line)) for line in log_lines.story(entry, view.state))


OF_A_HALT = "halt/"
"""Keys of checks of a halt begin so: naturals decide none of them."""


class Figures(Struct):
    """The lines of the panel of one entry, and the receipts that were recorded with it."""

    told: tuple[str, ...]
    dice: tuple[Message, ...]
    odds: tuple[Message, ...]
    changes: tuple[Message, ...]
    reasons: tuple[Receipt, ...] = ()
    undone: bool = False


def figures(picture: Picture, player_view: bool) -> Figures:
    """The figures of an entry; behind the curtain only what players know."""
    then = picture.then
    entry = then.entry
    changes = tuple(_changes(then, player_view))
    if player_view:
        return Figures(seen(then), (), (), changes, (), entry.undone)
    dice = tuple(_dice(then))
    odds = tuple(_odds(then))
    return Figures(told(picture), dice, odds, changes, entry.receipts, entry.undone)


def known_events(then: Then) -> tuple[frozenset[str], tuple[Event, ...]]:
    """The hexes that players know at a moment, and the events of its entry as they know them."""
    known = known_hexes(then.state, then.assets)
    (events,) = each_for_players(then.state, (then.entry.events,), known)
    return known, events


def seen(then: Then) -> tuple[str, ...]:
    """The sentences that players know of an entry: no secrets, no DCs."""
    known, events = known_events(then)
    region = then.assets.region(then.state)
    if region is not None:
        region = region.veiled(known)
    shown = (replace(one, dc=None) if isinstance(one, Checked) else one for one in events)
    return tuple(say(named(narrate(event, then.state), region)) for event in shown)


def _dice(then: Then) -> Iterator[Message]:
    entry = then.entry
    if entry.kind != "play":
        return
    command = cast("Command", entry.command)
    found = facts(then.before, command, entry.answers, entry.events, then.state, then.assets.rules)
    for roll in found.rolls:
        yield Message(
            "{who} {dice}: {shown}, rolled by the program"
            if roll.how == "rolled"
            else "{who} {dice}: {shown}, typed",
            who=_name(then, roll.who),
            dice=roll.dice,
            shown=roll.shown,
        )


def _odds(then: Then) -> Iterator[Message]:
    for event in then.entry.events:
        match event:
            case Struck(how="ruled") | Checked(how="ruled"):
                yield Message("by the GM's word")
            case Struck(by=by, needed=needed, square="") if event.face or event.total:
                yield _needed(then, by, needed, _chance_of_attack(then, event))
            case Checked(who=who, face=face, total=total, dc=dc) if face and dc is not None:
                naturals = is_save(event.name) and not event.key.startswith(OF_A_HALT)
                needed = lowest_face(dc, total - face, naturals=naturals)
                chance = chance_of_success(dc, total - face, naturals=naturals)
                yield _needed(then, who, max(needed, 1), chance)
            case _:
                pass


def _needed(then: Then, creature_id: str, needed: int, chance: Fraction | None) -> Message:
    name = _name(then, creature_id)
    if chance is None:
        return Message("{who} needed {needed}", who=name, needed=needed)
    words = N_("{who} needed {needed}: {chance}")
    return Message(words, who=name, needed=needed, chance=Chance(chance))


def _chance_of_attack(then: Then, struck: Struck) -> Fraction | None:
    # As its receipt says it; without receipts it is known where nothing made a hit miss.
    recorded = {
        receipt.value
        for receipt in then.entry.receipts
        if receipt.label.value("needed") == struck.needed and isinstance(receipt.value, Chance)
    }
    if len(recorded) == 1:
        return recorded.pop()
    if recorded or struck.miss:
        return None
    return chance_of_faces(count_from(struck.needed))


def _changes(then: Then, player_view: bool) -> Iterator[Message]:
    before = {being.id: being for being in _everybody(then.before)}
    for being in _everybody(then.state):
        was = before.get(being.id)
        if was is None or (player_view and then.state.member(being.id) is None):
            continue
        left = _points(was, then.assets.rules)
        now = _points(being, then.assets.rules)
        if left != now:
            yield Message("{who} {before} -> {after}", who=being.name, before=left, after=now)


def _everybody(state: State) -> Iterator[Being]:
    there = () if state.fight is None else beings(state, state.fight)
    yield from {being.id: being for being in (*state.members, *there)}.values()


def _points(being: Being, rules: Ruleset) -> Message | str:
    most = most_hit_points(being, rules)
    if most is None:
        left = f"-{being.damage}"
    else:
        left = str(most - being.damage)
    if being.nonlethal:
        return Message("{points} (nonlethal {n})", points=left, n=being.nonlethal)
    return left


def _name(then: Then, creature_id: str) -> str:
    named = {
        being.id: being.name for state in (then.before, then.state) for being in _everybody(state)
    }
    return named.get(creature_id, creature_id)
