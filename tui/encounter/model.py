"""What the Encounter screen remembers, as one value; whom its keys mean; what Enter means."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from core.combat.board.drawing import DoorState
from core.combat.board.scene import Action
from core.combat.board.squares import Square
from core.creatures import Mode
from core.messages import Message, Template
from core.play.facts.encounter import Encounter
from core.play.facts.fight.blows.commands import MakeAttack
from core.play.facts.fight.combatants import name_combatant
from core.play.facts.fight.moves.commands import AnswerStrikes, MovePack
from core.play.facts.fight.setup.commands import Enter, Place, SetDoor
from core.play.facts.state import Fighting, State, Waiting
from core.play.fight.fight_scene import speed_of
from core.play.fight.previews import has_turn_left, may_attack
from core.play.fight.turns.budget import running_mode, usual_mode
from core.play.union import Command, describe
from core.values import Struct, replace
from tui.board.grid_things import NO_LAYER, GridLine, Layer
from tui.encounter.present import routes
from tui.encounter.present.actor import (
    Actor,
    Selection,
    choose_next,
    find_actor,
    find_other,
    has_gone_on,
    have_begun,
    passed,
)
from tui.encounter.present.battle import Battle
from tui.encounter.present.foresight import CursorPreview, CursorQuery
from tui.encounter.present.layers import OF_A_CREATURE
from tui.kit.phrases import Words
from tui.view import CampaignView


class LetterTarget(Struct):
    """A letter's target: a creature or a door's border, and the square to go to.

    `drawn`: the letter must be written on the grid, as nothing there shows it.
    """

    at: Square
    who: str = ""
    door: str = ""
    drawn: bool = True


class LetterPick(Struct):
    """The targets that letters mean: `attack` is made on the one picked; None: the cursor jumps.

    `prefix` is a key that may be pressed before, `square` what Enter attacks (C-198; "" = nothing).
    """

    targets: Mapping[str, LetterTarget] = {}
    attack: MakeAttack | None = None
    prefix: str = ""
    square: str = ""

    def attack_on(self, target: str) -> MakeAttack | None:
        """Return the same attack on another creature; None where the cursor jumps."""
        if self.attack is None:
            return None
        return replace(self.attack, at=target, square="")

    @property
    def attack_on_square(self) -> MakeAttack | None:
        """The same attack on the square that Enter means; None: it means none."""
        if self.attack is None or not self.square:
            return None
        return replace(self.attack, at="", square=self.square)


class EncounterUI(Selection, kw_only=True):
    """Everything about the Encounter screen that is not in the story."""

    looked_at: str = ""
    """The encounter prepared last, or chosen."""
    known: tuple[str, ...] | None = None
    """The ids of all encounters drawn last; None before."""
    gathered: Battle | None = None
    """The encounter as drawn."""
    answer: CursorPreview | None = None
    """The newest answer about a square, which is drawn; `preview` returns it while it is true."""
    return_point: tuple[CampaignView, Square] | None = None
    """Where the cursor goes back to when this moment has been gathered."""

    way: str = "walk"
    height: int | None = None
    """The height in squares at which a flyer ends; None = unchanged."""
    plan: int = -1
    """The proposal for a pack that is shown; below 0 = none."""
    enter_waits: bool = False
    """Enter was pressed before the answer about the cursor's square was there."""
    refused: Words = ""
    """Why Enter did nothing at the cursor's square."""
    door: str = ""
    """The border of the door that was jumped to."""

    trail: tuple[Square, ...] = ()
    """Where the cursor jumped from, newest last."""
    measured: Square | None = None
    """Where the ruler begins."""
    layer: str = ""
    layer_of: str = ""
    layer_told: bool = False
    """Whether the layer's words have been said."""
    laid: Layer = NO_LAYER
    """The layer as computed last."""
    lines: tuple[GridLine, ...] = ()
    """The lines of the receipts that are shown."""
    aimed: int = 0
    """The squares (bits) of an area while it is aimed."""

    picking: LetterPick | None = None
    """The letters on the grid of which the next key picks one."""
    aim: LetterPick | None = None
    """The attack that is under way, and the targets to which their letters still turn it."""
    last_attack: Command | None = None
    area: str = ""
    """The line of the last area."""

    def preview(self, cursor: Square) -> CursorPreview | None:
        """The answer for the cursor's square, if it is known already."""
        cursor_preview = self.answer
        if (
            cursor_preview is None
            or cursor_preview.query.to != cursor
            or cursor_preview.query.battle is not self.gathered
        ):
            return None
        return cursor_preview


