"""The open campaign as screens know it: a frozen view, taken after COMMIT; and its sentences."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from core.messages import Kilometres, Message, Refusal, Value
from core.play.facts.fight.moves.events import Moved
from core.play.facts.state import State, known_hexes
from core.play.facts.table.events import Checked, Noted
from core.play.fight.moves.narration import narrate_part
from core.play.union import Assets, Event, narrate
from core.play.view import each_for_players, secret_names, veiled
from core.travel.regionmap import RegionMap
from core.values import Struct, replace
from tui.kit.failures import attempt
from tui.kit.phrases import Roughly, say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from core.combat.board.scene import Scene
    from core.play.facts.encounter import Encounter
    from core.play.history.previously import LastSession
    from saves.campaign.campaign import Campaign
    from saves.store.backend import Place
    from saves.store.entries import BranchPoint, Entry


T = TypeVar("T")


class CampaignView(Struct, dict=True, kw_only=True):
    """The campaign after entry `head`; `tip` is the entry whose outcome it shows."""

    state: State
    assets: Assets
    head: int
    tip: int
    read_only: bool
    undo_title: Message | None
    redo_title: Message | None
    entries: tuple[Entry, ...]
    warnings: tuple[Message, ...] = ()
    notes: tuple[str, ...] = ()
    """All notes of the GM, oldest first."""
    id: str = ""
    """What the campaign is known by, whatever its name."""
    name: str = ""
    """The campaign's name on the list of campaigns."""
    place: Place | None = None
    """Where the campaign is stored."""
    birth: BranchPoint | None = None
    """What the campaign was born from, while it only tries something."""
    session: int = 1
    """The number of the session that goes on."""
    last: LastSession | None = None
    """The session that was played last when the campaign was opened."""
    checked: int = 100
    """Percent of its file that was looked over for damage."""
    shared: bool = False
    """Whether others may write to it at the same time."""
    who: str = ""
    """The name that this window's entries are signed with."""
    undo_of: str = ""
    """Who made the entry that undo takes back, if that was somebody else."""
    free: bool = False
    """Whether it can be taken over from another window, which has closed it."""
    sound: int | None = None
    """The newest undamaged entry; None if none is known to be damaged."""
    has_older_timers: bool = False
    """Whether an Outrider before this one began all that lasts on anybody."""
    failure: Exception | None = None
    """Why an entry, a note or a title is not told; None if all are."""

    @property
    def called(self) -> str:
        """The campaign's current name on the list."""
        return self.name or self.state.name

    @property
    def region(self) -> RegionMap | None:
        """The region map the party travels on, if the campaign has one."""
        return self.assets.region(self.state)

    @property
    def others_tip(self) -> int:
        """The entry that undo takes back, if somebody else made it; else 0."""
        if self.undo_of:
            return self.tip
        return 0

    def named(self, message: Message) -> Message:
        """`message` with the places of the open campaign by name, and distances rounded."""
        return named(message, self.region)

    @cached_property
    def veiled(self) -> CampaignView:
        """The campaign as players know it, shown behind the curtain."""
        state, assets = veiled(self.state, self.assets)
        return replace(self, state=state, assets=assets)

    @cached_property
    def seen_entries(self) -> tuple[Entry, ...]:
        """The story's entries as players know them, without undone ones."""
        known = known_hexes(self.state, self.assets)
        story = tuple(entry for entry in self.entries if not entry.undone)
        seen = each_for_players(self.state, (entry.events for entry in story), known)
        return tuple(
            replace(entry, events=events, told=tuple(_told(entry, events, self.state)))
            for entry, events in zip(story, seen, strict=True)
            if events
        )

    @cached_property
    def secrets(self) -> frozenset[str]:
        """Words that no sentence may contain while players look on."""
        return secret_names(self.state, self.assets)

    @property
    def fight(self) -> Encounter | None:
        """The encounter being played on a board, if any."""
        return self.state.fight

    @cached_property
    def scene(self) -> Scene | None:
        """The scene of that encounter, built once; None without a board."""
        from core.play.fight.fight_scene import scene_of

        try:
            if self.fight is None:
                return None
            return scene_of(self.state, self.assets)
        except Refusal:  # its board cannot be read any more
            return None


