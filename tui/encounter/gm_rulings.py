"""The GM's rulings in an encounter: on a roll of the last entry, a place, actions, any figure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.dice import Answer, Question, Rolled, Ruled, Typed
from core.messages import N_, Message, Refusal
from core.play.facts.fight.blows.events import Struck
from core.play.facts.fight.combatants import name_combatant, token_of
from core.play.facts.fight.moves.commands import DropMove
from core.play.facts.fight.setup.commands import Place
from core.play.facts.fight.turns.commands import Spend
from core.play.fight.blows.points import Points, answer_points
from core.play.resolution import SITUATION, Needs
from core.values import Struct
from saves.store.entries import Entry, Mark
from tui.encounter.change import Change, Standpoint, going_on
from tui.encounter.model import waiting_in
from tui.encounter.present import routes
from tui.kit.modal import Choice
from tui.play.command_line.command_line import PlayHost
from tui.play.command_line.typed_line import Act
from tui.play.dialogs.dialog import ChoiceDialog, LineDialog
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
        typed = tuple(
            _typed(one, said.number, view) for one, said in answer_points(entry.command, view.state)
        )
    strikes = [event for event in entry.events if isinstance(event, Struck)]
    points = {one.key for one in typed}
    rolls = sorted(key for key in entry.answers.keys() - points if not key.endswith(SITUATION))
    return (*typed, *(_result(key, entry.answers[key], strikes, view) for key in rolls))


def _result(key: str, answer: Answer, strikes: list[Struck], view: CampaignView) -> OverrulableRoll:
    parts = key.split("/")
    struck = None
    if parts[0] in ("attack", "opportunity") and len(parts) == 4:
        _, _, striker, number = parts
        by = [one for one in strikes if one.by == striker]
        if number.isdecimal():
            place = int(number) - 1
        else:
            place = 0
        struck = by[min(max(place, 0), len(by) - 1)] if by else None
    creature_id = next((part for part in parts if token_of(view.state, part)), "")
    words = Message(
        "{who}, {what}: {said}",
        who=name_combatant(view.state, creature_id) if creature_id else parts[0],
        what=parts[-1] if parts[-1].isalpha() else parts[0],
        said=_said(answer),
    )
    return OverrulableRoll(key, token_of(view.state, creature_id), words, struck)


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
    struck = result.struck
    points = result.points
    words = WORDS if struck is None else ATTACK_WORDS
    number = word.isdecimal() and len(word) < 7
    more = SIGNED.fullmatch(word) is not None
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
        if struck is not None:
            return Typed(int(word))
        return Ruled(word, why)
    raise no_ruling(word)


def ask_instead(result: OverrulableRoll) -> Message:
    """Return what is asked when this result is overruled, with the words that it takes."""
    if result.points is not None:
        instead = N_("{result}. Instead: a number, +2, -5, skip; then why")
    elif result.struck is not None:
        instead = N_("{result}: hit, miss, a number, +2; then why")
    else:
        instead = N_("{result}: pass, fail, a number, +2; then why")
    return Message(instead, result=result.words)


def no_ruling(text: str) -> Refusal:
    """The refusal of what is no ruling on a roll."""
    return Refusal(
        "bad_ruling", "'{text}' is not a ruling. Type pass, fail, skip, a number or +2.", text=text
    )


ACTIONS = "standard move full_round swift step action"


@going_on
def overrule(standpoint: Standpoint, *, asking: bool) -> Change:
    """Overrule the die in focus, if dice are asked for, else the last result, or any figure."""
    if asking:
        return Act(table_actions.overrule)
    creature_ids = standpoint.actor.who

    def overrule_what(now: Standpoint, picked: str) -> Change:
        match picked:
            case "last":
                return overrule_last(now)
            case "place":
                return place_here(now, creature_ids)
            case "drop":
                return DropMove()
            case "back":
                return give_back(now, creature_ids[0])
            case "spent":
                return LineDialog(
                    prompt=Message("which action? {words}", words=ACTIONS),
                    then=lambda _, typed: Spend(creature_ids[0], tuple(typed.split())),
                )
            case _:
                return Act(table_actions.overrule)

    return ChoiceDialog(
        Message("your ruling: about what?"), tuple(_about(standpoint)), overrule_what
    )


def _about(standpoint: Standpoint) -> Iterator[Choice]:
    creature_ids = standpoint.actor.who
    called = standpoint.names(creature_ids)
    if results(standpoint.view):
        yield Choice("last", "o", Message("the last result: hit, miss, a number"))
    if waiting_in(standpoint.state) is not None:
        yield Choice("drop", "d", Message("cancel the movement that waits"))
    if creature_ids and not standpoint.under:
        words = Message("{who} stands at {square}", who=called, square=str(standpoint.cursor))
        yield Choice("place", "p", words)
    if creature_ids:
        yield Choice("back", "b", Message("{who} has its actions back", who=called))
        yield Choice("spent", "s", Message("{who} has used an action", who=called))
    yield Choice("rule", "r", Message("a figure: hit points, clock, speed ..."))


def overrule_last(standpoint: Standpoint) -> Change:
    """Ask for another outcome of a roll of the last entry, and for what follows from it."""
    rolls = results(standpoint.view)
    if len(rolls) == 1:
        return _ask_ruling(rolls[0])

    def overrule_picked(_: Standpoint, picked: str) -> Change:
        roll = next((one for one in rolls if one.key == picked), None)
        if roll is None:
            return ()
        return _ask_ruling(roll)

    choices = tuple(Choice(one.key, one.letter, one.words) for one in rolls)
    return ChoiceDialog(Message("which of them?"), choices, overrule_picked)


def _ask_ruling(roll: OverrulableRoll) -> LineDialog[Standpoint, Change]:
    return LineDialog(
        prompt=ask_instead(roll),
        check=lambda typed: answer(roll, typed),
        then=lambda _, typed: Act(_overrule, ({roll.key: answer(roll, typed)},)),
    )


async def _overrule(screen: PlayHost, answers: dict[str, Answer]) -> None:
    entry = last(screen.view)
    app = screen.app
    if entry is None or isinstance(entry.command, Mark):
        return
    owed = Owed(entry.command)
    settle = app.let_go
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


def give_back(standpoint: Standpoint, creature_id: str) -> Change:
    """Give back the actions that a creature has used."""
    figure = standpoint.encounter.figure(creature_id) if standpoint.encounter else None
    if figure is None or not figure.spent.actions:
        raise Refusal("none_used", "No action has been used that could be given back.")
    return Spend(creature_id, figure.spent.actions, back=True)


def place_here(standpoint: Standpoint, creature_ids: tuple[str, ...]) -> Change:
    """Put the movers at the cursor whatever the rules say."""
    battle = standpoint.battle
    if battle is None:
        return ()
    spots = routes.formation(battle, creature_ids, standpoint.cursor)
    return LineDialog(
        prompt=Message("why? (may be left empty)"),
        then=lambda _, reason: Place(battle.encounter.id, spots, reason),
        may_be_empty=True,
    )
