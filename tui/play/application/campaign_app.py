"""The application as every screen knows it: one open campaign, one way to perform."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Protocol, TypeAlias

from textual import events
from textual.actions import ActionParseResult
from textual.app import App
from textual.binding import Binding, BindingType
from textual.command import Provider
from textual.dom import DOMNode
from textual.filter import LineFilter
from textual.reactive import reactive, var
from textual.theme import Theme
from textual.types import CSSPathType

from core.characters import clean_lines
from core.messages import N_, Message, Refusal
from tui.kit.failures import catching, saying_failures
from tui.kit.keys import Keymap, TypeAhead
from tui.kit.lines_view import COLORLESS, SEEN
from tui.kit.looks import mixed
from tui.kit.modal import Choice, Modal
from tui.kit.phrases import phrase, say, set_units
from tui.kit.terminal import HUNG_UP, hung_up
from tui.kit.theming import KeptStylesheet
from tui.play.application.preferences import Preferences, preferences
from tui.play.application.unexpected import LastWords

if TYPE_CHECKING:
    from saves.campaign.campaign import Campaign
    from saves.store.backend import Place
    from tui.view import CampaignView
    from tui.worker import CampaignWorker, HistoryWorker

Opening: TypeAlias = Callable[["CampaignWorker"], Awaitable["CampaignView"]]

BREATH = 0.02
"""Seconds between two short looks over the file of the open campaign: what is played goes first."""
FOLLOW = 2.0
"""Seconds between two looks of a window that only reads."""
FOLLOW_OTHERS = 0.3
"""Seconds between two looks at what others have written who may write too."""
OPENING = 60.0
"""Seconds after which keys that were typed while a campaign opens are let go in any case."""
HANG_UP = 2.0
"""Seconds between two looks whether the terminal, and the campaign's file, is still there."""
MAKING = Message("Opening the demo for the first time: its week is travelled ... Esc: stop that.")
"""What is said while the demo is made."""
DROPPED = N_("{count:key typed behind it was|keys typed behind it were} dropped.")
"""What is added to what was said of it."""
ONCE = N_("{key} was pressed again at once: it went on once.")
"""What is added where a key goes on with the story."""
BUSY = ("enter", "perform", "astray", "offer")
"""The groups of workers that open a campaign, write to it, or ask about its file."""


def actions_provider() -> type[Provider]:
    """Return what the palette lists; Textual calls this when the palette is opened first."""
    from tui.kit.help import Actions

    return Actions


class Sayer(Protocol):
    """What speaks with the GM for a screen; its attribute `gm`."""

    def say_message(self, message: Message, /) -> None:
        """Show a message."""

    def add(self, message: Message, /) -> None:
        """Add a message to what is shown."""


