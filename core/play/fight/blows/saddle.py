"""Attacks from the saddle: what riding brings to them (K-8, by the open rules).

A rider's shot belongs to the movement of its mount: it is made when half of that is done, and it
does not end it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

from core.combat.board.scene import Creature, Scene
from core.combat.board.squares import Square, parse_square
from core.creatures import Attack
from core.messages import Message, Refusal, Template, yes_no
from core.play.facts.encounter import Figure
from core.play.facts.fight.blows.commands import MakeAttack
from core.play.facts.fight.combatants import Being, fight_of
from core.play.facts.state import State
from core.play.fight.turns.budget import AIRBORNE
from core.receipts import Receipt
from core.rulesets.schema import Ruleset
from core.values import Struct

RULE = "K-8"
SOURCE = "open rules, Mounted Combat"
RUN = "run"
MOVE = "move"
TWICE = 2

Pace: TypeAlias = Literal["", "double", "running"]
"""How the mount of a shooter moves this turn: no faster than one move, two of them, or it runs."""

PACES: dict[Pace, Template] = {
    "double": "a shot while the mount moves twice",
    "running": "a shot while the mount runs",
}


class Seat(Struct, kw_only=True):
    """What the saddle brings to one attack.

    `scene` is that in which it is worked out, `own` are modifiers of the roll, `above`: the
    attacker is on higher ground for its mount; `why` are the reasons for what is no modifier.
    """

    scene: Scene
    own: tuple[Receipt, ...] = ()
    above: bool = False
    why: tuple[Receipt, ...] = ()


def mount_of(state: State, rules: Ruleset, figure: Figure) -> Figure | None:
    """Return the mount of a figure where its rules count; None = they do not, or it rides none."""
    if not rules.switch("saddle"):
        return None
    return fight_of(state).figure(figure.mount)


def take_seat(
    state: State, rules: Ruleset, scene: Scene, by: Being, attack: Attack, command: MakeAttack
) -> Seat:
    """Return what the saddle brings to an attack of `by`.

    Refusal "no_saddle" where the command says how a mount moves and there is none.
    """
    fight = fight_of(state)
    figure = fight.figure(by.id)
    mount = None if figure is None else mount_of(state, rules, figure)
    if mount is None:
        if command.words.double or command.words.running:
            raise Refusal("no_saddle", "{who} does not ride.", who=by.name)
        return Seat(scene=scene)
    if attack.mode == "melee":
        return _melee_seat(state, rules, scene, by, mount, command)
    pace = pace_of(mount, command)
    halfway = _halfway(mount, scene)
    why: tuple[Receipt, ...] = ()
    if halfway is not None:
        scene = scene.moved(mount.id, halfway)
        why = (_cite(rules, Message("worked out at half of the mount's way"), str(halfway)),)
    return Seat(scene=scene, own=tuple(_of_pace(pace, rules)), why=why)


def pace_of(mount: Figure, command: MakeAttack) -> Pace:
    """Return how a mount moves this turn: as it has moved, or as the GM says that it will."""
    actions = mount.spent.actions
    if command.words.running or RUN in actions:
        return "running"
    if command.words.double or actions.count(MOVE) >= TWICE:
        return "double"
    return ""


def has_one_attack(state: State, rules: Ruleset, figure: Figure, attack: Attack) -> bool:
    """Whether a rider has one melee attack, as its mount has moved more than a step."""
    mount = mount_of(state, rules, figure)
    if mount is None or attack.mode != "melee":
        return False
    return mount.spent.squares > 1


def shoots_on_the_way(state: State, rules: Ruleset, figure: Figure, attack: Attack) -> bool:
    """Whether an attack is a shot from the saddle, which leaves the mount's movement whole."""
    return attack.mode == "ranged" and mount_of(state, rules, figure) is not None


def _melee_seat(
    state: State, rules: Ruleset, scene: Scene, by: Being, mount: Figure, command: MakeAttack
) -> Seat:
    carrier = scene.by_id.get(mount.id)
    target = scene.by_id.get(command.at)
    if carrier is None or target is None or not _is_below(state, scene, target, carrier):
        return Seat(scene=scene)
    label = Message(
        "{by} strikes from the saddle at {at}, on foot and smaller than the mount",
        by=by.name,
        at=target.name,
    )
    return Seat(scene=scene, above=True, why=(_cite(rules, label, yes_no(True)),))


def _is_below(state: State, scene: Scene, target: Creature, carrier: Creature) -> bool:
    # Whether a creature is on foot and smaller than a mount.
    if target.rides or target.elevation > carrier.elevation:
        return False
    if scene.size(target).rank >= scene.size(carrier).rank:
        return False
    figure = fight_of(state).figure(target.id)
    flies = figure is not None and figure.mode in AIRBORNE and target.elevation > 0
    return not flies


def _halfway(mount: Figure, scene: Scene) -> Square | None:
    # Where half of a double move or a run is done; None = the way is no such one.
    spent = mount.spent
    path = spent.path
    carrier = scene.by_id.get(mount.id)
    if carrier is None or len(path) < 3 or path[-1] != str(carrier.at):
        return None
    if spent.moves < TWICE and RUN not in spent.actions:
        return None
    return parse_square(path[len(path) // 2])


def _of_pace(pace: Pace, rules: Ruleset) -> Iterator[Receipt]:
    value = modifier_at(pace, rules)
    if value:
        yield _cite(rules, Message(PACES[pace]), value)


def modifier_at(pace: Pace, rules: Ruleset) -> int:
    """Return the modifier of a shot while the mount moves at a pace; 0 = the system has none."""
    strikes = rules.combat.strikes
    if pace == "double":
        return strikes.shots_double
    if pace == "running":
        return strikes.shots_running
    return 0


def _cite(rules: Ruleset, label: Message, value: int | str | Message) -> Receipt:
    return rules.cite(RULE, label, value, source=SOURCE, default=True, switch="saddle")
