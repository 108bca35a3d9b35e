"""The kinds of case about attacks by the open rules: worked out as they are in play.

They are decided with the switches of the ruleset, of which a case may set others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from types import MappingProxyType
from typing import Any

from core.casebook.cases import Answer, Found, Kind, kind
from core.casebook.combat_cases import check_conditions, creature_of, scene_of
from core.casebook.strike_inputs import (
    ActInputs,
    ChargeInputs,
    FightMoveInputs,
    FullAttackInputs,
    OpenInputs,
    StrikeBoardTables,
    StrikeCreature,
    StrikeInputs,
    TurnInputs,
    TurnTable,
)
from core.combat.board.drawing import Board
from core.combat.board.scene import Scene
from core.file_schema import check_row, read_table
from core.files import FileError
from core.messages import Message, Refusal
from core.play.facts.encounter import (
    NOTHING_SPENT,
    Encounter,
    Figure,
    Foe,
    Lasting,
    Side,
    Slot,
    Spent,
)
from core.play.facts.fight.blows.commands import MakeAttack
from core.play.facts.fight.blows.evolve import reacted
from core.play.facts.fight.combatants import changed_figure, with_encounter
from core.play.facts.fight.moves.commands import Move
from core.play.facts.state import FIRST_MORNING, Assets, Fighting, State
from core.play.fight.attack_previews import ActAhead, foresee_spell, foresee_strikes
from core.play.fight.blows.attack_figures import ac_after_charge, attack_of_charge
from core.play.fight.blows.attack_plan import plan_attacks, swing
from core.play.fight.blows.attack_words import read_attack_words
from core.play.fight.blows.planned_attack import PlannedAttack
from core.play.fight.blows.provoking import kind_of
from core.play.fight.fight_scene import find_mover_scene, strikers_in_place
from core.play.fight.moves.charge_plan import charge_places, heights_towards
from core.play.fight.moves.move_plan import plan_move
from core.play.fight.moves.planned_move import PlannedMove
from core.play.fight.turns.budget import left
from core.play.fight.turns.move_budget import CHARGE
from core.play.fight.turns.moving_on import SPRING
from core.receipts import Receipt
from core.rulesets.schema import Ruleset
from core.rulesets.switches import no_switch
from core.values import Struct, replace

FIGHT = "fight"
UNUSED = TurnTable.model_validate({})
"""Nothing of a turn is used yet."""
MOVES = ("move", "stride", CHARGE, SPRING)
"""The actions that move, of which a movement under way has used all."""
SIDES: Mapping[str, Side] = {"party": "party", "neutral": "neutral"}
"""The sides of a fight by those of a case; all others are the party's foes."""


class OpenBoard(Struct):
    """The board of a case about attacks, and the rules that it is decided by."""

    rules: Ruleset
    board: Board
    creatures: tuple[StrikeCreature, ...]
    scene: Scene


class StagedFight(Struct):
    """The fight that a case is about."""

    state: State
    assets: Assets


def read_open_board(board: Mapping[str, Any], rules: Ruleset) -> OpenBoard:
    """Return the board of a case's keys. FileError names what cannot be read."""
    tables = read_table(StrikeBoardTables, board, quoted=True)
    for number, creature in enumerate(tables.creatures, start=1):
        check_conditions(creature.traits, f"creatures[{number}].traits", rules)
    return OpenBoard(rules, tables.board(), tables.creatures, scene_of(tables, rules))


def stage_fight(where: OpenBoard, inputs: OpenInputs, acting: str) -> StagedFight:
    """Return the fight in which it is the turn of `acting`, after what its turn has used.

    Who is ridden has no turn of its own but that of its rider. FileError names a switch that there
    is not, or that has no such value.
    """
    riders = {creature.rides: creature.id for creature in where.creatures if creature.rides}
    acting = riders.get(acting, acting)
    order = [creature for creature in where.creatures if creature.id not in riders]
    order.sort(key=lambda creature: creature.id != acting)
    encounter = Encounter(
        FIGHT,
        FIGHT,
        FIGHT,
        "running",
        foes=tuple(map(_foe, where.creatures)),
        figures=tuple(_figures(where, inputs.turn or UNUSED, acting)),
        round=1,
        order=tuple(
            Slot(creature.id, (creature.id,), Fraction(-place))
            for place, creature in enumerate(order)
        ),
        acting=acting,
        began=FIRST_MORNING,
    )
    state = State(
        encounters=(encounter,),
        pending=Fighting(FIGHT, FIRST_MORNING, Fraction(0), encounter=FIGHT),
    )
    boards = MappingProxyType({FIGHT: where.board})
    return StagedFight(state, Assets(switched(where.rules, inputs.switches), boards=boards))


