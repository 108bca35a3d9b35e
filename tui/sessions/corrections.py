"""Overruling an entry of the past.

The past is never edited: what is accepted of another outcome is corrected in the present.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from textual import work

from core.dice import Answer
from core.messages import N_, Message
from core.play.fight.blows.points import NO_DICE
from core.play.fight.combatants import token_of
from tui.kit.choose import Choice
from tui.kit.phrases import phrase
from tui.play.performer import Owed
from tui.sessions import notes
from tui.sessions.dialogs.consequences import ConsequencesDialog
from tui.sessions.past_reader import PastHost
from tui.sessions.present import past_overruling
from tui.worker import Deed

if TYPE_CHECKING:
    from saves.history import fixing
    from saves.history.fixing import EntryQuestion


@work(group="perform")
async def overrule(screen: PastHost) -> None:
    """Overrule a roll of the entry shown, and correct now what is chosen of it."""
    if screen.gm.veiled():
        return
    try:
        with screen.gm.refusing():
            await _overrule(screen, screen.past.at)
    finally:
        screen.performer.close_tray()
        screen.app.let_go()


async def _overrule(screen: PastHost, seq: int) -> None:
    from saves.history.fixing import asked

    rolls = await screen.past.ask(partial(asked, seq=seq))
    one = rolls[0] if len(rolls) == 1 else await _which(screen, rolls)
    if one is None:
        return
    screen.app.hold()
    instead = N_("{roll}. Instead: pass, fail, a number, +2; then why")
    if one.question.dice == NO_DICE:
        instead = N_("{roll}. Instead: a number, +2, -5, skip; then why")
    prompt = Message(instead, roll=past_overruling.told(one))
    typed = await screen.gm.line(prompt, check=partial(past_overruling.answer, one))
    if not typed:
        return
    found = await _unfold(screen, seq, {one.question.key: past_overruling.answer(one, typed)})
    if found is not None:
        await _accept(screen, found, one, typed)


async def _which(screen: PastHost, rolls: tuple[EntryQuestion, ...]) -> EntryQuestion | None:
    letters = [token_of(screen.state, one.question.who) for one in rolls]
    choices = tuple(
        Choice(
            one.question.key,
            "" if letters[at] in letters[:at] else letters[at],
            past_overruling.told(one),
        )
        for at, one in enumerate(rolls)
    )
    prompt = Message("which roll of entry {seq}?", seq=screen.past.at)
    picked = await screen.gm.choose(prompt, choices)
    return next((one for one in rolls if one.question.key == picked), None)


async def _unfold(
    screen: PastHost, seq: int, answers: dict[str, Answer]
) -> fixing.Consequences | None:
    from saves.history.fixing import CorrectedStory

    course = await screen.past.ask(partial(CorrectedStory, seq=seq, answers=answers))
    ask = screen.performer.ask(Owed(course.command))
    while course.needs is not None:
        more = await ask(course.needs.questions)
        if more is None:
            screen.gm.say_message("Nothing was changed.")
            return None
        answers |= more
        course = await screen.past.ask(partial(CorrectedStory, seq=seq, answers=answers))
    screen.performer.close_tray()
    while not await screen.past.ask(course.follow):
        screen.gm.say_message(
            "Replaying the story: entry {done} of {of} ...", done=course.done, of=course.tip
        )
    screen.gm.say_sentence("")
    return await screen.past.ask(course.consequences)


async def _accept(
    screen: PastHost, found: fixing.Consequences, one: EntryQuestion, typed: str
) -> None:
    from saves.history.fixing import amendment

    app = screen.app
    if not found.changes:
        screen.gm.say_message(
            "The outcome would have been the same: there is nothing to set right."
        )
        return
    app.let_go()
    accepted = await app.push_screen_wait(
        ConsequencesDialog(found, screen.state, screen.view.region)
    )
    if accepted is None:
        screen.gm.say_message("Nothing was recorded; the entry is unchanged.")
        return
    said, why = past_overruling.said(typed)
    word = phrase("{roll}: {word}", roll=one.name, word=said)
    command = amendment(found, accepted, word, why)
    if command is None:
        await _note_instead(screen, found.seq, word, why, chosen=bool(accepted))
        return
    app.view = await app.worker.record(Deed(command, {}))
    screen.gm.say_message(
        "Entry {head} sets right what followed from entry {seq}. To undo it, press u on F2 or F4.",
        head=screen.past.head,
        seq=found.seq,
    )


async def _note_instead(screen: PastHost, seq: int, word: str, why: str, *, chosen: bool) -> None:
    words = N_("nothing was marked; a note at entry {seq} instead? Esc writes none")
    if chosen:
        words = N_("all of it has evened out since; a note at entry {seq} instead? Esc writes "
                   "none")  # fmt: skip
    start = phrase("overruled, {word} {why}", word=word, why=why).strip()
    text = await screen.gm.line(Message(words, seq=seq), start)
    if text:
        notes.write_note(screen, seq, text)
    else:
        screen.gm.say_message("Nothing was recorded; the entry is unchanged.")
