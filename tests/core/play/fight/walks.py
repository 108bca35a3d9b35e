"""Random fights walked through step by step: the command, its preview and the oracle are compared.

A step is a move or an attack of somebody on a fresh turn. Compared are whether it can be made, what
it costs, who may strike at it, where and with what, and the chance of each strike and attack.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.combat.board.scene import Action
from core.combat.board.squares import Square
from core.creatures import Mode
from core.dice import Answer, Question, Typed
from core.messages import Refusal
from core.play.facts.encounter import NOTHING_SPENT
from core.play.facts.fight.blows.commands import MakeAttack
from core.play.facts.fight.moves.commands import AnswerStrikes, Move
from core.play.facts.fight.moves.events import Moved
from core.play.facts.fold import evolve_all
from core.play.facts.state import Fighting, State, Striker
from core.play.fight.previews import MoveAhead, StrikerAhead, outlook_at, preview
from core.play.resolution import Decided, Needs
from core.play.union import Command, decide
from core.values import replace
from tests.core.combat.oracles.fights import Arm, Cell, Fighter, Judge, Odds, Strikes, Verdict
from tests.core.combat.oracles.walking import SPACE
from tests.core.play.fight.skirmishes import Maker, Skirmish
from tests.switched import Switches

SYSTEMS = ("pf1", "dnd35", "sf", "pf2")
STEPS_OF_A_FIGHT = 12
ACTIONS: tuple[Action, ...] = (
    "move",
    "move",
    "move",
    "move",
    "move",
    "run",
    "charge",
    "withdraw",
    "step",
)
WAYS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
TRIES = 6
"""So often another way is drawn where it cannot be gone, as most ways are to be legal."""
AS_A_ROLL: Switches = {
    "acts_provoke": False,
    "charge_line": False,
    "charge_figures": False,
    "conditions": "sources",
    "guarded_step": False,
    "into_melee": False,
    "moves_by_check": False,
    "saddle": False,
    "surprised_alone": False,
}
"""An attack is rolled at once, who may strike before it is in `test_any_shot`; straight charges are
in `test_any_charge`, shots into a melee in `test_any_melee_shot`; all else is the catalogue's."""


@dataclass(frozen=True)
class Going:
    """A move along a path; `before` were the anchors of its movement before, `struck` who did."""

    who: str
    action: Action
    mode: Mode
    path: list[Cell]
    struck: tuple[str, ...] = ()
    before: tuple[Cell, ...] = ()


def replace_path(going: Going, path: list[Cell]) -> Going:
    """The movement goes on along a path."""
    return Going(going.who, going.action, going.mode, path, going.struck, tuple(going.path))