def switched(rules: Ruleset, switches: Mapping[str, bool | str]) -> Ruleset:
    """Return the rules with a case's values of switches. FileError names one that there is not."""
    for name, value in switches.items():
        row = rules.switches.get(name)
        if row is None:
            raise FileError("switches", no_switch(name, rules.switches))
        if value not in row.settings:
            check_row(f"switches.{name}", str(value).lower(), [*map(_written, row.settings)])
    return rules.with_switches(switches)


def _written(setting: bool | str) -> str:
    return str(setting).lower()


def _foe(creature: StrikeCreature) -> Foe:
    return Foe(
        creature.id,
        creature.id,
        "",
        SIDES.get(creature.side, "foes"),
        sheet=creature.sheet(),
        lasting=tuple(map(Lasting, creature.conditions)),
    )


def _figures(where: OpenBoard, turn: TurnTable, acting: str) -> Iterator[Figure]:
    mount = where.scene.by_id[acting].rides
    attacked = Spent(
        actions=turn.actions,
        attacks=len(turn.made),
        made=tuple(number - 1 for number in turn.made),
        targets=turn.targets,
    )
    spent_by_id = {acting: attacked, mount: Spent(actions=turn.mount)}
    mover = mount or acting
    spent_by_id[mover] = _with_way(spent_by_id[mover], turn)
    for creature in where.creatures:
        yield Figure(
            creature.id,
            str(creature.at),
            elevation=creature.elevation,
            mount=creature.rides,
            acted=True,
            spent=spent_by_id.get(creature.id, NOTHING_SPENT),
        )


def _with_way(spent: Spent, turn: TurnTable) -> Spent:
    moved = replace(spent, squares=turn.squares)
    if not turn.path:
        return moved
    of_moves = [action for action in (*turn.actions, *turn.mount) if action in MOVES]
    path = tuple(map(str, turn.path))
    return replace(moved, path=path, leg=turn.squares, moves=len(of_moves))


SLUGS: Mapping[str, str] = {
    "{attack}": "sheet",
    "attack {number} of this turn": "full_attack",
    "a full attack": "full_attack",
    "a rapid shot": "rapid",
    "a flurry": "flurry",
    "a secondary attack": "secondary",
    "multiple attack penalty, attack {number}": "multiple_attack",
    "range: {distance}, {increments:increment|increments}": "range",
    "a charge": "charge",
    "a shot while the mount moves twice": "mounted_shot",
    "a shot while the mount runs": "mounted_shot",
    "the GM's word": "gm",
    "Armour Class of {who}": "sheet",
    "Armour Class of {who} against energy": "sheet",
    "{who} has no Armour Class on its sheet": "usual",
    "{who} has charged": "charge",
    "{who} attacks out of turn: allowed by the GM": "out_of_turn",
    "{who} has no action left for it: allowed by the GM": "no_action",
    "{who} moves out of turn: allowed by the GM": "out_of_turn",
    "{who} has no Rapid Shot on its sheet: allowed by the GM": "no_feat",
}
"""The words of a case for what a receipt says; else they are its own words: into_a_melee."""


def slug_of(receipt: Receipt) -> str:
    """Return the word of a case for a part of an attack."""
    template = receipt.label.template
    return SLUGS.get(template) or "_".join(re.findall(r"[a-z]+", template.lower()))


def parts_of(receipts: tuple[Receipt, ...], counted: tuple[tuple[str, int], ...]) -> list[Found]:
    """Return the parts of a figure in order: what is written or said, then what the map gives."""
    own: list[Found] = [{"name": slug_of(part), "value": _value_of(part)} for part in receipts]
    return own + [{"name": name, "value": value} for name, value in counted]


def _value_of(receipt: Receipt) -> int:
    assert isinstance(receipt.value, int)
    return receipt.value


def _strike(inputs: StrikeInputs, where: OpenBoard) -> Answer:
    attacker = creature_of(where.scene, "attacker", inputs.attacker).id
    target = creature_of(where.scene, "target", inputs.target).id
    staged = stage_fight(where, inputs, attacker)
    command = read_command(inputs, staged.assets.rules, attacker, target)
    command = replace(command, opportunity=inputs.opportunity)
    state = _with_unready(staged.state, where, inputs)
    planned = swing(state, staged.assets, attacker, command, moving=inputs.moving)
    return answer_strike(planned)


def _with_unready(state: State, where: OpenBoard, inputs: StrikeInputs) -> State:
    surprised = [creature_of(where.scene, "surprised", name).id for name in inputs.surprised]
    unready = [creature_of(where.scene, "unready", name).id for name in inputs.unready]
    for creature_id in dict.fromkeys((*unready, *surprised)):
        waits = partial(_have_no_turn_yet, ambushed=creature_id in surprised)
        state = changed_figure(state, creature_id, waits)
    return state


