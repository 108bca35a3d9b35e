"""In any fight Enter does what it says, and one chance is in Ahead, panel, tray and receipt."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping

import pytest

from core.combat.board.squares import Square
from core.combat.threat.threat import enemies
from core.dice import Question
from core.messages import Chance
from core.play.facts.encounter import Spent
from core.play.facts.fight.blows.commands import MakeAttack
from core.play.facts.fight.combatants import changed_figure, fight_of
from core.play.facts.fight.moves.commands import AnswerStrikes, Move, MovePack
from core.play.facts.fight.moves.events import MoveHalted
from core.play.facts.fight.turns.events import TurnBegan
from core.play.facts.fold import Event, evolve_all
from core.play.facts.state import Assets, State, Waiting
from core.play.fight import previews
from core.play.fight.fight_scene import scene_of
from core.play.fight.previews import preview, space
from core.play.fight.turns.budget import left
from core.play.fight.turns.narration import slot_name
from core.play.resolution import Decided, Needs
from core.play.union import decide
from core.values import replace
from tests.core.play.fight.skirmishes import Maker, acting, with_flyers
from tests.switched import switched
from tests.thorough import rounds
from tests.tui.views import view_of
from tui.encounter.model import EncounterUI, EnterAction, cursor_query, enter_action
from tui.encounter.present.battle import Battle, battle
from tui.encounter.present.foresight import CursorPreview, foresee
from tui.kit.lines_view import words
from tui.kit.phrases import say

SEED = 5034
FIGHTS = rounds(4, 200)
SYSTEMS = ("pf1", "dnd35", "sf", "pf2")
WAYS = (
    "walk", "walk", "walk", "step", "run", "charge", "charge", "withdraw", "fly", "swim", "climb",
    "squeeze", "safe",
)  # fmt: skip
USED = (
    (), (), ("move",), ("move", "move"), ("standard",), ("standard", "move"), ("full_round",),
    ("charge",), ("action", "action"), ("action", "action", "action"),
)  # fmt: skip
"""Actions that somebody has used of its turn."""


def flipped(system: str, chance: random.Random) -> Mapping[str, bool]:
    """Some switches of a system the other way round, in every second fight."""
    if chance.random() < 0.5:
        return {}
    switches = switched(system).switches.items()
    return {
        name: not switch.value
        for name, switch in switches
        if isinstance(switch.value, bool) and chance.random() < 0.3
    }


def spent(state: State, who: str, chance: random.Random) -> State:
    """Somebody has used some of the turn."""
    used = chance.choice(USED)
    struck = 1 if "standard" in used else 0
    turn = Spent(used, attacks=struck, made=(0,) * struck)
    return changed_figure(state, who, lambda figure: replace(figure, spent=turn))


def pressed(
    state: State, assets: Assets, at: Square, ui: EncounterUI
) -> tuple[EnterAction, CursorPreview, Battle]:
    """What Enter means there, once the answer about the square is known."""
    there = battle(view_of(state, assets), fight_of(state))
    ui = replace(ui, gathered=there)
    query = cursor_query(ui, there, at)
    assert query is not None
    seen = foresee(query)
    return enter_action(replace(ui, answer=seen), there, state, at), seen, there


def waits(events: tuple[Event, ...]) -> list[Waiting]:
    """What waits for those who may strike."""
    return [event.waiting for event in events if isinstance(event, MoveHalted)]


def questions_of(state: State, assets: Assets, command: AnswerStrikes) -> dict[str, Question]:
    """The first roll of each who strikes, by striker."""
    found = decide(command, state, assets, {})
    asked: dict[str, Question] = {}
    for question in found.questions if isinstance(found, Needs) else ():
        if question.key.startswith("opportunity/") and not question.follows:
            asked.setdefault(question.who, question)
    return asked


def compare_roll(question: Question, seen: CursorPreview) -> None:
    """The panel, the tray and the receipt of one attack."""
    attack = seen.attack
    assert attack is not None
    assert (question.chance, question.dc, question.modifier) == (
        attack.p_hit,
        attack.ac,
        attack.bonus,
    )
    assert question.receipt is not None
    assert question.receipt.value == Chance(attack.p_hit)
    row = seen.rows.attack if seen.rows is not None else None
    assert row is not None
    assert (row.needed, row.chance) == (question.needed, question.chance)
    assert bool(row.unusual) == bool(attack.remarks)


def check_attack(state: State, assets: Assets, action: EnterAction, seen: CursorPreview) -> str:
    assert isinstance(action.command, MakeAttack)
    found = decide(action.command, state, assets, {})
    if isinstance(found, Needs):
        compare_roll(found.questions[0], seen)
        assert seen.first is None
        return "attacks"
    (waiting,) = waits(found.events)
    assert seen.first is not None
    assert [one.by for one in waiting.strikers] == [one.by for one in seen.first.strikers]
    asked = questions_of(
        evolve_all(state, found.events),
        assets,
        AnswerStrikes(tuple(one.by for one in waiting.strikers)),
    )
    for striker in seen.first.strikers:
        if striker.by in asked:
            assert asked[striker.by].chance == striker.chance
    return "provoking attacks"


def check_move(state: State, assets: Assets, action: EnterAction, seen: CursorPreview) -> str:
    command = action.command
    assert isinstance(command, Move)
    ahead = seen.ahead
    assert ahead is not None
    found = decide(command, state, assets, {})
    if isinstance(found, Needs):
        assert {one.key.partition("/")[0] for one in found.questions} <= {"climb", "swim"}
        assert ", by a check" in words(action.words)
        return "moves with a check"
    after = evolve_all(state, found.events)
    assert "by a check" not in words(action.words)
    asked = [one.by for waiting in waits(found.events) for one in waiting.strikers]
    assert asked == [one.by for one in ahead.strikers]
    for one in ahead.strikers:
        assert seen.query.battle.sign(one.by) in words(action.words)
    if asked:
        rolls = questions_of(after, assets, AnswerStrikes(tuple(asked)))
        able = [one for one in ahead.strikers if one.attack and one.attack.possible]
        assert {one.by for one in able} == rolls.keys()
        first = {one.by: one for one in reversed(able)}
        assert {by: roll.chance for by, roll in rolls.items()} == {
            by: one.chance for by, one in first.items()
        }
        passed = decide(AnswerStrikes(), after, assets, {})
        assert isinstance(passed, Decided)
        after = evolve_all(after, passed.events)
    check_after(state, after, assets, command.who, seen)
    return "provoking moves" if asked else "moves"


def check_after(state: State, after: State, assets: Assets, who: str, seen: CursorPreview) -> None:
    """Where the mover is then, what is left of its turn, and the attack that it has there."""
    ahead = seen.ahead
    assert ahead is not None
    assert seen.rows is not None
    assert " of 0 " not in seen.rows.cost
    mover = ahead.planned_move.mover.id
    body = scene_of(after, assets).body(scene_of(after, assets).by_id[mover])
    assert ahead.path[-1] in body.squares()
    foreseen = replace(left(ahead.turn_after, assets, who), receipts=())
    assert replace(left(after, assets, who), receipts=()) == foreseen
    attack = seen.attack
    if attack is None:
        return
    there = preview(after, assets, who, attack.at.id)
    assert (there.possible, there.reason) == (attack.possible, attack.reason)
    assert bool(there.remarks) == bool(attack.remarks)
    if not attack.possible:
        return
    found = decide(MakeAttack((who,), attack.at.id), after, assets, {})
    if isinstance(found, Needs):
        compare_roll(found.questions[0], seen)


def check_pack(state: State, assets: Assets, action: EnterAction, seen: CursorPreview) -> str:
    assert isinstance(action.command, MovePack)
    found = decide(action.command, state, assets, {})
    assert isinstance(found, Decided)
    asked = {one.by for waiting in waits(found.events) for one in waiting.strikers}
    assert asked == {by for place in seen.plans[0].places for by in place.strikers}
    return "packs"


TOO_MUCH = (
    "no action left; ",
    "no action left for it; ",
    "no move after a step; ",
    "no attack left this turn; ",
)


def _says_too_much(told: str) -> bool:
    return any(words in told for words in TOO_MUCH)


def check(state: State, assets: Assets, at: Square, ui: EncounterUI) -> str:
    """One Enter: it is not refused, and does what it says."""
    action, seen, _ = pressed(state, assets, at, ui)
    told = words(action.words)
    match action.command:
        case MakeAttack():
            assert _says_too_much(told) == bool(seen.attack and seen.attack.remarks)
            return check_attack(state, assets, action, seen)
        case Move():
            ahead = seen.ahead
            assert ahead is not None
            assert _says_too_much(told) == bool(ahead.planned_move.remarks)
            return check_move(state, assets, action, seen)
        case MovePack():
            return check_pack(state, assets, action, seen)
        case _:
            assert told.startswith("nothing: ")
            assert told != "nothing: it is there already; point elsewhere" or not seen.target
            return "nothing"


def check_space(state: State, assets: Assets) -> str:
    """Space: who is named as next is."""
    told = say(previews.next_turn_action(state, assets))
    command = space(state)
    assert command is not None
    found = decide(command, state, assets, {})
    if isinstance(found, Needs):
        assert f"{len(found.questions)} roll" in told or "roll initiative" in told
        return "rolls of Space"
    begun = [event.slot for event in found.events if isinstance(event, TurnBegan)]
    after = evolve_all(state, found.events)
    if begun:
        assert f"next {slot_name(after, begun[-1])}" in told
    return "turns"


def squares_of(state: State, assets: Assets, who: str, chance: random.Random) -> list[Square]:
    """Some squares to put the cursor on, two of enemies among them."""
    scene = scene_of(state, assets)
    field = scene.field
    squares = [
        Square(chance.randrange(field.width), chance.randrange(field.height)) for _ in range(2)
    ]
    hostile = enemies(scene, scene.by_id[who])
    return squares + [next(scene.body(enemy).squares()) for enemy in hostile][:2]


def play(fights: int, seed: int) -> Counter[str]:
    chance = random.Random(seed)
    tally = Counter[str]()
    for number in range(fights):
        system = SYSTEMS[number % len(SYSTEMS)]
        skirmish = Maker(chance, system, flipped(system, chance)).make()
        assets = skirmish.assets
        state = with_flyers(skirmish.state, chance)
        for creature in scene_of(state, assets).creatures:
            now = spent(acting(state, creature.id), creature.id, chance)
            for at in squares_of(now, assets, creature.id, chance):
                tally[check(now, assets, at, EncounterUI(way=chance.choice(WAYS)))] += 1
            tally[check_space(now, assets)] += 1
        tally.update(packs(state, assets, chance))
    return tally


def packs(state: State, assets: Assets, chance: random.Random) -> Counter[str]:
    """Both sides as packs, each somewhere."""
    tally = Counter[str]()
    creatures = scene_of(state, assets).creatures
    for side in ("party", "foes"):
        who = tuple(one.id for one in creatures if one.side == side)
        if len(who) < 2:
            continue
        now = acting(state, who[0])
        for each in who:
            now = spent(now, each, chance)
        ui = EncounterUI(way=chance.choice(WAYS), marked=who, plan=0)
        for at in squares_of(now, assets, who[0], chance):
            tally[check(now, assets, at, ui)] += 1
    return tally


def test_enter_and_space_do_what_they_say_in_any_fight() -> None:
    tally = play(FIGHTS, SEED)

    assert tally.keys() >= {"attacks", "moves", "provoking moves", "packs", "turns"}, tally


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(4))
def test_enter_and_space_do_what_they_say_in_a_thousand_fights(part: int) -> None:
    tally = play(250, SEED + 1 + part)

    assert tally["provoking attacks"], tally