class Walk:
    """One random fight, walked through."""

    def __init__(self, chance: random.Random, system: str, tally: Counter[str]) -> None:
        self.chance = chance
        self.system = system
        self.tally = tally
        self.skirmish: Skirmish = self.made()
        self.state = self.skirmish.state
        self.assets = self.skirmish.assets
        self.fight = self.skirmish.fight
        self.wish: Command | None = None
        self.going: Going | None = None

    def made(self) -> Skirmish:
        """The fight that is walked through."""
        return Maker(self.chance, self.system, AS_A_ROLL).make()

    def judge(self) -> Judge:
        """The catalogue on the fight as it is now."""
        return Judge(self.fight)

    def step(self) -> None:
        """One move or attack, on a fresh turn, or a move that goes on."""
        self.tally["steps"] += 1
        going = self.going
        self.going = None
        if going is not None and self.chance.random() < 0.5:
            self.go_farther(going)
            return
        self.state = fresh(self.state)
        kind = self.chance.random()
        if kind < 0.3 or not self.movers():
            self.attack()
        elif kind < 0.4:
            self.go_to()
        else:
            self.move()

    # --- moves

    def move(self) -> None:
        """Somebody goes somewhere; what the three say of it is the same."""
        chance = self.chance
        fight = self.fight
        who = chance.choice(self.movers())
        bearer = fight.bearer(who)
        action = chance.choice(ACTIONS)
        mode = self.mode(bearer)
        judge = self.judge()
        path = self.path(bearer, action)
        for _ in range(TRIES):
            if judge.walk(who, path, action, mode).legal or chance.random() < 0.2:
                break
            path = self.path(bearer, action)
        self.compare(judge, Going(who, action, mode, path), judge.walk(who, path, action, mode))

    def go_farther(self, going: Going) -> None:
        """The same creature goes on with the same movement, past those who have not struck yet."""
        self.tally["moves that go on"] += 1
        judge = self.judge()
        who = going.who
        path = self.path(self.fight.bearer(who), "move")
        verdict = judge.walk(who, path, "move", going.mode, before=going.path)
        if verdict.reason == "budget":  # which the GM may allow, with a remark
            return
        farther = replace_path(going, path)
        self.compare(judge, farther, verdict)

    def go_to(self) -> None:
        """Somebody goes to a square by the cheapest way."""
        chance = self.chance
        fight = self.fight
        self.tally["cheapest ways"] += 1
        who = chance.choice(self.movers())
        bearer = fight.bearer(who)
        mode = self.mode(bearer)
        judge = self.judge()
        x, y = bearer.at
        far = chance.choice((1, 2, 4, 8))
        goals = [(x + i, y + j) for i in range(-far, far + 1) for j in range(-far, far + 1)]
        goals = [goal for goal in goals if goal != bearer.at and self.holds(goal, bearer)]
        to = chance.choice(goals)
        command = Move(who, to=name_of(to), mode=mode)
        self.wish = command
        verdict = judge.cheapest(who, to, mode)
        ahead = self.foretold(command)
        if not verdict.legal:
            self.compare(judge, Going(who, "move", mode, [bearer.at, to]), verdict, command)
            return
        assert not isinstance(ahead, str), (verdict, ahead)
        path = [(square.x, square.y) for square in ahead.path]
        assert judge.walk(who, path, "move", mode) == verdict
        assert path[-1] == to
        self.compare(judge, Going(who, "move", mode, path), verdict, command)

    def compare(
        self, judge: Judge, going: Going, verdict: Verdict, command: Move | None = None
    ) -> None:
        """Whether it can be made, its price and its strikes; then it is made."""
        who = going.who
        path = going.path
        if command is None:
            words = tuple(map(name_of, path))
            command = Move(who, path=words, action=going.action, mode=going.mode)
        self.wish = command
        strikes = judge.strikes(who, path, going.action) if verdict.legal else {}
        for by in going.struck:
            strikes.pop(by, None)
        self.count_move(who, self.fight.bearer(who), going.mode, verdict.legal, strikes)
        ahead = self.foretold(command)
        found = self.decided(command)
        if not verdict.legal:
            assert isinstance(ahead, str), (verdict, "the preview allows it")
            assert isinstance(found, str), (verdict, "the command allows it")
            assert ahead == found
            return
        assert not isinstance(ahead, str), (verdict, ahead)
        assert not isinstance(found, str), (verdict, found)
        assert ahead.cost == verdict.cost, (ahead.cost, verdict)
        self.compare_strikers(judge, command, path, strikes, ahead, found)
        struck = self.go_on(found, verdict.cost, path)
        for one in self.fight.pair(who):
            one.at = path[-1]
        if going.action == "move":
            gone = [*going.before[:-1], *path]
            self.going = Going(who, "move", going.mode, gone, (*going.struck, *struck))

    def movers(self) -> list[str]:
        """Those who, and whose mounts, do not crawl (which no source prices)."""
        return [who for who in self.fight.fighters if not is_prone(self.fight.bearer(who))]

    def mode(self, mover: Fighter) -> Mode:
        """One of its ways of moving, now and then one that it lacks."""
        if self.chance.random() < 0.03:
            return "burrow" if "walk" in mover.speeds else "walk"
        return self.chance.choice(list(mover.speeds))

    def path(self, mover: Fighter, action: Action) -> list[Cell]:
        """A way that stays on the map: straight, or as it comes."""
        chance = self.chance
        straight = action in ("run", "charge") or chance.random() < 0.2
        length = chance.choice((1, 1, 2, 3, 4, 6, 9)) if action != "step" else 1
        way = chance.choice(WAYS)
        found = [mover.at]
        for _ in range(length):
            steps = [way] if straight else chance.sample(WAYS, 4)
            cells = [(found[-1][0] + dx, found[-1][1] + dy) for dx, dy in steps]
            inside = [cell for cell in cells if self.holds(cell, mover)]
            if not inside:
                break
            found.append(min(inside, key=lambda cell: self.dread(cell, mover)))
        if len(found) == 1:
            inside = [(mover.at[0] + dx, mover.at[1] + dy) for dx, dy in WAYS]
            found.append(chance.choice([cell for cell in inside if self.holds(cell, mover)]))
        return found

    def holds(self, at: Cell, mover: Fighter) -> bool:
        side = SPACE[mover.size]
        field = self.fight.field
        return 0 <= at[0] <= field.width - side and 0 <= at[1] <= field.height - side

    def dread(self, at: Cell, mover: Fighter) -> float:
        """Little where it can probably go: most ways are to be legal, not all."""
        side = SPACE[mover.size]
        signs = {self.skirmish.rows[at[1] + j][at[0] + i] for i in range(side) for j in range(side)}
        wet = "swim" in mover.speeds and ("walk" not in mover.speeds or self.on_water(mover))
        bad = signs != {"~"} if wet else bool(signs & {"#", "~"})
        return self.chance.random() + (0.9 if bad else 0)

    def on_water(self, mover: Fighter) -> bool:
        return self.skirmish.rows[mover.at[1]][mover.at[0]] == "~"

    def foretold(self, command: Move) -> MoveAhead | str:
        try:
            return outlook_at(self.state, self.assets, command)
        except Refusal as refusal:
            return refusal.code

    def decided(self, wish: Command) -> Decided | Needs | str:
        try:
            return decide(wish, self.state, self.assets, {})
        except Refusal as refusal:
            return refusal.code

    def compare_strikers(
        self,
        judge: Judge,
        command: Move,
        path: Sequence[Cell],
        strikes: Strikes,
        ahead: MoveAhead,
        found: Decided | Needs,
    ) -> None:
        expected = sorted((by, name_of(path[where[0][0]])) for by, where in strikes.items())
        told = sorted((one.by, one.at) for one in ahead.strikers)
        assert told == expected, (told, expected)
        assert isinstance(found, Decided)
        after = evolve_all(self.state, found.events)
        waiting = strikers_of(after)
        assert [(one.by, one.at) for one in waiting] == [(one.by, one.at) for one in ahead.strikers]
        for one in ahead.strikers:
            self.compare_strike(judge, command, path, strikes, one, after)

    def compare_strike(
        self,
        judge: Judge,
        command: Move,
        path: Sequence[Cell],
        strikes: Strikes,
        ahead: StrikerAhead,
        after: State,
    ) -> None:
        """One strike: with an attack that reaches, at one of the pair, by the oracle's chance."""
        number, arms = strikes[ahead.by][0]
        planned = ahead.attack
        assert planned is not None, (ahead.by, arms)
        arm = next((arm for arm in arms if arm.index == planned.index), None)
        assert arm is not None, (ahead.by, planned.index, arms)
        target = planned.at.id
        assert target in {one.id for one in self.fight.pair(command.who)}
        strike = (ahead.by, arm, target, command.action == "charge")
        odds = self.odds_at(judge, path, number, *strike)
        assert odds is not None, (ahead.by, arm)
        self.tally["dark targets"] += odds.benighted
        told = (planned.needed, planned.p_hit)
        assert told == (odds.needed, odds.p_hit), (told, ahead.by, arm, odds)
        assert ahead.chance == odds.p_hit
        question = self.asked(AnswerStrikes((ahead.by,)), after, ahead.by)
        assert needed_of(question) == odds.needed, (needed_of(question), ahead.by, odds)

    def odds_at(
        self,
        judge: Judge,
        path: Sequence[Cell],
        number: int,
        by: str,
        arm: Arm,
        target: str,
        charges: bool,
    ) -> Odds | None:
        """The chance where the mover is before that step, or in the enemy's space (C-110)."""
        at = path[number]
        if judge.enters(target, by, path, number):
            at = path[number + 1]
        return judge.moved(target, at).odds(by, arm, target, charges=charges)

    def asked(self, command: Command, state: State, by: str) -> Question:
        """The die of the attack that a command asks of somebody."""
        found = decide(command, state, self.assets, {})
        assert isinstance(found, Needs), found
        return next(one for one in found.questions if one.who == by and one.dc is not None)

    def go_on(self, found: Decided | Needs, cost: int, path: Sequence[Cell]) -> tuple[str, ...]:
        """Some strike and miss; the mover is where its path ends, for that price.

        The ids of those who struck.
        """
        assert isinstance(found, Decided)
        events = list(found.events)
        self.state = evolve_all(self.state, found.events)
        struck: tuple[str, ...] = ()
        waiting = strikers_of(self.state)
        if waiting:
            struck = tuple(one.by for one in waiting if self.chance.random() < 0.5)
            rest = self.missed(AnswerStrikes(struck))
            events += rest.events
            self.state = evolve_all(self.state, rest.events)
        told = [event for event in events if isinstance(event, Moved)]
        assert sum(event.cost for event in told) == cost, (told, cost)
        assert self.state.fight is not None
        for event in told:
            figure = self.state.fight.figure(event.who)
            assert figure is not None
            assert figure.at == name_of(path[-1]), (figure, told)
        return struck

    def missed(self, command: Command) -> Decided:
        """What comes of strikes that all miss."""
        answers: dict[str, Answer] = {}
        while True:
            found = decide(command, self.state, self.assets, answers)
            if isinstance(found, Decided):
                return found
            answers |= {one.key: Typed(1) for one in found.questions}

    # --- attacks

    def attack(self) -> None:
        """Somebody attacks somebody; needed die and chance are the same."""
        chance = self.chance
        fighters = self.fight.fighters
        by = chance.choice(list(fighters.values()))
        others = [one for one in fighters.values() if one.side != by.side]
        if not others:
            return
        judge = self.judge()
        arm = chance.choice(by.arms)
        able = [one for one in others if judge.odds(by.id, arm, one.id) is not None]
        at = chance.choice(able if able and chance.random() < 0.8 else others)
        self.wish = MakeAttack((by.id,), at.id, attack=arm.index)
        odds = judge.odds(by.id, arm, at.id)
        planned = preview(self.state, self.assets, by.id, at.id, arm.index)
        self.count_attack(by, at, odds)
        found = self.decided(self.wish)
        if odds is None:
            assert not planned.possible, "the preview allows it"
            assert isinstance(found, str), "the command allows it"
            return
        assert planned.possible, planned.reason
        told = (planned.needed, planned.p_hit)
        assert told == (odds.needed, odds.p_hit), (told, odds)
        assert not isinstance(found, str), found
        question = self.asked(self.wish, self.state, by.id)
        assert needed_of(question) == odds.needed, question

    # --- what was tried

    def count_move(
        self, who: str, bearer: Fighter, mode: Mode, legal: bool, strikes: Strikes
    ) -> None:
        for kind in self.kinds_of_move(who, bearer, mode, legal, strikes):
            self.tally[kind] += 1

    def kinds_of_move(
        self, who: str, bearer: Fighter, mode: Mode, legal: bool, strikes: Strikes
    ) -> Iterator[str]:
        yield "moves"
        if not legal:
            yield "refused moves"
        if strikes:
            yield "moves with strikes"
        riders = [one for one in self.fight.pair(who) if one.rides]
        if riders or any(self.fight.fighters[by].rides for by in strikes):
            yield "riders"
        if mode == "swim":
            yield "swimmers"
        if mode == "burrow":
            yield "burrowers"
        if any(has_natural_reach(self.fight.fighters[by]) for by in strikes):
            yield "natural reach"

    def count_attack(self, by: Fighter, at: Fighter, odds: Odds | None) -> None:
        self.tally["attacks"] += 1
        self.tally["refused attacks"] += odds is None
        self.tally["riders"] += bool(by.rides or at.rides)
        self.tally["natural reach"] += has_natural_reach(by)
        self.tally["dark targets"] += odds is not None and odds.benighted

    def told(self) -> str:
        """The fight and what was wished, for who looks into a failure."""
        lines = [self.system, f"light {self.fight.light}", *self.skirmish.rows]
        lines += [repr(one) for one in self.fight.fighters.values()]
        lines += [f"shade {sorted(cells)} {light}" for cells, light in self.fight.shades]
        return "\n".join((*lines, repr(self.wish)))


