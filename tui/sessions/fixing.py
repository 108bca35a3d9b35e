"""Overruling an entry of the past; deciding the past again under today's rules."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from textual import work

from core.dice import Answer
from core.messages import N_, Message, Refusal
from core.play.fight.blows.points import NO_DICE
from tui.kit.choose import Choice
from tui.kit.phrases import phrase
from tui.play.naming import token_of
from tui.play.performer import Owed
from tui.play.typed.line import Go
from tui.sessions.dialogs.consequences import ConsequencesDialog
from tui.sessions.dialogs.then_and_now import ThenAndNow
from tui.sessions.pages import PagesScreen
from tui.sessions.present import past_overruling
from tui.worker import Deed

if TYPE_CHECKING:
    from saves.history import fixing
    from saves.history.fixing import EntryQuestion
    from saves.history.redecision import Compared


class FixingScreen(PagesScreen):
    """Never edits the past: what is accepted of another outcome is corrected in the present."""

    # then and now

    def then_and_now(self, text: str = "") -> None:
        """Decide the whole campaign again, or the session whose number was typed."""
        if self.veiled():
            return
        part = self.part_of(text)
        if part is None:
            return
        title, low, high = part
        self._compare(title, low, high)

    @work(group="pages", exclusive=True)
    async def _compare(self, title: Message | str, low: int, high: int | None) -> None:
        from saves.history.redecision import all_again

        async def compare(here: Compared | None) -> Compared:
            chunk = partial(all_again, low=low, high=high, most=50, since=here)
            return await self.app.history.ask(self.path, chunk)

        seq = await self.app.push_screen_wait(ThenAndNow(title, compare, self.moment.region))
        if seq is not None:
            self.go_there(seq)

    # fixing the past

    @work(group="perform")
    async def action_overrule(self) -> None:
        """Overrule a roll of the entry shown, and correct now what is chosen of it."""
        if self.veiled():
            return
        try:
            await self._overrule(self.at)
        except Refusal as refusal:
            self.say_message(refusal.message)
        finally:
            self._close_tray()
            self.app.let_go()

    async def _overrule(self, seq: int) -> None:
        from saves.history.fixing import asked

        rolls = await self.app.history.ask(self.path, partial(asked, seq=seq))
        one = rolls[0] if len(rolls) == 1 else await self._which(rolls)
        if one is None:
            return
        self.app.hold()
        instead = N_("{roll}. Instead: pass, fail, a number, +2; then why")
        if one.question.dice == NO_DICE:
            instead = N_("{roll}. Instead: a number, +2, -5, skip; then why")
        prompt = Message(instead, roll=past_overruling.told(one))
        typed = await self.line(prompt, check=partial(past_overruling.answer, one))
        if not typed:
            return
        found = await self._unfold(seq, {one.question.key: past_overruling.answer(one, typed)})
        if found is not None:
            await self._accept(found, one, typed)

    async def _which(self, rolls: tuple[EntryQuestion, ...]) -> EntryQuestion | None:
        letters = [token_of(self.state, one.question.who) for one in rolls]
        choices = tuple(
            Choice(
                one.question.key,
                "" if letters[at] in letters[:at] else letters[at],
                past_overruling.told(one),
            )
            for at, one in enumerate(rolls)
        )
        prompt = Message("which roll of entry {seq}?", seq=self.at)
        picked = await self.choose(prompt, choices)
        return next((one for one in rolls if one.question.key == picked), None)

    async def _unfold(self, seq: int, answers: dict[str, Answer]) -> fixing.Consequences | None:
        from saves.history.fixing import CorrectedStory

        past = partial(self.app.history.ask, self.path)
        course = await past(partial(CorrectedStory, seq=seq, answers=answers))
        ask = self._ask(Owed(course.command))
        while course.needs is not None:
            more = await ask(course.needs.questions)
            if more is None:
                self.say_message("Nothing was changed.")
                return None
            answers |= more
            course = await past(partial(CorrectedStory, seq=seq, answers=answers))
        self._close_tray()
        while not await past(course.follow):
            words = N_("Replaying the story: entry {done} of {of} ...")
            self.say_message(words, done=course.done, of=course.tip)
        self.say_sentence("")
        return await past(course.consequences)

    async def _accept(self, found: fixing.Consequences, one: EntryQuestion, typed: str) -> None:
        from saves.history.fixing import amendment

        if not found.changes:
            self.say_message("The outcome would have been the same: there is nothing to set right.")
            return
        self.app.let_go()
        accepted = await self.app.push_screen_wait(
            ConsequencesDialog(found, self.state, self.moment.region)
        )
        if accepted is None:
            self.say_message("Nothing was recorded; the entry is unchanged.")
            return
        said, why = past_overruling.said(typed)
        word = phrase("{roll}: {word}", roll=one.name, word=said)
        command = amendment(found, accepted, word, why)
        if command is None:
            await self._note_instead(found.seq, word, why, chosen=bool(accepted))
            return
        self.app.moment = await self.app.worker.record(Deed(command, {}))
        self._say_recorded(found.seq)

    def _say_recorded(self, seq: int) -> None:
        head = self.moment.head
        words = N_("Entry {head} sets right what followed from entry {seq}. To undo it, press u"
                   " on F2 or F4.")  # fmt: skip
        self.say_message(words, head=head, seq=seq)

    async def _note_instead(self, seq: int, word: str, why: str, *, chosen: bool) -> None:
        words = N_("nothing was marked; a note at entry {seq} instead? Esc writes none")
        if chosen:
            words = N_("all of it has evened out since; a note at entry {seq} instead? Esc writes "
                       "none")  # fmt: skip
        start = phrase("overruled, {word} {why}", word=word, why=why).strip()
        text = await self.line(Message(words, seq=seq), start)
        if text:
            self.write_note(seq, text)
        else:
            self.say_message("Nothing was recorded; the entry is unchanged.")

    # words

    def go(self, go: Go) -> None:
        """Handle the word `then`: then and now."""
        if go.action == "then":
            self.then_and_now(go.argument)
        else:
            super().go(go)
