"""Turns drawn from a seed, and what comes of each, in a form that versions can compare.

A fight has a dozen rows of ground, a few on foot and a few in the saddle; a step is a command of
somebody, with dice from the seed. Its digest is made of the dice that were asked and the events, in
which what is as by default is left out, or of that it was refused. Reasons and chances are words:
versions may say them otherwise.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterator, Mapping
from typing import TypeAlias

from msgspec import to_builtins

from core.combat.board.scene import Action
from core.combat.board.squares import Block, Square, parse_square
from core.creatures import Attack, Sheet
from core.dice import Answer, Question, Typed
from core.messages import Refusal
from core.play.facts.encounter import Encounter, Figure, Foe, Side
from core.play.facts.fight.blows.commands import CoupDeGrace, MakeAttack
from core.play.facts.fight.combatants import fight_of
from core.play.facts.fight.moves.commands import AnswerStrikes, Fall, MountUp, Move, Push, Stand
from core.play.facts.fight.turns.commands import EndTurn, SetCondition
from core.play.facts.fold import Event, evolve_all
from core.play.facts.state import Assets, Fighting, State
from core.play.facts.table.events import Damaged
from core.play.fight.turns.budget import usual_mode
from core.play.resolution import Decided, Needs
from core.play.union import Command, decide
from core.values import replace
from tests.core.combat.oracles.walking import SPACE
from tests.core.play.fight.boards import fight
from tests.switched import AS_PACKAGED, Switches

Plain: TypeAlias = "Mapping[str, Plain] | list[Plain] | tuple[Plain, ...] | str | int | None"
"""What JSON can say."""

SYSTEMS = ("pf1", "dnd35", "sf", "pf2")
STEPS = 25
WIDE = 12
HIGH = 9
GROUNDS = ("....................", "................::%o", "...........~~~::#", "............#&=^")
SIDES: tuple[Side, ...] = ("party", "foes")
ARMS = (
    (Attack("sword", (6, 1), "1d8+3"), Attack("bow", (5,), "1d8", mode="ranged", weapon="bow")),
    (Attack("spear", (5,), "1d8+3", reach=2), Attack("bite", (3,), "1d6+1")),
    (Attack("long lance", (6,), "1d8+3", times=3, reach=2),),
    (Attack("claw", (5,), "1d4+2"), Attack("bite", (5,), "1d6+1")),
    (Attack("axe", (4,), "1d6", mode="ranged", weapon="thrown", increment=2),),
    (Attack("unarmed strike", (4,), "1d3"),),
)
TRAITS = ((), (), ("darkvision",), ("low_light",), ("combat_reflexes",))
MOVES: tuple[Action, ...] = (
    "move",
    "move",
    "move",
    "run",
    "charge",
    "charge",
    "withdraw",
    "step",
)
CONDITIONS = ("prone", "shaken", "invisible", "flat_footed", "stunned")


def draw_ground(chance: random.Random) -> str:
    """Rows of signs."""
    signs = chance.choice(GROUNDS)
    return "\n".join("".join(chance.choice(signs) for _ in range(WIDE)) for _ in range(HIGH))


def draw_being(chance: random.Random, number: int, side: Side, size: str) -> Foe:
    """Somebody of a side; a few of them fly."""
    speeds = [("walk", chance.choice((4, 6, 8)))]
    if chance.random() < 0.2:
        speeds.append(("fly", 8))
    name = f"one{number}"
    sheet = Sheet(
        size=size,
        long=size != "M",
        ac=chance.randint(10, 19),
        dexterity=chance.choice((None, 0, 2)),
        speeds=tuple(speeds),
        attacks=chance.choice(ARMS),
        traits=chance.choice(TRAITS),
        reaction=chance.choice((None, True, False)),
    )
    hp = chance.choice((8, 40))
    return Foe(name, name, "", side, hp=hp, con_score=12, sheet=sheet)


def draw_fight(seed: int, switches: Switches = AS_PACKAGED) -> tuple[State, Assets]:
    """A fight of four to seven."""
    chance = random.Random(seed)
    ground = draw_ground(chance)
    rows = ground.splitlines()
    taken: set[Square] = set()
    beings: list[Foe] = []
    at: dict[str, str] = {}
    figures: dict[str, Mapping[str, object]] = {}
    while len(beings) < chance.randint(4, 7):
        side = SIDES[len(beings) % len(SIDES)]
        being = draw_being(chance, len(beings), side, chance.choice("SMMLLH"))
        width = SPACE[being.sheet.size]
        x = chance.randrange(WIDE - width + 1)
        y = chance.randrange(HIGH - width + 1)
        body = set(Block(x, y, width).squares())
        if taken & body or any(rows[square.y][square.x] in "#~o=" for square in body):
            continue
        taken |= body
        beings.append(being)
        at[being.id] = str(Square(x, y))
        if width > 1 and chance.random() < 0.5:
            rider = draw_being(chance, len(beings), side, "M")
            beings.append(rider)
            at[rider.id] = at[being.id]
            figures[rider.id] = {"mount": being.id}
    system = SYSTEMS[seed % len(SYSTEMS)]
    return fight(ground, *beings, at=at, system=system, switches=switches, **figures)


class Turns:
    """The steps of one fight."""

    def __init__(self, seed: int, switches: Switches = AS_PACKAGED) -> None:
        self.seed = seed
        self.state, self.assets = draw_fight(seed, switches)

    def steps(self) -> Iterator[str]:
        """Yield what comes of each step, as one line of JSON."""
        for number in range(STEPS):
            chance = random.Random(f"{self.seed}/{number}")
            command = self.draw(chance)
            yield json.dumps(self.step(command, chance), sort_keys=True)

    def draw(self, chance: random.Random) -> Command:
        """A command; where a movement waits, who strikes at it."""
        pending = self.state.pending
        assert isinstance(pending, Fighting)
        if pending.waiting is not None:
            every = dict.fromkeys(striker.by for striker in pending.waiting.strikers)
            return AnswerStrikes(tuple(by for by in every if chance.random() < 0.6))
        encounter = fight_of(self.state)
        ids = [figure.id for figure in encounter.figures]
        slot = encounter.slot(encounter.acting)
        who = chance.choice(ids)
        if slot is not None and chance.random() < 0.9:
            who = slot.who[0]
        return self.draw_deed(chance, encounter, who)

    def draw_deed(self, chance: random.Random, encounter: Encounter, who: str) -> Command:
        """What somebody does, mostly with somebody near."""
        place = place_of(encounter, who)
        others = [figure.id for figure in encounter.figures if figure.id != who]
        near = [other for other in others if is_near(place, place_of(encounter, other))]
        target = chance.choice(others)
        if near and chance.random() < 0.7:
            target = chance.choice(near)
        square = Square(chance.randrange(WIDE), chance.randrange(HIGH))
        if place is not None and chance.random() < 0.7:
            square = Square(
                min(max(0, place.x + chance.randint(-4, 4)), WIDE - 1),
                min(max(0, place.y + chance.randint(-4, 4)), HIGH - 1),
            )
        action = chance.choice(MOVES)
        if action == "step":
            action = self.assets.rules.combat.mechanisms.small_step
        number = chance.choice((None, None, 0, 1))
        full = chance.random() < 0.15
        said = chance.choice((0, 0, 2, -1))
        degree = chance.choice(("", "", "", "partial"))
        kind = chance.random()
        mode = usual_mode(self.state, self.assets, who)
        if kind < 0.36:
            safe = chance.random() < 0.1
            return Move(who, str(square), action=action, mode=mode, safe=safe)
        if kind < 0.74:
            return MakeAttack(
                (who,), target, number, full=full, circumstance=said, gm_degree=degree
            )
        if kind < 0.77:
            return Stand(who, down=chance.random() < 0.3)
        if kind < 0.79:
            return CoupDeGrace(who, target)
        if kind < 0.82:
            return SetCondition((target,), chance.choice(CONDITIONS))
        if kind < 0.84:
            return MountUp(who, "", str(square))
        if kind < 0.85 and place is not None:
            return Push(target, (str(place), str(square)))
        if kind < 0.86:
            return Fall(who)
        return EndTurn()

    def step(self, command: Command, chance: random.Random) -> dict[str, Plain]:
        """What comes of a command, with dice from the seed; the state goes on from there."""
        asked: list[Plain] = []
        answers: dict[str, Answer] = {}
        while True:
            try:
                found = decide(command, self.state, self.assets, answers)
            except Refusal:
                return {"refused": True, "asked": asked}
            if isinstance(found, Needs):
                for question in found.questions:
                    asked.append([question.key, question.modifier, question.dc, question.dice])
                    answers[question.key] = draw_answer(chance, question)
                continue
            assert isinstance(found, Decided)
            self.state = evolve_all(self.state, found.events)
            return {"events": [write_event(one) for one in found.events], "asked": asked}


def place_of(encounter: Encounter, who: str) -> Square | None:
    """Where somebody is, or its mount; None = not on the board."""
    figure = encounter.figure(who)
    assert figure is not None
    carrier: Figure = encounter.figure(figure.mount) or figure
    if not carrier.at:
        return None
    return parse_square(carrier.at)


def is_near(one: Square | None, other: Square | None) -> bool:
    """Whether two are three squares apart at most."""
    if one is None or other is None:
        return False
    return max(abs(one.x - other.x), abs(one.y - other.y)) <= 3


def draw_answer(chance: random.Random, question: Question) -> Answer:
    """A die of damage, or a d20."""
    if question.dice and "d20" not in question.dice:
        return Typed(chance.randint(4, 6))
    return Typed(chance.randint(1, 20))


def write_event(event: Event) -> Plain:
    """An event without what is as by default; damage did not say who dealt it, and with what."""
    if isinstance(event, Damaged):
        event = replace(event, by=None, weapon="")
    return leave_out_defaults(to_builtins(event, enc_hook=str))


def leave_out_defaults(value: Plain) -> Plain:
    """A value without what is as by default: damage is multiplied by one."""
    if isinstance(value, Mapping):
        return {
            key: leave_out_defaults(item)
            for key, item in value.items()
            if item not in ("", (), [], 0, False, None, {}) and (key, item) != ("times", 1)
        }
    if isinstance(value, list | tuple):
        return [leave_out_defaults(item) for item in value]
    return value


def digest(seed: int, switches: Switches = AS_PACKAGED) -> str:
    """The digest of a fight's steps."""
    text = "\n".join(Turns(seed, switches).steps())
    return hashlib.sha256(text.encode()).hexdigest()[:16]