class CampaignApp(LastWords, TypeAhead[None]):
    """Opens a campaign on its own thread, and performs commands; it knows no screen."""

    TITLE = "Outrider"
    CSS_PATH: ClassVar[CSSPathType | None] = "../../app.tcss"
    COMMANDS: ClassVar[set[type[Provider] | Callable[[], type[Provider]]]] = {actions_provider}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f9", "curtain", show=False, priority=True, id="curtain"),
    ]
    view: reactive[CampaignView | None] = reactive(None, always_update=True)
    """The open campaign as it stands; changes only after COMMIT returned."""
    player_view: reactive[bool] = reactive(False)
    """Whether players look on: every screen shows what they may know, and nothing else."""
    preferences: var[Preferences] = var(preferences, init=False)
    """What the GM has set; every screen follows it."""

    def __init__(self, opening: Opening | None = None) -> None:
        self._mixed: tuple[Theme | None, dict[str, str]] | None = None
        super().__init__()  # whose own theme and style sheet are replaced at once
        self._mixed = None, {}
        self._opening = opening
        self._came_from = ""
        self._opened_at: Hashable = None
        """The moment that a campaign opened at, until something of it cannot be shown."""
        self._patrolled: Place | None = None
        self.trays_open = 0
        """The number of commands that wait for dice; nothing is decided before they are there."""
        self._is_making = False
        """Whether the demo is being made, which Esc ends."""
        self._unreachable: Message | None = None
        """Why what others have written cannot be looked at, if that was said."""
        self.register_theme(self.preferences.theme)
        self.set_reactive(App.theme, self.preferences.theme.name)  # else all sheets are read twice
        self.stylesheet = KeptStylesheet(self.get_css_variables())

    @cached_property
    def worker(self) -> CampaignWorker:
        """The open campaign, on its thread."""
        from tui.worker import CampaignWorker  # not before the first paint

        loop = asyncio.get_running_loop()
        worker = CampaignWorker()
        worker.offer = self.offer_a_copy
        worker.making = lambda: loop.call_soon_threadsafe(self._say_making)
        return worker

    @cached_property
    def history(self) -> HistoryWorker:
        """The past of the open campaign, on its thread."""
        from tui.worker import HistoryWorker  # not before the first paint

        return HistoryWorker()

    @property
    def keys(self) -> Keymap:
        """The keys in force."""
        return self.preferences.keys

    def watch_preferences(self, now: Preferences) -> None:
        """Put in force what the GM has set."""
        self.set_keymap(now.keys.textual())
        self.register_theme(now.theme)
        self.theme = now.theme.name
        set_units("imperial" if now.settings.units == "imperial" else "metric")
        self.run_worker(self.worker.keep_sessions_apart(now.settings.session_gap))
        self.run_worker(self.worker.sign_as(now.settings.name))

    def get_css_variables(self) -> dict[str, str]:
        """Return the variables of the theme in use; none for the style sheet that is replaced."""
        if self._mixed is None:
            return {}
        return super().get_css_variables()

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Return our own variables, mixed for the theme in use."""
        assert self._mixed is not None
        theme = self.current_theme
        if self._mixed[0] is not theme:
            self._mixed = theme, dict(mixed(theme))
        return dict(self._mixed[1])

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return Textual's filters, or none but ours for NO_COLOR; and what stops control codes."""
        if self.no_color:
            return [COLORLESS[self.current_theme.dark], SEEN]
        return [*super().get_line_filters(), SEEN]

    def copy_to_clipboard(self, text: str) -> None:
        """Copy lines for people."""
        super().copy_to_clipboard(clean_lines(text))

    def on_mount(self) -> None:
        """Apply the key map, and open the campaign asked for after the first paint."""
        self.set_keymap(self.keys.textual())
        self.set_interval(FOLLOW, self._follow)
        self.set_interval(FOLLOW_OTHERS, self._follow_others)
        if not self.is_headless:
            self.set_interval(HANG_UP, self._leave_the_dead)
            self.set_interval(HANG_UP, self.look_after_the_file)
        if self._opening is not None:
            opening = self._opening
            self.hold(OPENING)  # from the first key on, before anything can be shown
            self.call_after_refresh(lambda: self.enter(opening, Message("Opening ...")))

    @property
    def moment(self) -> Hashable:
        """The campaign and its newest entry."""
        if self.view is None:
            return None
        return (self.view.place, self.view.head)

    async def run_action(
        self,
        action: str | ActionParseResult,
        default_namespace: DOMNode | None = None,
        namespaces: Mapping[str, DOMNode] | None = None,
    ) -> bool:
        """Do what a key means; while a campaign is open a failure is said, and the app goes on."""
        if self.view is None:
            return await super().run_action(action, default_namespace, namespaces)
        with saying_failures(self):
            return await super().run_action(action, default_namespace, namespaces)
        return True

    def enter(self, opening: Opening, waiting: Message) -> None:
        """Open a campaign in the background; `waiting` is shown meanwhile.

        Then shows its Journey, or the fight being played. Ignored while one is being opened: a key
        pressed twice opens nothing twice. What is typed meanwhile is done there, without the page
        that greets.
        """
        if any(one.group == "enter" and not one.is_finished for one in self.workers):
            return
        self.hold(OPENING)

        async def work() -> None:
            from tui.play.log.previously import Previously

            self.sentence(waiting)
            try:
                view = await opening(self.worker)
            except Refusal as refusal:
                self.sentence(refusal.message)
                return
            finally:
                self._is_making = False
            self._opened_at = view.place, view.head
            self.view = view
            self.sentence(None)
            with self.batch_update():
                while len(self.screen_stack) > 1:
                    self.pop_screen()
                await self.switch_mode("journey" if view.fight is None else "encounter")
            if not self.holding:  # what is batched is painted, and thrown away
                with saying_failures(self):
                    await self.push_screen(Previously(view, self.player_view))
            # the rulesets of today are read only then: they would hold up what is to be seen first
            self.screen.call_after_refresh(self._look_for_edition, view)

        async def work_and_let_go() -> None:
            try:
                await work()
            finally:
                self.let_go()

        self.run_worker(work_and_let_go(), group="enter")

    def _say_making(self) -> None:
        self._is_making = True
        self.sentence(MAKING)
        self.interrupt()

    def interrupts(self, key: events.Key) -> bool:
        """Whether a key ends the making of the demo: Esc does."""
        if not self._is_making or key.key != "escape":
            return False
        self.worker.stop_making()
        return True

    def _look_for_edition(self, opened: CampaignView) -> None:
        self.run_worker(self._offer_edition(opened), group="edition", exclusive=True)

    async def _offer_edition(self, opened: CampaignView) -> None:
        # What is said once goes before what is said at each opening.
        from saves.library.timer_offers import keep_offered
        from tui.play.animals import offer_figures
        from tui.play.application.editions import find_offer
        from tui.play.timers import find_timer_offer

        timer_offer = await asyncio.to_thread(find_timer_offer, opened)
        if timer_offer is not None:
            if self._say_offer(opened, timer_offer.message):
                await asyncio.to_thread(keep_offered, opened.id, timer_offer.timers)
            return
        offer = await find_offer(opened)
        if offer is None and not opened.read_only:
            offer = await asyncio.to_thread(offer_figures, opened.state, opened.assets.rules)
        if offer is not None:
            self._say_offer(opened, offer)

    def _say_offer(self, opened: CampaignView, offer: Message) -> bool:
        # Whether it could be said: the page that greets may still be in front.
        gm = self._find_gm()
        if gm is None or self.view is None or self.view.place != opened.place:
            return False
        gm.say_message(offer)
        return True

    def _find_gm(self) -> Sayer | None:
        # That of the screen in front, or beneath a modal.
        for screen in reversed(self.screen_stack):
            gm: Sayer | None = getattr(screen, "gm", None)
            if gm is not None:
                return gm
        return None

    def say_repeated(self) -> None:
        """Add to what was said last that Space went on once."""
        gm = self._find_gm()
        if gm is not None:
            gm.add(Message(ONCE, key=self.keys.first("story")))

    def say_dropped(self, count: int) -> None:
        """Add to what was said last how many keys were thrown away that were typed behind it."""
        gm = self._find_gm()
        if gm is not None:
            gm.add(Message(DROPPED, count=count))

    async def choose(self, prompt: Message, choices: tuple[Choice, ...]) -> str | None:
        """Ask for one of `choices`; its id, or None for none. Only workers may wait for it."""
        from tui.kit.choose import Choose  # not before the first paint

        return await self.push_screen_wait(Choose(prompt, choices))

    def keep_failure(self, error: Exception, *, doing: bool = False) -> Message:
        """Log a failure; of what a campaign shows as it opens, offer to go back one entry."""
        view = self.view
        if doing:
            self.run_worker(self._look_again(), group="follow", exclusive=True)
        elif view is not None and self.moment == self._opened_at:
            self._opened_at = None
            if view.undo_title is not None and not view.read_only:
                self.run_worker(self._offer_undo(view, view.undo_title), group="offer")
        return super().keep_failure(error, doing=doing)

    async def _look_again(self) -> None:
        # What failed may have failed after it was saved.
        if self.view is None or self.worker.place != self.view.place:
            return
        with catching(self):
            now = await self.worker.look()
            if self.view is not None and now.head != self.view.head:
                self.view = now

    async def _offer_undo(self, view: CampaignView, title: Message) -> None:
        opening = [one for one in self.workers if one.group == "enter" and not one.is_finished]
        if opening:
            await self.workers.wait_for_complete(opening)
        self.discard()

        def undo(campaign: Campaign) -> None:
            campaign.refuse_unseen(view.others_tip)
            campaign.undo()

        prompt = Message("The newest entry of this campaign cannot be shown. Go back one entry?")
        if view.undo_of:
            prompt = Message(
                "The newest entry of this campaign, by {who}, cannot be shown. Go back one entry?",
                who=view.undo_of,
            )
        choices = (
            Choice("undo", "u", Message("Undo: {entry}", entry=view.named(title))),
            Choice("stay", "s", Message("Stay: u undoes it later, and g c leads to the others")),
        )
        if await self.choose(prompt, choices) != "undo":
            return
        while isinstance(here := self.screen, Modal):  # the page that greets tells of the entry
            here.dismiss(None)
        try:
            self.view = await self.worker.write(undo)
        except Refusal as refusal:
            self.sentence(refusal.message)

    def action_go_to(self, mode: str) -> None:
        """Go to a screen; from the settings by their own key back to the screen before.

        Without an open campaign its screens are the list of campaigns, which says so. What was said
        on the screen that is left is not said there again.
        """
        gm = self._find_gm()
        if gm is not None and mode != self.current_mode:
            gm.say_message(Message(""))
        if mode == "settings" == self.current_mode:
            self.go_back()
        elif mode == "settings":
            self._came_from = self.current_mode
            self.switch_mode(mode)
        elif self.view is not None or mode == "campaigns":
            self.switch_mode(mode)
        else:
            self.switch_mode("campaigns")
            self.sentence(Message("No campaign is open: choose one with Enter."))

    def go_back(self) -> None:
        """Go from the settings to the screen before."""
        self.switch_mode(self._came_from)

    def _follow(self) -> None:
        known = self.view
        if known is None or not known.read_only:
            return

        async def look() -> None:
            now = await self.worker.look()
            warnings = now.warnings[len(known.warnings) :]
            before = (known.head, known.read_only, known.free)
            if warnings or (now.head, now.read_only, now.free) != before:
                self.view = now
            for warning in warnings:
                self.sentence(warning)
            if now.free and not known.free:
                self.run_worker(self._offer_to_take_over(), group="offer")

        self.run_worker(look(), group="follow", exclusive=True)

    def _follow_others(self) -> None:
        known = self.view
        if known is None or not known.shared or self._is_deciding():
            return
        if any(one.group == "follow" and not one.is_finished for one in self.workers):
            return  # a server may take longer to answer

        async def look() -> None:
            try:
                now = await self.worker.look_for_others(known)
            except Refusal as refusal:
                self._say_once(refusal.message)
                return
            if self._unreachable is not None:
                self._unreachable = None
                self.sentence(Message("The server is there again."))
            if self.view is not known:
                return
            if now is not known:
                self.view = now
            elif self._patrolled is None and not now.read_only:
                self._look_over(now)  # the server was gone when it was to be checked

        self.run_worker(look(), group="follow")

    def _say_once(self, message: Message) -> None:
        # A server that is gone is gone at each look.
        if message != self._unreachable:
            self._unreachable = message
            self.sentence(message)

    def _is_busy(self) -> bool:
        return any(one.group in BUSY and not one.is_finished for one in self.workers)

    def _is_deciding(self) -> bool:
        # While dice are asked the GM is waited for, who is to see what others do.
        groups = [one.group for one in self.workers if not one.is_finished and one.group in BUSY]
        return len(groups) > self.trays_open

    async def _offer_to_take_over(self) -> None:
        closed = Message(
            "The other window has closed this campaign, or was ended. You can play on here."
        )
        over = Message("Take over: open it for writing here")
        read = Message("Only read on; :takeover opens it for writing later")
        choices = (Choice("over", "t", over), Choice("read", "r", read))
        if await self.choose(closed, choices) == "over":
            self.take_over()

    def take_over(self) -> None:
        """Open for writing the campaign that another window has closed."""
        self.enter(lambda worker: worker.take_over(), Message("Opening ..."))

    def action_redraw(self) -> None:
        """Draw the screen again."""
        self.screen.refresh(layout=True)

    def action_curtain(self) -> None:
        """Hide the GM's secrets on all screens, or show them again."""
        self.player_view = not self.player_view

    def watch_player_view(self, drawn: bool) -> None:
        """Close what was told or opened before when players look on."""
        if drawn:
            self.clear_notifications()
            while isinstance(here := self.screen, Modal) and not here.SHARED:
                here.dismiss(None)

    def discreet(self, text: str) -> str:
        """Return `text`; if players look on and it names a secret, a sentence saying so."""
        view = self.view
        if not self.player_view or view is None or not any(one in text for one in view.secrets):
            return text
        return phrase("This is for the GM only. Press F9 to open the curtain.")

    def _leave_the_dead(self) -> None:
        if hung_up():
            self.exit(return_code=HUNG_UP)

    def leave(self, code: int) -> None:
        """Exit with this code, after a last paint: the system asked for it."""
        self.call_after_refresh(self.exit, return_code=code)

    def look_after_the_file(self) -> None:
        """Report once that the open campaign's file has left its path."""
        if self.view is None or self.view.read_only:
            return

        async def look() -> None:
            reason = await self.worker.astray()
            if reason is None or self.view is None or self.view.read_only:
                return
            self.view = await self.worker.look()
            try:
                if await self.offer_a_copy(reason):
                    self.view = await self.worker.go_on_in_a_copy()
            except Refusal as refusal:
                self.sentence(refusal.message)

        if not self._is_busy():
            self.run_worker(look(), group="astray")

    async def offer_a_copy(self, reason: Message) -> bool:
        """Whether the GM goes on in a copy, `reason` being why nothing is recorded."""
        from tui.kit.workers import wait_for  # not before the first paint

        here = Message("Go on in a copy: all that was recorded is in it")
        leave = Message("Leave it: this campaign can only be read until its file is back")

        async def ask() -> bool:
            choices = (Choice("copy", "c", here), Choice("leave", "l", leave))
            return await self.choose(reason, choices) == "copy"

        return await wait_for(self.run_worker(ask(), group="offer"))

    def follow_desk(self) -> None:
        """Forget the campaign when the desk has closed it."""
        if self.worker.place is None:
            self.view = None

    # looking over what was not looked over when it was opened

    def watch_view(self, now: CampaignView | None) -> None:
        """Check the whole file of a newly opened campaign while it is played."""
        if now is not None and now.failure is not None:
            self.keep_failure(now.failure)
        if now is not None and now.place is not None and now.place != self._patrolled:
            self._look_over(now)

    def _look_over(self, now: CampaignView) -> None:
        # A read-only one is not checked; the check of the campaign before ends in any case.
        from saves.campaign.patrol import needed

        before = self._patrolled
        if now.read_only:
            self._patrolled = None
        else:
            self._patrolled = now.place
        self.worker.checked = 100
        if self._patrolled is not None and now.shared:
            patrol = self._patrol_shared(self._patrolled)
            self.run_worker(patrol, group="patrol", exclusive=True)
        elif self._patrolled is not None and needed(self._patrolled):
            self.run_worker(self._patrol(self._patrolled), group="patrol", exclusive=True)
        elif before is not None:
            self.run_worker(self.history.stand_down(), group="patrol", exclusive=True)

    async def _patrol_shared(self, place: Place) -> None:
        # A server may take long to answer, and the screen does not wait for it.
        try:
            is_needed = await self.history.is_patrol_needed(place)
        except Refusal:
            self._patrolled = None  # it is asked again when the server is back
            return
        if is_needed:
            await self._patrol(place)
        else:
            await self.history.stand_down()

    async def _patrol(self, place: Place) -> None:
        from saves.store.refusals import UNREACHABLE

        try:
            await self.history.patrol(place)
        except Refusal as refusal:
            if refusal.code == UNREACHABLE:
                self._patrolled = None  # it begins again when the server is back
            elif await self.worker.astray() is None:
                await self._stop_writing(place, refusal.message)
            return
        while self._patrolled == place:
            found = await self.history.further()
            if found is None:
                self._patrolled = None  # it was closed for something else, and begins again
                return
            self.worker.checked = found.percent
            if found.wrong is not None:
                await self._stop_writing(place, found.wrong)
            if found.over:
                return
            await asyncio.sleep(BREATH)

    async def _stop_writing(self, place: Place, why: Message) -> None:
        now = await self.worker.stop_writing(place, why)
        if now is not None:
            self.view = now
            self.sentence(why)
            self.notify(say(why), severity="error", timeout=60, markup=False)

    async def on_unmount(self) -> None:
        """Close the campaign on its thread."""
        self._patrolled = None
        self.worker.stop_making()
        await self.history.close()
        self.history.stop()
        failure = await self.worker.close()
        if self.farewell is None:
            self.farewell = failure
        self.worker.stop()