def _told(entry: Entry, events: Sequence[Event], state: State) -> Iterator[Message]:
    # Checks are told without the number that they had to reach, a move that goes on without the
    # square where it began: nobody may have seen that.
    whole = {
        id(event): known_message
        for event, known_message in zip(entry.events, entry.told, strict=False)
    }
    for event in events:
        told = whole.get(id(event))
        if isinstance(event, Checked):
            yield narrate(replace(event, dc=None), state)
        elif isinstance(event, Moved):
            yield narrate_part(event, state)
        elif told is None:
            yield narrate(event, state)
        else:
            yield told


LOGGED = 60
"""Entries of the log."""


def taken(campaign: Campaign, last: LastSession | None = None) -> CampaignView:
    """A view of `campaign` now, with its newest `LOGGED` log entries.

    `last` is the session before the one now being played. An entry that cannot be told, by an error
    of Outrider's own, has a sentence in its place, and the error is the `failure` of the view.
    """
    no_notes: tuple[str, ...] = ()
    unnamed: Message | None = Message("the newest entry")
    entries, entry_failure = _entries(campaign)
    undo_title, undo_failure = _attempt(campaign, lambda: campaign.story.undo_title, unnamed)
    redo_title, redo_failure = _attempt(campaign, lambda: campaign.story.redo_title, unnamed)
    notes, note_failure = _attempt(campaign, lambda: _notes(campaign), no_notes)
    return CampaignView(
        state=campaign.state,
        assets=campaign.assets,
        head=campaign.head,
        tip=campaign.tip,
        read_only=campaign.read_only,
        undo_title=undo_title,
        redo_title=redo_title,
        entries=entries,
        warnings=campaign.warnings,
        notes=notes,
        id=campaign.opened.id,
        name=campaign.name,
        place=campaign.place,
        birth=campaign.story.branch_point,
        session=campaign.session,
        last=last,
        shared=campaign.opened.shared,
        who=campaign.who,
        undo_of=_other_author(campaign),
        free=campaign.opened.free,
        sound=campaign.story.last,
        has_older_timers=campaign.story.has_older_timers,
        failure=entry_failure or undo_failure or redo_failure or note_failure,
    )


def _other_author(campaign: Campaign) -> str:
    if not campaign.opened.shared:
        return ""
    author = campaign.story.tip_author
    return "" if author == campaign.who else author


def _attempt(campaign: Campaign, work: Callable[[], T], instead: T) -> tuple[T, Exception | None]:
    # Damage of the file is no failure: it is raised as CannotOpen.
    from saves.store.places import legible

    def read() -> T:
        with legible(campaign.place):
            return work()

    return attempt(read, instead)


def _entries(campaign: Campaign) -> tuple[tuple[Entry, ...], Exception | None]:
    nothing: tuple[Entry, ...] = ()
    entries, failure = _attempt(campaign, lambda: campaign.story.log(limit=LOGGED), nothing)
    if failure is None:
        return entries, None
    first = max(1, campaign.head - LOGGED + 1)
    return tuple(_entry(campaign, seq) for seq in range(first, campaign.head + 1)), failure


def _entry(campaign: Campaign, seq: int) -> Entry:
    nothing: tuple[Entry, ...] = ()
    told, _ = _attempt(campaign, lambda: campaign.story.log(limit=1, before=seq + 1), nothing)
    if told:
        return told[0]
    return campaign.story.untold(seq)


def _notes(campaign: Campaign) -> tuple[str, ...]:
    events = (event for entry in campaign.story.notes() for event in entry.events)
    return tuple(event.text for event in events if isinstance(event, Noted))


def said(message: Message, state: State, assets: Assets) -> str:
    """`message` as a sentence about `state`; `saves` calls it to make text."""
    return say(named(message, assets.region(state)))


def named(message: Message, region: RegionMap | None) -> Message:
    """`message` with hexes by their names and distances rounded."""
    names = {} if region is None else region.names

    def called(value: Value) -> Value:
        match value:
            case str():
                return names.get(value, value)
            case Message():
                return value.mapped(called)
            case Kilometres():
                return Roughly(value)
            case _:
                return value

    return message.mapped(called)