def has_natural_reach(fighter: Fighter) -> bool:
    """Whether it has several attacks of the body, or one that is longer than its natural reach."""
    natural = [arm for arm in fighter.arms if arm.natural]
    return len(natural) > 1 or any(arm.reach is not None for arm in natural)


def is_prone(fighter: Fighter) -> bool:
    return "prone" in fighter.traits


def name_of(cell: Cell) -> str:
    return str(Square(*cell))


def fresh(state: State) -> State:
    """Everybody has a whole turn, and every opportunity."""
    assert state.fight is not None
    figures = tuple(replace(one, spent=NOTHING_SPENT, reacted=()) for one in state.fight.figures)
    return replace(state, encounters=(replace(state.fight, figures=figures),))


def strikers_of(state: State) -> tuple[Striker, ...]:
    """Those who may strike at the move that waits, if one does."""
    pending = state.pending
    if not isinstance(pending, Fighting) or pending.waiting is None:
        return ()
    return pending.waiting.strikers


def needed_of(question: Question) -> int:
    """The lowest face that hits."""
    assert question.dc is not None
    return min(20, max(2, question.dc - question.modifier))


def stroll(walks: type[Walk], system: str, steps: int, seed: str) -> Counter[str]:
    """So many random steps in one system; what was tried, by kind."""
    tally = Counter[str]()
    number = 0
    while tally["steps"] < steps:
        number += 1
        chance = random.Random(f"{seed} {system} {number}")
        one = walks(chance, system, tally)
        for _ in range(min(STEPS_OF_A_FIGHT, steps - tally["steps"])):
            try:
                one.step()
            except AssertionError as wrong:
                raise AssertionError(
                    f"seed {seed}, fight {number}\n{one.told()}\n{wrong}"
                ) from wrong
    return tally
