"""What if: play in a copy of the campaign, then drop or keep it."""

from __future__ import annotations

from pathlib import Path

from textual import work

from core.messages import N_, Message, Refusal
from tui.kit.actions import PLAYED
from tui.kit.phrases import say
from tui.kit.searching import Searching
from tui.kit.typeahead import DECIDING
from tui.play.footer import NumberLine
from tui.play.screen import CampaignScreen
from tui.view import CampaignView
from tui.worker import Dropped, ReturnPoint


class TryingScreen(CampaignScreen):
    """A screen on which x opens a what-if, and Esc, when nothing else is open, leaves it.

    Esc closes one thing after the other: what `put_away` closes, then the sentence shown, then
    the copy.
    """

    def __init__(self) -> None:
        super().__init__()
        self._file: Path | None = None
        self._hint = ""

    # what subclasses say

    def tried_from(self) -> int:
        """The row after which x branches: the newest."""
        return self.moment.head

    def unfinished(self) -> Message | None:
        """Why the campaign cannot be switched now; None when it can."""
        return None

    def put_away(self) -> bool:
        """Close what is open on this screen; whether anything was."""
        return False

    def other_campaign(self, before: Path | None, now: Path | None) -> None:
        """Called when a campaign other than the last one shown is open."""

    def perched(self, cursor: object) -> None:
        """Move the cursor back to where it was when the what-if began."""
        if isinstance(self, Searching) and cursor is not None:
            self.go_there(cursor)

    # following

    def _moment_changed(self, moment: CampaignView | None) -> None:
        if moment is not None and self.is_current:
            self._follow_campaign(moment)
        super()._moment_changed(moment)

    def on_screen_resume(self) -> None:
        """Check whether another campaign has been opened meanwhile."""
        if self.app.moment is not None:
            self._follow_campaign(self.app.moment)

    def _follow_campaign(self, moment: CampaignView) -> None:
        before, self._file = self._file, moment.path
        if before != self._file:
            self.other_campaign(before, self._file)

    def turn_curtain(self, moment: CampaignView) -> None:
        """Drop what is shown of another campaign."""
        self._follow_campaign(moment)
        super().turn_curtain(moment)

    # trying

    def action_what_if(self) -> None:
        """Open a what-if from here."""
        if self.moment.birth is not None:
            words = N_("This is a what-if already. Press Esc to leave it, or type :keep to make"
                       " it a campaign of its own.")  # fmt: skip
            self.say_message(words)
        elif not self._hindered():
            self.app.hold(DECIDING)
            self._try(self.tried_from())

    def _hindered(self) -> bool:
        why = self.unfinished()
        if why is not None:
            self.say_message(why)
        return why is not None

    @work(group="perform")
    async def _try(self, seq: int) -> None:
        cursor = self.here() if isinstance(self, Searching) else None
        try:
            moment = await self.app.worker.try_from(seq, ReturnPoint(self.TABLE, cursor))
        except Refusal as refusal:
            self.say_message(refusal.message)
        else:
            self.app.moment = moment
            if self.TABLE not in PLAYED:
                await self.app.switch_mode("journey" if moment.fight is None else "encounter")
            self._tell(
                Message("What if: this is a copy. Press Esc to bin it, or type :keep to keep it.")
            )
        finally:
            self.app.let_go()

    def _tell(self, message: Message) -> None:
        screen = self.app.screen
        if isinstance(screen, TryingScreen):
            screen.say_message(message)
            screen._hint = say(message)

    # leaving

    def action_close(self) -> None:
        """Close what is open, else leave the what-if."""
        told = say(self.query_one(NumberLine).told)
        closed = self.put_away() or told not in ("", self._hint)
        super().action_close()
        if not closed and self.moment.birth is not None:
            self.leave_trial()

    def leave_trial(self) -> None:
        """Return to the campaign; the copy goes to the bin."""
        if self.moment.birth is None:
            self.say_message("No what-if is open. Press x to begin one.")
        elif not self._hindered():
            self.app.hold(DECIDING)
            self._leave(self.moment.birth.name)

    @work(group="perform")
    async def _leave(self, campaign: str) -> None:
        try:
            await self.app.history.close()
            dropped = await self.app.worker.drop_trial()
        except Refusal as refusal:
            self.say_message(refusal.message)
        else:
            await self._come_back(campaign, dropped)
        finally:
            self.app.let_go()

    async def _come_back(self, campaign: str, dropped: Dropped) -> None:
        self.app.moment = dropped.moment
        perch = dropped.perch
        if perch.screen not in ("", self.TABLE):
            await self.app.switch_mode(perch.screen)
        screen = self.app.screen
        if perch.screen and isinstance(screen, TryingScreen):
            screen.perched(perch.cursor)
        words = N_("Back in {campaign}, unchanged. The what-if is in the bin; to put it back, "
                   "press u on the list of campaigns (g c).")  # fmt: skip
        if dropped.trouble is not None:
            words = N_("Back in {campaign}, unchanged. The what-if stays on the list of "
                       "campaigns: {trouble}")  # fmt: skip
        self._tell(Message(words, campaign=campaign, trouble=dropped.trouble or ""))

    # keeping

    @work(group="perform")
    async def keep_trial(self, name: str) -> None:
        """Make the what-if a campaign of its own, called `name`, and go on in it."""
        birth = self.moment.birth
        if birth is None:
            self.say_message("No what-if is open. Press x to begin one.")
            return
        if self._hindered():
            return
        try:
            await self.app.history.close()
            self.app.moment = await self.app.worker.keep_trial(name)
        except Refusal as refusal:
            self.say_message(refusal.message)
        else:
            words = N_("Kept: you are in {name} now, a campaign of its own. {campaign} is "
                       "unchanged on the list of campaigns (g c).")  # fmt: skip
            self.say_message(words, name=self.moment.called, campaign=birth.name)