def with_marks(ui: EncounterUI, creature_ids: tuple[str, ...], on: bool) -> EncounterUI:
    """Mark these creatures, after those marked before, or unmark them."""
    rest = tuple(one for one in ui.marked if one not in creature_ids)
    return replace(ui, marked=(*rest, *creature_ids) if on else rest)


def with_marks_toggled(ui: EncounterUI, creature_ids: tuple[str, ...]) -> EncounterUI:
    """Mark these creatures, or unmark them where all are marked; with nobody, unmark all."""
    on = any(one not in ui.marked for one in creature_ids)
    return with_marks(ui, creature_ids or ui.marked, on)


def with_battle(ui: EncounterUI, now: Battle) -> EncounterUI:
    """Take a newly gathered encounter: marks stay until another acts.

    The way and the height that were chosen stay until then, or until one that was to move acts.
    """
    before = ui.gathered
    present = {figure.id for figure in now.encounter.figures}
    if passed(before, now):
        marked: tuple[str, ...] = ()
        chosen = choose_next("", before, now)
    else:
        marked = now.seen(who for who in ui.marked if who in present)
        chosen = choose_next(ui.chosen, before, now)
    if before is None or before.encounter != now.encounter:
        ui = replace(ui, plan=-1, enter_waits=False)
    if before is None or has_gone_on(ui, before, now):
        ui = replace(ui, way="walk", height=None)
    if before is None or before.encounter.id != now.encounter.id:
        ui = replace(ui, answer=None)
    return replace(ui, gathered=now, marked=marked, chosen=chosen)


def with_overlays_ended(ui: EncounterUI, before: Battle | None) -> EncounterUI:
    """Take the ruler and a creature's layer off when another acts; all with the encounter."""
    now = ui.gathered
    if before is None or now is None:
        return without_overlays(ui)
    if before.encounter.id != now.encounter.id or before.runs != now.runs:
        return without_overlays(ui)
    if ui.layer in OF_A_CREATURE and (
        passed(before, now) or now.encounter.figure(ui.layer_of) is None
    ):
        return without_overlays(ui)
    if passed(before, now):
        return replace(ui, measured=None)
    return ui


def without_overlays(ui: EncounterUI) -> EncounterUI:
    """Take the ruler and the layer off."""
    return replace(ui, measured=None, layer="", layer_of="", laid=NO_LAYER)


def with_cursor_moved(ui: EncounterUI, lettered: str = "") -> EncounterUI:
    """Drop what was meant for the square the cursor has left; `lettered` led it to the new one."""
    return replace(ui, plan=-1, enter_waits=False, refused="", door="", lettered=lettered)


def with_curtain_turned(ui: EncounterUI, player_view: bool) -> EncounterUI:
    """Drop all that may tell of hidden creatures, and their marks: others look on now."""
    ui = replace(
        ui,
        aim=None,
        picking=None,
        answer=None,
        aimed=0,
        lines=(),
        layer="",
        layer_of="",
        laid=NO_LAYER,
    )
    if ui.gathered is None:
        return ui
    battle = replace(ui.gathered, player_view=player_view)
    return replace(ui, gathered=battle, marked=battle.seen(ui.marked))


def shown(state: State, looked_at: str) -> Encounter | None:
    """The encounter that a screen shows: the fight, else `looked_at`, else the newest.

    One that is over is shown only when it is looked at, and no other is prepared or paused.
    """
    if state.fight is not None:
        return state.fight
    ahead = [one for one in state.encounters if one.status in AHEAD]
    looked = state.encounter(looked_at)
    if looked is None or looked in ahead or not ahead:
        return looked or (ahead[-1] if ahead else None)
    return ahead[-1]


AHEAD = ("prepared", "paused")
"""The stages of an encounter that can be begun."""


def with_new_looked_at(ui: EncounterUI, state: State) -> EncounterUI:
    """Look at an encounter that was prepared since the last drawing, on this screen or another."""
    ids = tuple(one.id for one in state.encounters)
    if ids == ui.known:
        return ui
    before = ids if ui.known is None else ui.known
    new = [one.id for one in state.encounters if one.id not in before and one.status in AHEAD]
    return replace(ui, known=ids, looked_at=new[-1] if new else ui.looked_at)


def names(battle: Battle | None, who: Iterable[str]) -> str:
    """One creature by its name, several by their letters."""
    beings = [] if battle is None else [b for b in map(battle.being, who) if b is not None]
    if len(beings) == 1:
        return beings[0].name
    return " ".join(being.token or being.name for being in beings)


