"""What Enter means on the Encounter screen: its words, and the command or the change it makes."""

from __future__ import annotations

from collections.abc import Mapping

from core.combat.board.drawing import DoorState
from core.combat.board.squares import Square
from core.messages import Message, Template
from core.play.fight.blows.commands import MakeAttack
from core.play.fight.combatants import named
from core.play.fight.moves.commands import MovePack
from core.play.fight.setup.commands import Enter, Place, SetDoor
from core.play.state import State
from core.play.union import Command, describe
from core.values import Struct, replace
from tui.encounter.model import EncounterUI, movers, names, with_marks
from tui.encounter.movement import cursor_query
from tui.encounter.present import routes
from tui.encounter.present.battle import Battle
from tui.encounter.present.foresight import CursorPreview
from tui.encounter.turns import all_strike, waiting_in
from tui.kit.phrases import Words


class EnterAction(Struct):
    """The effect of Enter: performs `command`, or changes what the screen remembers to `ui`.

    `returns` is the creature that goes back on the board, at a square that is asked. With none of
    them it says `words`. `waits`: it is still being computed, and Enter takes effect once that is
    done.
    """

    words: Words
    command: Command | None = None
    ui: EncounterUI | None = None
    returns: str = ""
    waits: bool = False

    @property
    def records(self) -> bool:
        """Whether it is recorded."""
        return self.command is not None or bool(self.returns)


WORKING = EnterAction(Message("..."), waits=True)
"""Nothing is known of the cursor's square yet."""


def nothing(why: Message) -> EnterAction:
    """Enter does nothing, for this reason."""
    return EnterAction(Message("nothing: {why}", why=why))


def enter_action(
    ui: EncounterUI,
    battle: Battle | None,
    state: State,
    cursor: Square,
    pointed: str = "",
) -> EnterAction:
    """What Enter would do now; `pointed` is the runner selected on the ladder of a chase."""
    if pointed and state.fight is not None and state.fight.chase is not None:
        words = Message("put {who} back on the board", who=named(state, pointed))
        return EnterAction(words, returns=pointed)
    if battle is None:
        return nothing(Message("no encounter is shown; e prepares one or begins it"))
    waiting = waiting_in(state)
    if waiting is not None:
        return EnterAction(Message("ask who strikes"), all_strike(waiting))
    if ui.door:
        return _door(ui, battle, ui.door)
    if not battle.runs or not battle.encounter.round:
        return _placing(ui, battle, cursor)
    return _moving(ui, battle, state, cursor)


def _door(ui: EncounterUI, battle: Battle, edge: str) -> EnterAction:
    state = battle.doors.get(edge, "closed")
    deeds: Mapping[DoorState, tuple[Template, DoorState]] = {
        "closed": ("open the door", "open"), "locked": ("unlock the door", "closed"),
        "open": ("close the door", "closed"),
    }  # fmt: skip
    template, then = deeds[state]
    deed = Message(template)
    acts = battle.runs and state != "locked" and battle.encounter.round > 0
    near = (one for one in movers(ui, battle) if routes.stands_at(battle, one, edge))
    by = next(near, "") if acts else ""
    words = Message("{deed}, by your word", deed=deed)
    if by:
        words = Message("{who}: {deed}", who=names(battle, (by,)), deed=deed)
    return EnterAction(words, SetDoor(battle.encounter.id, edge, then, by))


def _placing(ui: EncounterUI, battle: Battle, cursor: Square) -> EnterAction:
    under, marked = battle.under(cursor)[:1], ui.marked
    if marked and under != marked:
        return _put_here(battle, marked, cursor)
    if under and under == marked:
        return nothing(
            Message("{who} is picked up: move the cursor, then Enter", who=names(battle, under))
        )
    if under:
        words = Message("pick {who} up, to put down elsewhere", who=names(battle, under))
        return EnterAction(words, ui=with_marks(ui, under, on=True))
    after = Message("e begins the encounter, b draws, :add puts creatures in")
    if battle.runs:
        after = Message("i rolls initiative; f or v picks somebody up")
    if not any(member.role == "character" for member in battle.view.state.travellers):
        return nothing(after)
    words = Message("the party enters here; {after}", after=after)
    return EnterAction(words, Enter(battle.encounter.id, str(cursor)))


def _put_here(battle: Battle, who: tuple[str, ...], cursor: Square) -> EnterAction:
    words = Message("put {who} here", who=names(battle, who))
    return EnterAction(words, Place(battle.encounter.id, routes.formation(battle, who, cursor)))


def _moving(ui: EncounterUI, battle: Battle, state: State, cursor: Square) -> EnterAction:
    who, seen = movers(ui, battle), ui.preview(cursor)
    if not who:
        return nothing(Message("it is nobody's turn; v marks who moves"))
    if len(who) == 1:
        own = [one for one in battle.under(cursor) if one in battle.acting and one not in who]
        if own and not ui.marked:
            words = Message("go on with {who}", who=names(battle, own[:1]))
            return EnterAction(words, ui=replace(ui, chosen=own[0]))
        if battle.place(who[0]) is None:
            return _put_here(battle, who, cursor)
    elif ui.plan < 0:
        words = Message("propose places for {count}", count=len(who))
        return EnterAction(words, ui=replace(ui, plan=0))
    if seen is None or seen.query != cursor_query(ui, battle, cursor):
        return WORKING
    return _one(ui, seen, state) if len(who) == 1 else _pack(ui, seen)


def _one(ui: EncounterUI, seen: CursorPreview, state: State) -> EnterAction:
    battle, who = seen.query.battle, seen.query.who
    if seen.target and seen.strikes:
        attack = MakeAttack(who, seen.target)
        return _unusual(EnterAction(describe(attack, state), attack), seen)
    doors = routes.doors_between(battle, who[0], seen.query.to)
    if doors:
        return _door(ui, battle, doors[0])
    if seen.trouble is not None or seen.move is None:
        return nothing(seen.trouble or Message("it is there already"))
    move = routes.safe(seen.move) if ui.way == "safe" else seen.move
    strikers = () if seen.ahead is None else routes.strikers(seen.ahead, battle)
    return _unusual(EnterAction(routes.words(move, state, strikers), move), seen)


def _pack(ui: EncounterUI, seen: CursorPreview) -> EnterAction:
    if not seen.plans:
        return nothing(seen.trouble or Message("there is no place for them"))
    plan = seen.plans[ui.plan % len(seen.plans)]
    words = routes.pack_words(plan, len(seen.query.who), len(seen.plans) - 1)
    return EnterAction(words, MovePack(plan.steps, seen.query.action))


def _unusual(deed: EnterAction, seen: CursorPreview) -> EnterAction:
    if seen.unusual is None:
        return deed
    return replace(deed, words=Message("{remark}; {deed}", remark=seen.unusual, deed=deed.words))