def _have_no_turn_yet(figure: Figure, *, ambushed: bool) -> Figure:
    return replace(figure, acted=False, ambushed=ambushed)


def read_command(
    inputs: StrikeInputs | FullAttackInputs | ActInputs, rules: Ruleset, attacker: str, target: str
) -> MakeAttack:
    """Return the attack that a case asks for, with its words. Refusals of `read_attack_words`."""
    index = None if inputs.attack is None else inputs.attack - 1
    words = " ".join(inputs.words).split()
    return read_attack_words(words, rules).of(MakeAttack((attacker,), target, index))


def answer_strike(planned: PlannedAttack) -> Answer:
    """Return all that is known of an attack before it is made."""
    answer = Answer(planned.receipt).fields(planned, "possible reason armour")
    if not planned.possible:
        return answer
    modifiers = planned.grid.modifiers
    answer.fields(planned, "bonus ac needed p_hit damage")
    if planned.p_critical is not None:
        answer.put(p_critical=planned.p_critical)
    answer.put(
        counted=parts_of((*planned.own, *modifiers.attack_scores), modifiers.attack),
        against=parts_of((*planned.against, *modifiers.ac_scores, *planned.lost), modifiers.ac),
        spends=[*planned.turn_use.spends],
        ends_move=planned.ends_move,
    )
    return answer.put(planned.receipt, *planned.allowed, remark=first_slug(planned.allowed))


def first_slug(remarks: Sequence[Receipt]) -> str:
    """Return the word of a case for the first of some remarks; "" = there is none."""
    if remarks:
        return slug_of(remarks[0])
    return ""


def _full_attack(inputs: FullAttackInputs, where: OpenBoard) -> Answer:
    attacker = creature_of(where.scene, "attacker", inputs.attacker).id
    target = creature_of(where.scene, "target", inputs.target).id
    staged = stage_fight(where, inputs, attacker)
    command = read_command(inputs, staged.assets.rules, attacker, target)
    planned_attacks = plan_attacks(replace(command, full=True), staged.state, staged.assets)
    remarks = [remark for planned in planned_attacks for remark in planned.allowed]
    receipts = [planned.receipt for planned in planned_attacks]
    return Answer(*receipts, *remarks).put(
        attacks=[
            {
                "attack": planned.index + 1,
                "bonus": planned.bonus,
                "needed": planned.needed,
                "damage": planned.damage,
                "remark": first_slug(planned.allowed),
            }
            for planned in planned_attacks
        ],
        spends=[*planned_attacks[0].turn_use.spends],
        remark=first_slug(remarks),
    )


def _act(inputs: ActInputs, where: OpenBoard) -> Answer:
    who = creature_of(where.scene, "who", inputs.who).id
    for by in inputs.already:
        creature_of(where.scene, "already", by)
    staged = stage_fight(where, inputs, who)
    state = staged.state
    for by in inputs.already:
        state = changed_figure(state, by, lambda figure: reacted(figure, who))
    staged = replace(staged, state=state)
    if inputs.act == "stand":
        return _stand(staged, who)
    if inputs.act == "spell":
        return _ahead(staged, foresee_spell(state, staged.assets, who))
    target = creature_of(where.scene, "target", inputs.target).id
    command = read_command(inputs, staged.assets.rules, who, target)
    planned_attack = swing(state, staged.assets, who, command)
    kind = kind_of(planned_attack.attack)
    if kind != inputs.act:
        raise FileError("act", Message("the attack is {kind}", kind=kind or "armed"))
    return _ahead(staged, foresee_strikes(planned_attack))


def _stand(staged: StagedFight, who: str) -> Answer:
    strikers = strikers_in_place(find_mover_scene(staged.state, staged.assets, who), "rising")
    if not staged.assets.rules.combat.moving.rising_provokes or not strikers.who:
        return _nobody(staged)
    ids = sorted(striker.by for striker in strikers.who)
    return Answer(strikers.provoked.receipt).put(provokes=[{"by": by} for by in ids], safe=[])


def _nobody(staged: StagedFight) -> Answer:
    rules = staged.assets.rules
    answer = Answer(rules.cite("K-1", "nobody may strike first", 0, default=True))
    return answer.put(provokes=[], safe=[])


def _ahead(staged: StagedFight, ahead: ActAhead | None) -> Answer:
    if ahead is None:
        return _nobody(staged)
    ids = sorted(striker.by for striker in ahead.strikers)
    safe = [str(square) for square in sorted(ahead.quiet_steps)]
    return Answer(ahead.receipt).put(provokes=[{"by": by} for by in ids], safe=safe)


