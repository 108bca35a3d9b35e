"""What the GM adds to the past: notes, titles and bounds of sessions, and corrections.

Nothing of the past is edited: what is accepted of another outcome is corrected in the present.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from textual import work

from core.dice import Answer, Ruled
from core.messages import N_, Message, Refusal
from core.play.facts.fight.combatants import token_of
from core.play.facts.table.commands import WriteNote
from core.play.resolution import outcome
from saves.campaign import marks
from saves.history.fixing import Consequences, CorrectedStory, EntryQuestion, amendment, asked
from saves.history.sessions import Session
from saves.store.entries import Entry
from tui.encounter.gm_rulings import ATTACK_WORDS, SIGNED, WORDS, no_ruling
from tui.kit.keys import DECIDING
from tui.kit.modal import Choice
from tui.kit.phrases import phrase
from tui.play.dice import tray_model
from tui.play.performing.performer import Owed
from tui.sessions.dialogs.entry_pages import ConsequencesDialog
from tui.sessions.past_reader import PastHost
from tui.worker import Deed


@work
async def ask_note(screen: PastHost, text: str = "", *, shared: bool = False) -> None:
    """Write a note at the moment shown, for the GM alone or for all; ask for it without `text`."""
    at = screen.past.at
    text = text or await screen.gm.line(
        Message(
            "note at entry {seq}, for the players, too"
            if shared
            else "note at entry {seq}, for the GM alone (:share is for all)",
            seq=at,
        )
    )
    if text:
        write_note(screen, at, text, shared=shared)


def write_note(screen: PastHost, at: int, text: str, *, shared: bool = False) -> None:
    """Write a note at an entry; in the present a note of now."""
    if at >= screen.past.head:
        screen.perform(WriteNote(text, shared=shared))
    else:
        noted = Message("Noted at entry {seq}.", seq=at)
        _mark(screen, noted, marks.annotate, at, text, shared)


@work
async def name_session(screen: PastHost, title: str = "") -> None:
    """Give the session shown a title, and ask for it without one; its notes stay."""
    session = shown_session(screen)
    if session is None:
        return
    prompt = Message("title of session {number}", number=session.number)
    title = title or await screen.gm.line(prompt, session.title, replace=True)
    if title:
        named = Message("Session {number} is called {title}.", number=session.number, title=title)
        _mark(screen, named, marks.name_session, session.first, title, session.notes)


def note_session(screen: PastHost, notes: str) -> None:
    """Set the notes of the session shown; its title stays."""
    session = shown_session(screen)
    if session is not None:
        noted = Message("Noted for session {number}.", number=session.number)
        _mark(screen, noted, marks.name_session, session.first, session.title, notes)


def join_session(screen: PastHost) -> None:
    """Join the session shown to the one before."""
    session = shown_session(screen)
    if session is None or session.number == 1:
        screen.gm.say_message("There is no session before this one to join it with.")
        return
    joined = Message(
        "Sessions {first} and {second} are one; :split at entry {seq} parts them again.",
        first=session.number - 1,
        second=session.number,
        seq=session.first,
    )
    _mark(screen, joined, marks.join_sessions, session.first)


def split_session(screen: PastHost) -> None:
    """Begin another session at the entry shown."""
    session = shown_session(screen)
    at = screen.past.at
    if session is None or at <= session.first:
        screen.gm.say_message("The session begins with this entry already.")
        return
    split = Message("Another session begins with entry {seq}; :join makes them one again.", seq=at)
    _mark(screen, split, marks.split_session, at)


def shown_session(screen: PastHost) -> Session | None:
    """The session whose journal is shown."""
    return screen.ui.session(screen.past.head)


def shown_number(screen: PastHost) -> int | None:
    """Return the number of the session shown; None when none is."""
    session = shown_session(screen)
    if session is None:
        return None
    return session.number


@work(group="perform")
async def _mark(
    screen: PastHost, said: Message, write: Callable[..., Entry], *more: object
) -> None:
    with screen.gm.refusing():
        screen.app.view = await screen.app.worker.write(lambda campaign: write(campaign, *more))
        screen.gm.say_message(said)


@work(group="perform")
async def overrule(screen: PastHost) -> None:
    """Overrule a roll of the entry shown, and correct now what is chosen of it."""
    if screen.gm.veiled():
        return
    screen.app.hold(DECIDING)
    try:
        with screen.gm.refusing():
            await _overrule(screen, screen.past.at)
    finally:
        screen.performer.close_tray()
        screen.app.let_go()


async def _overrule(screen: PastHost, seq: int) -> None:
    rolls = await screen.past.ask(partial(asked, seq=seq))
    one = rolls[0] if len(rolls) == 1 else await _which(screen, rolls)
    if one is None:
        return
    instead = N_("{roll}. Instead: a number, +2, -5, skip; then why")
    if one.question.says == "attack":
        instead = N_("{roll}. Instead: hit, miss, a number, +2; then why")
    elif one.question.check:
        instead = N_("{roll}. Instead: pass, fail, a number, +2; then why")
    prompt = Message(instead, roll=told(one))
    typed = await screen.gm.line(prompt, check=partial(answer, one))
    if not typed:
        return
    found = await _unfold(screen, seq, {one.question.key: answer(one, typed)})
    if found is not None:
        await _accept(screen, found, one, typed)


async def _which(screen: PastHost, rolls: tuple[EntryQuestion, ...]) -> EntryQuestion | None:
    choices: list[Choice] = []
    for one in rolls:
        letter = token_of(screen.state, one.question.who)
        taken = any(other.letter == letter for other in choices)
        choices.append(Choice(one.question.key, "" if taken else letter, told(one)))
    prompt = Message("which roll of entry {seq}?", seq=screen.past.at)
    picked = await screen.gm.choose(prompt, tuple(choices))
    return next((one for one in rolls if one.question.key == picked), None)


async def _unfold(screen: PastHost, seq: int, answers: dict[str, Answer]) -> Consequences | None:
    begin = partial(CorrectedStory, seq=seq, answers=answers)
    course = await screen.past.ask(begin)
    owed = Owed(course.command)
    while course.needs is not None:
        more = await screen.performer.ask(owed, course.needs.questions)
        if more is None:
            screen.gm.say_message("Nothing was changed.")
            return None
        answers |= more
        course = await screen.past.ask(begin)
    screen.performer.close_tray()
    while not await screen.past.ask(course.follow):
        screen.gm.say_message(
            "Replaying the story: entry {done} of {of} ...", done=course.done, of=course.tip
        )
    screen.gm.say_sentence("")
    return await screen.past.ask(course.consequences)


async def _accept(screen: PastHost, found: Consequences, one: EntryQuestion, typed: str) -> None:
    app = screen.app
    if not found.changes:
        screen.gm.say_message(
            "The outcome would have been the same: there is nothing to set right."
        )
        return
    app.let_go()
    page = ConsequencesDialog(found, screen.state, screen.view.region)
    accepted = await app.push_screen_wait(page)
    if accepted is None:
        screen.gm.say_message("Nothing was recorded; the entry is unchanged.")
        return
    ruled, why = said(typed)
    word = phrase("{roll}: {word}", roll=one.name, word=ruled)
    command = amendment(found, accepted, word, why)
    if command is None:
        if accepted:
            words = N_(
                "all of it has evened out since; a note at entry {seq} instead? Esc writes none"
            )
        else:
            words = N_("nothing was marked; a note at entry {seq} instead? Esc writes none")
        start = phrase("overruled, {word} {why}", word=word, why=why).strip()
        text = await screen.gm.line(Message(words, seq=found.seq), start)
        if text:
            write_note(screen, found.seq, text)
        else:
            screen.gm.say_message("Nothing was recorded; the entry is unchanged.")
        return
    app.view = await app.worker.record(Deed(command, {}))
    screen.gm.say_message(
        "Entry {head} sets right what followed from entry {seq}. To undo it, press u on F2 or F4.",
        head=screen.past.head,
        seq=found.seq,
    )


NUMBER = re.compile(r"=?\d{1,6}(\+\d{1,6})*", re.ASCII)


def told(one: EntryQuestion) -> Message:
    """A roll and its result: "Sorrel attacks Wolf e: 16 against 18"."""
    question = one.question
    answer = one.answer
    if isinstance(answer, Ruled):
        return Message("{what}: {word}, ruled", what=one.name, word=answer.value)
    if question.dc is None:
        words = N_("{what}: {total}")
    else:
        words = N_("{what}: {total} against {dc}")
    total = outcome(question, answer).total
    return Message(words, what=one.name, total=total, dc=question.dc or 0)


def answer(one: EntryQuestion, text: str) -> Answer:
    """Read "hit", "fail", "skip", "critical", "17", "=19", "4+3" or "+2", and the reason.

    A signed number is added to the result. Refusals "bad_ruling", "bad_roll" and those of
    the tray, which say what the dice can show.
    """
    word, _, why = text.strip().partition(" ")
    question = one.question
    if question.says == "attack":
        words = ATTACK_WORDS
    else:
        words = WORDS
    if word in words:
        found: Answer = Ruled(words[word], why)
    elif SIGNED.fullmatch(word):
        if isinstance(one.answer, Ruled):
            raise Refusal(
                "bad_ruling",
                "This was ruled without a number, so {text} cannot be added.",
                text=text.strip(),
            )
        total = outcome(question, one.answer).total + int(word)
        ruled = str(max(0, total))
        if question.dc is not None:
            if total >= question.dc:
                ruled = "pass"
            else:
                ruled = "fail"
        found = Ruled(ruled, text.strip())
    elif NUMBER.fullmatch(word):
        found, _ = tray_model.read(question, word)
    else:
        raise no_ruling(word)
    outcome(question, found)
    return found


def said(text: str) -> tuple[str, str]:
    """The ruling of a line, and its reason: ("+2", "flanking")."""
    word, _, why = text.strip().partition(" ")
    return word, why.strip()
