"""The GM's rulings in an encounter: on a roll of the last entry, a place, actions, any figure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from textual import work

from core.dice import Answer, Question, Rolled, Ruled, Typed
from core.messages import N_, Message, Refusal
from core.play.facts.fight.blows.events import Struck
from core.play.facts.fight.combatants import named, token_of
from core.play.facts.fight.moves.commands import DropMove
from core.play.facts.fight.setup.commands import Place
from core.play.facts.fight.turns.commands import Spend
from core.play.fight.blows.points import Points, told
from core.play.resolution import Needs
from core.values import Struct
from saves.store.entries import Entry, Mark
from tui.encounter.model import FightHost, movers, names, under, waiting_in
from tui.encounter.present import routes
from tui.kit.modal import Choice, TextLine
from tui.play.performing.performer import Owed
from tui.play.table import table_actions
from tui.view import CampaignView

WORDS = {"hit": "pass", "miss": "fail", "pass": "pass", "fail": "fail", "skip": "skip"}
ATTACK_WORDS = WORDS | {"critical": "critical", "crit": "critical"}
SIGNED = re.compile(r"[+-]\d{1,3}")


class OverrulableRoll(Struct):
    """One roll of the last entry: its key, the roller, its result in words.

    `struck` is the attack it decided, if any; `points` were typed without a roll.
    """

    key: str
    letter: str
    words: Message
    struck: Struck | None = None
    points: int | None = None


def last(view: CampaignView) -> Entry | None:
    """The entry whose outcome is current, if the log still has it."""
    return next((entry for entry in view.entries if entry.seq == view.tip), None)


def results(view: CampaignView) -> tuple[OverrulableRoll, ...]:
    """The rolls of the last entry in order, or the points typed in it."""
    entry = last(view)
    if entry is None:
        return ()
    typed: tuple[OverrulableRoll, ...] = ()
    if isinstance(entry.command, Points):
        typed = tuple(_typed(one, said.number, view)
                      for one, said in told(entry.command, view.state))  # fmt: skip
    strikes = [event for event in entry.events if isinstance(event, Struck)]
    points = {one.key for one in typed}
    rolls = sorted(entry.answers.keys() - points)
    return (*typed, *(_result(key, entry.answers[key], strikes, view) for key in rolls))


def _result(key: str, answer: Answer, strikes: list[Struck], view: CampaignView) -> OverrulableRoll:
    parts = key.split("/")
    struck = None
    if parts[0] in ("attack", "opportunity") and len(parts) == 4:
        by = [one for one in strikes if one.by == parts[2]]
        at = int(parts[3]) - 1 if parts[3].isdecimal() else 0
        struck = by[min(max(at, 0), len(by) - 1)] if by else None
    who = next((part for part in parts if token_of(view.state, part)), "")
    words = Message(
        "{who}, {what}: {said}",
        who=named(view.state, who) if who else parts[0],
        what=parts[-1] if parts[-1].isalpha() else parts[0],
        said=_said(answer),
    )
    return OverrulableRoll(key, token_of(view.state, who), words, struck)


def _typed(question: Question, points: int, view: CampaignView) -> OverrulableRoll:
    words = Message("{what}: {points}", what=question.label, points=points)
    letter = token_of(view.state, question.who)
    return OverrulableRoll(question.key, letter, words, points=points)


def _said(answer: Answer) -> str:
    match answer:
        case Rolled(faces):
            return str(sum(faces))
        case Typed(number):
            return str(number)
        case Ruled(value):
            return value


def answer(result: OverrulableRoll, text: str) -> Answer:
    """Read "hit", "miss", "critical", "pass", "fail", "skip", "17" or "+2", then a reason.

    A signed number is added to the attack's total, or to points. Refusal "bad_ruling".
    """
    word, _, why = text.strip().partition(" ")
    struck, points = result.struck, result.points
    words = WORDS if struck is None else ATTACK_WORDS
    number, more = word.isdecimal() and len(word) < 7, SIGNED.fullmatch(word) is not None
    if points is not None:
        if more:
            return Ruled(str(max(0, points + int(word))), f"{word} {why}".strip())
        if number or word == "skip":
            return Ruled(word, why)
        raise Refusal(
            "bad_ruling",
            "'{text}' is not a ruling. Type a number of points, +2, -5 or skip.",
            text=word,
        )
    if word in words:
        return Ruled(words[word], why)
    if more and struck is not None:
        reached = struck.total + int(word) >= struck.ac
        return Ruled("pass" if reached else "fail", f"{word} {why}".strip())
    if number:
        return Typed(int(word)) if struck is not None else Ruled(word, why)
    raise no_ruling(word)


def ask_instead(result: OverrulableRoll) -> Message:
    """Return what is asked when this result is overruled, with the words that it takes."""
    instead = N_("{result}: pass, fail, a number, +2; then why")
    if result.points is not None:
        instead = N_("{result}. Instead: a number, +2, -5, skip; then why")
    elif result.struck is not None:
        instead = N_("{result}: hit, miss, a number, +2; then why")
    return Message(instead, result=result.words)


def no_ruling(text: str) -> Refusal:
    """The refusal of what is no ruling on a roll."""
    return Refusal(
        "bad_ruling", "'{text}' is not a ruling. Type pass, fail, skip, a number or +2.", text=text
    )


ACTIONS = "standard move full_round swift step action"


@work
async def overrule(screen: FightHost) -> None:
    """Overrule the die in focus, the last result, or any figure."""
    if screen.performer.tray.display:
        await table_actions.overrule_row(screen)
        return
    who = movers(screen.ui, screen.battle)
    match await screen.gm.choose(Message("your ruling: about what?"), tuple(_about(screen, who))):
        case "last":
            await _overrule_last(screen)
        case "place":
            await _place(screen, who)
        case "drop":
            screen.perform(DropMove())
        case "back":
            _give_back(screen, who[0])
        case "spent":
            typed = await screen.gm.line(Message("which action? {words}", words=ACTIONS))
            if typed:
                screen.perform(Spend(who[0], tuple(typed.split())))
        case "rule":
            screen.command_line.open("rule ")


def _about(screen: FightHost, who: tuple[str, ...]) -> Iterator[Choice]:
    found, here = screen.battle, screen.grid.cursor
    called = names(found, who)
    if results(screen.view):
        yield Choice("last", "o", Message("the last result: hit, miss, a number"))
    if waiting_in(screen.state) is not None:
        yield Choice("drop", "d", Message("cancel the movement that waits"))
    if who and not under(found, here):
        words = Message("{who} stands at {square}", who=called, square=str(here))
        yield Choice("place", "p", words)
    if who:
        yield Choice("back", "b", Message("{who} has its actions back", who=called))
        yield Choice("spent", "s", Message("{who} has used an action", who=called))
    yield Choice("rule", "r", Message("a figure: hit points, clock, speed ..."))


async def _overrule_last(screen: FightHost) -> None:
    # Change the outcome of a roll of the last entry, asking what follows.
    found = results(screen.view)
    result = found[0] if len(found) == 1 else await _which(screen, found)
    if result is None:
        return
    typed = await screen.gm.line(ask_instead(result), check=lambda text: answer(result, text))
    if typed:
        await _overrule(screen, {result.key: answer(result, typed)})


async def _which(screen: FightHost, found: tuple[OverrulableRoll, ...]) -> OverrulableRoll | None:
    choices = tuple(Choice(one.key, one.letter, one.words) for one in found)
    picked = await screen.gm.choose(Message("which of them?"), choices)
    return next((one for one in found if one.key == picked), None)


async def _overrule(screen: FightHost, answers: dict[str, Answer]) -> None:
    entry, app = last(screen.view), screen.app
    if entry is None or isinstance(entry.command, Mark):
        return
    owed, settle = Owed(entry.command), app.let_go
    try:
        while isinstance(told := await app.worker.propose_over(answers), Needs):
            asked = tuple(one for one in told.questions if one.key not in answers)
            more = await screen.performer.ask(owed, asked)
            if more is None:
                screen.gm.say_message("Nothing was changed.")
                return
            answers.update(more)
        app.view = await app.worker.write(lambda campaign: campaign.overrule(answers))
    except Refusal as refusal:
        screen.gm.say_message(refusal.message)
        settle = app.discard
    finally:
        screen.performer.close_tray()
        settle()


def _give_back(screen: FightHost, who: str) -> None:
    figure = screen.encounter.figure(who) if screen.encounter else None
    if figure is None or not figure.spent.actions:
        screen.gm.refuse("No action has been used that could be given back.")
    else:
        screen.perform(Spend(who, figure.spent.actions, back=True))


async def _place(screen: FightHost, who: tuple[str, ...]) -> None:
    # Put the movers at the cursor whatever the rules say.
    found = screen.battle
    if found is not None:
        spots = routes.formation(found, who, screen.grid.cursor)
        prompt = Message("why? (may be left empty)")
        reason = await screen.app.push_screen_wait(TextLine(prompt))
        if reason is not None:
            screen.perform(Place(found.encounter.id, spots, reason.strip()))