MODES: dict[str, Mode] = {
    "fly": "fly",
    "swim": "swim",
    "climb": "climb",
    "burrow": "burrow",
    "glide": "incorporeal",
    "hurry": "climb",
    "peril": "climb",
}
PAST = ("tumble", "overrun", "leap")
"""The ways past enemies, or over the ground."""
ACTIONS: dict[str, Action] = {
    "run": "run",
    "charge": "charge",
    "withdraw": "withdraw",
    "hurry": "hurry",
}


def cursor_query(ui: EncounterUI, battle: Battle | None, cursor: Square) -> CursorQuery | None:
    """What is asked about the cursor's square; None without a board."""
    if battle is None or battle.scene is None:
        return None
    actor = find_actor(ui, battle, cursor)
    if not battle.runs or not battle.encounter.round:
        actor = Actor(under=actor.under)
    small_step = battle.view.assets.rules.combat.mechanisms.small_step
    return CursorQuery(
        battle,
        cursor,
        actor,
        small_step if ui.way == "step" else ACTIONS.get(ui.way, "move"),
        mode(ui, battle, actor.who),
        ui.height,
        squeeze=ui.way == "squeeze",
        propose=ui.plan >= 0,
        safe=ui.way == "safe",
        springs=ui.way == "spring",
        past=ui.way if ui.way in PAST else "",
        checks=ui.way == "peril",
    )


def mode(ui: EncounterUI, battle: Battle, creature_ids: tuple[str, ...]) -> Mode:
    """The mode that was chosen, or how a single mover usually goes."""
    chosen = MODES.get(ui.way, "walk")
    if chosen != "walk" or len(creature_ids) != 1:
        return chosen
    state = battle.view.state
    assets = battle.view.assets
    if ui.way == "run" and not ui.height:
        return running_mode(state, assets, creature_ids[0])
    usual = usual_mode(state, assets, creature_ids[0])
    if usual == "walk" and ui.height:
        if speed(battle, creature_ids[0], "fly"):
            return "fly"
        return "incorporeal"
    return usual


def speed(battle: Battle, creature_id: str, by: Mode) -> int | None:
    """The speed in squares of a creature, or of its mount; None: it does not move like that."""
    figure = battle.encounter.figure(creature_id)
    if figure is None:
        bearer = creature_id
    else:
        bearer = figure.mount or creature_id
    return speed_of(battle.view.state, battle.view.assets, bearer, by)


# a movement that waits for those who may strike


def waiting_in(state: State) -> Waiting | None:
    """The movement that waits for attacks of opportunity."""
    pending = state.pending
    if isinstance(pending, Fighting):
        return pending.waiting
    return None


def all_strike(waiting: Waiting) -> AnswerStrikes:
    """All who may strike at the pending movement are asked, in one tray."""
    return AnswerStrikes(tuple(dict.fromkeys(one.by for one in waiting.strikers)))


# what Enter means


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
    if pointed and state.fight is not None and state.fight.chase_is_due:
        words = Message("put {who} back on the board", who=name_combatant(state, pointed))
        return EnterAction(words, returns=pointed)
    if battle is None:
        return nothing(Message("no encounter is shown; e prepares one or begins it"))
    waiting = waiting_in(state)
    if waiting is not None:
        return EnterAction(Message("ask who strikes"), all_strike(waiting))
    actor = find_actor(ui, battle, cursor)
    if ui.door:
        return _door(actor, battle, ui.door)
    if not battle.runs or not battle.encounter.round:
        return _placing(ui, actor, battle, cursor)
    return _moving(ui, actor, battle, state, cursor)


def _door(actor: Actor, battle: Battle, edge: str) -> EnterAction:
    state = battle.doors.get(edge, "closed")
    deeds: Mapping[DoorState, tuple[Template, DoorState]] = {
        "closed": ("open the door", "open"),
        "locked": ("unlock the door", "closed"),
        "open": ("close the door", "closed"),
    }
    template, then = deeds[state]
    deed = Message(template)
    acts = battle.runs and state != "locked" and battle.encounter.round > 0
    near = (one for one in actor.who if routes.stands_at(battle, one, edge))
    by = next(near, "") if acts else ""
    words = Message("{deed}, by your word", deed=deed)
    if by:
        words = Message("{who}: {deed}", who=names(battle, (by,)), deed=deed)
    return EnterAction(words, SetDoor(battle.encounter.id, edge, then, by))