def _turn(inputs: TurnInputs, where: OpenBoard) -> Answer:
    who = creature_of(where.scene, "who", inputs.who).id
    staged = stage_fight(where, inputs, who)
    actions_left = left(staged.state, staged.assets, who)
    answer = Answer(*actions_left.receipts)
    return answer.fields(actions_left, "standard move full step actions squares")


def _move(inputs: FightMoveInputs, where: OpenBoard) -> Answer:
    who = creature_of(where.scene, "who", inputs.who).id
    target = ""
    if inputs.target:
        target = creature_of(where.scene, "target", inputs.target).id
    staged = stage_fight(where, inputs, who)
    command = Move(who, str(inputs.to), action=inputs.action, mode=inputs.mode, target=target)
    rules = staged.assets.rules
    answer = Answer(rules.cite("C-013", "a movement", who, default=True))
    try:
        planned_move = plan_move(staged.state, staged.assets, command)
    except Refusal as refusal:
        return answer.put(legal=False, reason=refusal.code)
    strikers = planned_move.strikers
    return answer.put(
        *answer.why,
        *planned_move.why,
        *planned_move.remarks,
        strikers.provoked.receipt,
        legal=True,
        reason="ok",
        path=[*map(str, planned_move.path)],
        cost=planned_move.cost,
        spends=[*planned_move.paid.spends],
        provokes=[{"by": striker.by, "at": striker.at} for striker in strikers.who],
        remark=first_slug(planned_move.remarks),
    )


CHARGE_REASONS: Mapping[str, str] = {
    "hampered_charge": "hampered",
    "not_direct": "not_straight",
    "end_occupied": "occupied",
}
"""The words of a case for reasons against a charge; the others are their own."""


def _charge(inputs: ChargeInputs, where: OpenBoard) -> Answer:
    mover = creature_of(where.scene, "mover", inputs.mover).id
    target_id = creature_of(where.scene, "target", inputs.target).id
    staged = stage_fight(where, inputs, mover)
    state = staged.state
    if inputs.surprise and state.fight is not None:
        state = with_encounter(state, replace(state.fight, surprise=True))
    rules = staged.assets.rules
    answer = Answer(rules.cite("K-6", "a charge", mover, default=True, switch="charge_line"))
    mover_scene = find_mover_scene(state, staged.assets, mover)
    target = mover_scene.scene.creature(target_id)
    heights = heights_towards(mover_scene.feet, target.elevation, inputs.mode, inputs.elevation)
    first: Refusal | None = None
    for place in charge_places(mover_scene, target, heights):
        elevation = None if place.height == mover_scene.feet else place.height
        command = Move(
            mover, str(place.square), action="charge", mode=inputs.mode, elevation=elevation
        )
        try:
            return _planned_charge(answer, plan_move(state, staged.assets, command))
        except Refusal as refusal:
            first = first or refusal
    if first is None:
        return answer.put(legal=False, reason="no_place")
    square = str(first.message.value("at") or "")
    reason = CHARGE_REASONS.get(first.code, first.code)
    return answer.put(legal=False, reason=reason, square=square)


def _planned_charge(answer: Answer, planned_move: PlannedMove) -> Answer:
    if planned_move.paid.over:
        remarks = planned_move.remarks
        return answer.put(*answer.why, *remarks, legal=False, reason="no_action")
    rules = planned_move.scene.rules
    attack = (*attack_of_charge(rules),)
    ac = (*ac_after_charge(rules, planned_move.who),)
    return answer.put(
        *planned_move.why,
        *attack,
        *ac,
        legal=True,
        reason="ok",
        path=[*map(str, planned_move.path)],
        cost=planned_move.cost,
        attack=sum(map(_value_of, attack)),
        ac=sum(map(_value_of, ac)),
    )


KINDS: tuple[Kind[OpenBoard], ...] = (
    kind(
        "strike",
        StrikeInputs,
        "possible reason armour bonus ac needed p_hit p_critical damage counted against spends "
        "ends_move remark",
        _strike,
    ),
    kind("act", ActInputs, "provokes safe", _act),
    kind("charge", ChargeInputs, "legal reason square path cost attack ac", _charge),
    kind("move", FightMoveInputs, "legal reason path cost spends provokes remark", _move),
    kind("full_attack", FullAttackInputs, "attacks spends remark", _full_attack),
    kind("turn", TurnInputs, "standard move full step actions squares", _turn),
)
OPEN: Mapping[str, Kind[OpenBoard]] = {kind.name: kind for kind in KINDS}
