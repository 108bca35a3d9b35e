"""Overruling a roll of the past: what would have followed, and setting it right in the present.

Nothing of the past is edited.
"""

from __future__ import annotations

import re
from functools import partial

from textual import work

from core.dice import Answer, Ruled
from core.messages import N_, Message, Refusal
from core.play.facts.fight.combatants import token_of
from core.play.resolution import outcome
from saves.history.fixing import (
    Consequences,
    CorrectedStory,
    EntryQuestion,
    amendment,
    find_questions,
)
from tui.encounter.gm_rulings import ATTACK_WORDS, SIGNED, WORDS, no_ruling
from tui.kit.keys import DECIDING
from tui.kit.modal import Choice
from tui.kit.phrases import phrase
from tui.play.dice import tray_model
from tui.play.key_press import press
from tui.play.performing.performer import Owed
from tui.sessions import notes
from tui.sessions.dialogs.entry_pages import ConsequencesDialog
from tui.sessions.host import PastHost
from tui.worker import Deed


@work(group="perform")
async def overrule(screen: PastHost) -> None:
    """Overrule a roll of the entry shown, and correct now what is chosen of it."""
    if screen.gm.veiled():
        return
    screen.app.hold(DECIDING)
    try:
        with screen.gm.refusing():
            await _overrule(screen, screen.standpoint.at)
    finally:
        screen.performer.close_tray()
        screen.app.let_go()


async def _overrule(screen: PastHost, seq: int) -> None:
    rolls = await screen.reader.ask(partial(find_questions, seq=seq))
    roll = rolls[0] if len(rolls) == 1 else await _which(screen, rolls)
    if roll is None:
        return
    instead = N_("{roll}. Instead: a number, +2, -5, skip; then why")
    if roll.question.says == "attack":
        instead = N_("{roll}. Instead: hit, miss, a number, +2; then why")
    elif roll.question.check:
        instead = N_("{roll}. Instead: pass, fail, a number, +2; then why")
    prompt = Message(instead, roll=name_roll(roll))
    typed = await screen.gm.line(prompt, check=partial(answer, roll))
    if not typed:
        return
    consequences = await _unfold(screen, seq, {roll.question.key: answer(roll, typed)})
    if consequences is not None:
        await _accept(screen, consequences, roll, typed)


async def _which(screen: PastHost, rolls: tuple[EntryQuestion, ...]) -> EntryQuestion | None:
    choices: list[Choice] = []
    for roll in rolls:
        letter = token_of(screen.view.state, roll.question.who)
        taken = any(other.letter == letter for other in choices)
        choices.append(Choice(roll.question.key, "" if taken else letter, name_roll(roll)))
    prompt = Message("which roll of entry {seq}?", seq=screen.standpoint.at)
    picked = await screen.gm.choose(prompt, tuple(choices))
    return next((roll for roll in rolls if roll.question.key == picked), None)


async def _unfold(screen: PastHost, seq: int, answers: dict[str, Answer]) -> Consequences | None:
    begin = partial(CorrectedStory, seq=seq, answers=answers)
    course = await screen.reader.ask(begin)
    owed = Owed(course.command)
    while course.needs is not None:
        more = await screen.performer.ask(owed, course.needs.questions)
        if more is None:
            screen.gm.say_message("Nothing was changed.")
            return None
        answers |= more
        course = await screen.reader.ask(begin)
    screen.performer.close_tray()
    while not await screen.reader.ask(course.follow):
        screen.gm.say_message(
            "Replaying the story: entry {done} of {of} ...", done=course.done, of=course.tip
        )
    screen.gm.say_sentence("")
    return await screen.reader.ask(course.consequences)


async def _accept(
    screen: PastHost, consequences: Consequences, roll: EntryQuestion, typed: str
) -> None:
    app = screen.app
    if not consequences.changes:
        screen.gm.say_message(
            "The outcome would have been the same: there is nothing to set right."
        )
        return
    app.let_go()
    page = ConsequencesDialog(consequences, screen.view.state, screen.view.region)
    accepted = await app.push_screen_wait(page)
    if accepted is None:
        screen.gm.say_message("Nothing was recorded; the entry is unchanged.")
        return
    ruled, why = said(typed)
    word = phrase("{roll}: {word}", roll=roll.name, word=ruled)
    command = amendment(consequences, accepted, word, why)
    if command is None:
        if accepted:
            words = N_(
                "all of it has evened out since; a note at entry {seq} instead? Esc writes none"
            )
        else:
            words = N_("nothing was marked; a note at entry {seq} instead? Esc writes none")
        start = phrase("overruled, {word} {why}", word=word, why=why).strip()
        text = await screen.gm.line(Message(words, seq=consequences.seq), start)
        if text:
            press(screen, notes.write_note, text, seq=consequences.seq)
        else:
            screen.gm.say_message("Nothing was recorded; the entry is unchanged.")
        return
    app.view = await app.worker.record(Deed(command, {}))
    screen.gm.say_message(
        "Entry {head} sets right what followed from entry {seq}. To undo it, press u on F2 or F4.",
        head=screen.view.head,
        seq=consequences.seq,
    )


NUMBER = re.compile(r"=?\d{1,6}(\+\d{1,6})*", re.ASCII)


def name_roll(roll: EntryQuestion) -> Message:
    """A roll and its result: "Sorrel attacks Wolf e: 16 against 18"."""
    question = roll.question
    answer = roll.answer
    if isinstance(answer, Ruled):
        return Message("{what}: {word}, ruled", what=roll.name, word=answer.value)
    if question.dc is None:
        words = N_("{what}: {total}")
    else:
        words = N_("{what}: {total} against {dc}")
    total = outcome(question, answer).total
    return Message(words, what=roll.name, total=total, dc=question.dc or 0)


def answer(roll: EntryQuestion, text: str) -> Answer:
    """Read "hit", "fail", "skip", "critical", "17", "=19", "4+3" or "+2", and the reason.

    A signed number is added to the result. Refusals "bad_ruling", "bad_roll" and those of
    the tray, which say what the dice can show.
    """
    word, _, why = text.strip().partition(" ")
    question = roll.question
    if question.says == "attack":
        words = ATTACK_WORDS
    else:
        words = WORDS
    if word in words:
        new_answer: Answer = Ruled(words[word], why)
    elif SIGNED.fullmatch(word):
        if isinstance(roll.answer, Ruled):
            raise Refusal(
                "bad_ruling",
                "This was ruled without a number, so {text} cannot be added.",
                text=text.strip(),
            )
        total = outcome(question, roll.answer).total + int(word)
        ruled = str(max(0, total))
        if question.dc is not None:
            if total >= question.dc:
                ruled = "pass"
            else:
                ruled = "fail"
        new_answer = Ruled(ruled, text.strip())
    elif NUMBER.fullmatch(word):
        new_answer, _ = tray_model.read(question, word)
    else:
        raise no_ruling(word)
    outcome(question, new_answer)
    return new_answer


def said(text: str) -> tuple[str, str]:
    """The ruling of a line, and its reason: ("+2", "flanking")."""
    word, _, why = text.strip().partition(" ")
    return word, why.strip()