def _placing(ui: EncounterUI, actor: Actor, battle: Battle, cursor: Square) -> EnterAction:
    if battle.encounter.status == "over":
        name = battle.encounter.name
        return nothing(Message("{encounter} is over; e prepares another", encounter=name))
    under = (actor.under,) if actor.under else ()
    if actor.is_marked and under != actor.who:
        return _put_here(battle, actor.who, cursor)
    if actor.is_marked:
        return nothing(
            Message("{who} is picked up: move the cursor, then Enter", who=names(battle, under))
        )
    if under:
        words = Message("pick {who} up, to put down elsewhere", who=names(battle, under))
        return EnterAction(words, ui=with_marks(ui, under, on=True))
    after = Message("e begins the encounter, b draws, :add puts creatures in")
    if battle.runs:
        after = Message("i rolls initiative; f or v picks somebody up")
    party = [one.id for one in battle.view.state.travellers if one.role == "character"]
    if not party:
        return nothing(after)
    if any(battle.place(creature_id) is not None for creature_id in party):
        return nothing(Message("the party is on the board; {after}", after=after))
    words = Message("the party enters here; {after}", after=after)
    return EnterAction(words, Enter(battle.encounter.id, str(cursor)))


def _put_here(battle: Battle, who: tuple[str, ...], cursor: Square) -> EnterAction:
    words = Message("put {who} here", who=names(battle, who))
    return EnterAction(words, Place(battle.encounter.id, routes.formation(battle, who, cursor)))


def _moving(
    ui: EncounterUI, actor: Actor, battle: Battle, state: State, cursor: Square
) -> EnterAction:
    creature_ids = actor.who
    seen = ui.preview(cursor)
    if not creature_ids:
        return nothing(Message("it is nobody's turn; v marks who moves"))
    if len(creature_ids) == 1:
        other = find_other(actor, battle)
        if other:
            words = Message("go on with {who}", who=names(battle, (other,)))
            return EnterAction(words, ui=replace(ui, chosen=other))
        if battle.place(creature_ids[0]) is None:
            return _put_here(battle, creature_ids, cursor)
    elif ui.plan < 0:
        if have_begun(battle, creature_ids):
            attack = _attack_together(actor, battle)
            if attack is not None:
                return EnterAction(describe(attack, state), attack)
            if not any(has_turn_left(state, battle.view.assets, one) for one in creature_ids):
                return nothing(Message("they have nothing left to do in this turn"))
        words = Message("propose places for {count}", count=len(creature_ids))
        return EnterAction(words, ui=replace(ui, plan=0))
    if seen is None or seen.query != cursor_query(ui, battle, cursor):
        return WORKING
    if len(creature_ids) == 1:
        return _one(ui, seen, state)
    return _pack(ui, seen)


def _attack_together(actor: Actor, battle: Battle) -> MakeAttack | None:
    # Of a pack that has moved, by those who reach the enemy under the cursor.
    if not actor.target:
        return None
    view = battle.view
    able = (one for one in actor.who if may_attack(view.state, view.assets, one))
    by = tuple(one for one in able if battle.reaches(one, actor.target))
    if not by:
        return None
    return replace(actor, who=by).attack_on(actor.target)


def _one(ui: EncounterUI, seen: CursorPreview, state: State) -> EnterAction:
    battle = seen.query.battle
    creature_ids = seen.query.who
    if seen.target and seen.strikes:
        attack = seen.query.actor.attack_on(seen.target)
        words = describe(attack, state)
        if seen.first is not None:
            words = routes.words_of_strikers(words, seen.first, battle)
        if seen.full is not None:
            full = routes.offer_full(seen.full, battle)
            words = Message("{attack}; {full}", attack=words, full=full)
        return _unusual(EnterAction(words, attack), seen)
    doors = routes.doors_between(battle, creature_ids[0], seen.query.to)
    if doors:
        return _door(seen.query.actor, battle, doors[0])
    if seen.trouble is not None or seen.ahead is None:
        there = Message("{who} is there already; point elsewhere", who=names(battle, creature_ids))
        return nothing(seen.trouble or there)
    move = seen.ahead.planned_move.command
    strikers = routes.strikers(seen.ahead, battle)
    by_check = seen.ahead.mode_check is not None
    told = routes.words(move, state, strikers, by_check=by_check)
    words = routes.with_onward(told, seen.onward)
    return _unusual(EnterAction(words, move), seen)


def _pack(ui: EncounterUI, seen: CursorPreview) -> EnterAction:
    if not seen.plans:
        return nothing(seen.trouble or Message("there is no place for them; point elsewhere"))
    plan = seen.plans[ui.plan % len(seen.plans)]
    words = routes.pack_words(plan, len(seen.query.who), len(seen.plans) - 1)
    return EnterAction(words, MovePack(plan.steps, seen.query.action))


def _unusual(deed: EnterAction, seen: CursorPreview) -> EnterAction:
    if seen.unusual is None:
        return deed
    return replace(deed, words=Message("{remark}; {deed}", remark=seen.unusual, deed=deed.words))
