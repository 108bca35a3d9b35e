"""What follows a command in a fight: questions that are due, offers, the way back to the road."""

from __future__ import annotations

from collections.abc import Sequence

from core.combat.board.squares import parse_square
from core.dice import chance_of_percent
from core.messages import Chance, Message, Refusal
from core.play.facts.encounter import SUMMONED, Encounter
from core.play.facts.fight.blows.commands import AreaAttack, MakeAttack
from core.play.facts.fight.blows.events import Struck
from core.play.facts.fight.combatants import bearer_of, name_combatant, names, token_of
from core.play.facts.fight.moves.commands import AnswerStrikes, MountUp, Move, MovePack, Push
from core.play.facts.fight.moves.events import LeftBoard, MoveHalted
from core.play.facts.fight.setup.commands import Hide, Place, RemoveCreatures, Spot
from core.play.facts.fight.turns.commands import ActNow, ChaseRound, EndChase
from core.play.facts.fight.turns.events import ConditionEnded, Died, RunDown, Sank
from core.play.facts.road.commands import EndEncounter
from core.play.facts.state import State, Waiting
from core.play.facts.table.events import Checked
from core.play.fight.blows.provoking import restore_command
from core.play.fight.moves import decide
from core.play.fight.moves.narration import struck_at
from core.play.fight.moves.strike_targets import find_choices, turn_strikes
from core.play.fight.turns.budget import left as actions_left
from core.play.fight.turns.dying import SADDLE
from core.play.union import Command, Decided, Event, describe
from core.values import replace
from tui.encounter import attacks, gm_rulings, pursuit
from tui.encounter.change import Change, Confirm, GoTo, Jump, Standpoint
from tui.encounter.host import FightHost
from tui.encounter.letters import turn_to
from tui.encounter.model import EncounterUI, LetterPick, all_strike, waiting_in
from tui.encounter.present.battle import battle
from tui.encounter.present.routes import formation
from tui.play.dice.dice_tray import NO_MOVE
from tui.play.dice.tray_model import name_strike
from tui.play.performing.performer import Sequel, TrayWords
from tui.view import CampaignView


def offered(view: CampaignView, command: Command) -> tuple[Command, Message] | None:
    """What Enter does next if the GM likes, and the words that offer it; None: nothing.

    An attacker that was hidden is revealed, who got away in a chase that the GM ended or was caught
    off the board is put back, a rider who has just dropped in the saddle falls, who was summoned
    goes when the rounds are over.
    """
    fight = view.state.fight
    entry = gm_rulings.last(view)
    if fight is None or entry is None:
        return None
    fled = tuple(Spot(one.who, one.at) for one in entry.events if isinstance(one, LeftBoard))
    if fled and isinstance(command, EndChase):
        words = Message(
            "{who} got away, off the board. Press Enter to put {who} back where the chase began.",
            who=names(view.state, [one.who for one in fled]),
        )
        return Place(fight.id, fled), words
    if fled and isinstance(command, ChaseRound):
        caught = _caught_off_board(view, fight, entry.events)
        if caught is not None:
            return caught
    out = {event.who for event in entry.events if isinstance(event, Sank | Died)}
    held = {one.who for one in entry.events if isinstance(one, Checked) and one.name == SADDLE}
    rider = next((one.id for one in fight.figures if one.mount and one.id in out - held), "")
    if rider:
        return MountUp(rider, falls=True), _unsaddled(view, rider)
    ended = [one for one in entry.events if isinstance(one, ConditionEnded)]
    summoned = tuple(one.who for one in ended if one.name == SUMMONED and fight.foe(one.who))
    if summoned:
        words = Message(
            "The time of {who} is over. Press Enter to take {who} out of the encounter.",
            who=names(view.state, summoned),
        )
        return RemoveCreatures(fight.id, summoned), words
    struck = {event.by for event in entry.events if isinstance(event, Struck)}
    creature_ids = tuple(one.id for one in fight.figures if one.hidden and one.id in struck)
    if not creature_ids:
        return None
    words = Message(
        "{who} attacked from hiding. Press Enter to reveal, any other key to keep hidden.",
        who=names(view.state, creature_ids),
    )
    return Hide(fight.id, creature_ids, hidden=False), words


def marks_after(marked: tuple[str, ...], view: CampaignView, command: Command) -> tuple[str, ...]:
    """Return the marks after a command: who takes a readied action now has them until it is done.

    Then the keys mean whose turn it is again.
    """
    fight = view.state.fight
    if fight is None:
        return marked
    if isinstance(command, ActNow):
        figure = fight.figure(command.who)
        if figure is not None and figure.reacting:
            return (command.who,)
        return marked
    if len(marked) != 1:
        return marked
    figure = fight.figure(marked[0])
    if figure is None or not figure.reacting:
        return marked
    if actions_left(view.state, view.assets, figure.id).actions:
        return marked
    return ()


def _caught_off_board(
    view: CampaignView, fight: Encounter, events: Sequence[Event]
) -> tuple[Command, Message] | None:
    # Both go where the pursuer left the board, side by side.
    left = {event.who: event.at for event in events if isinstance(event, LeftBoard)}
    for event in events:
        if not isinstance(event, RunDown) or not event.by:
            continue
        by = bearer_of(view.state, event.by)
        if by not in left:
            continue
        who = bearer_of(view.state, event.who)
        spots = formation(battle(view, fight), (by, who), parse_square(left[by]))
        words = Message(
            "{by} caught {who}, off the board. Press Enter to put both at {square}.",
            by=name_combatant(view.state, event.by),
            who=name_combatant(view.state, event.who),
            square=left[by],
        )
        return Place(fight.id, spots), words
    return None


def _unsaddled(view: CampaignView, rider: str) -> Message:
    chances = view.assets.rules.combat.dying.saddle
    name = name_combatant(view.state, rider)
    if len(chances) < 2:
        return Message("{who} is out, in the saddle. Press Enter to let {who} fall.", who=name)
    return Message(
        "{who} is out: {chance} to stay in the saddle, {military} in a military one. Press"
        " Enter to let {who} fall.",
        who=name,
        chance=Chance(chance_of_percent(chances[0])),
        military=Chance(chance_of_percent(chances[1])),
    )


def halted(decided: Decided | None) -> Waiting | None:
    """The movement that a decided command lets wait for attacks of opportunity."""
    events = () if decided is None else decided.events
    return next((event.waiting for event in events if isinstance(event, MoveHalted)), None)


def with_command_begun(ui: EncounterUI, command: Command) -> EncounterUI:
    """Remember an attack or area as the last one; letters no longer turn the one before.

    They go on to turn an attack that a letter has turned to another target, should it be refused.
    """
    aim = ui.aim
    if aim is not None and aim.attack != command:
        aim = None
    if isinstance(command, MakeAttack | AreaAttack):
        return replace(ui, aim=aim, last_attack=command)
    return replace(ui, aim=aim)


def follow_up(standpoint: Standpoint, command: Command) -> tuple[Change, ...]:
    """What follows a command when nothing else is to be performed, in order."""
    changes = (follow(standpoint, command) for follow in AFTER_A_COMMAND)
    return tuple(change for change in changes if change is not None)


def _tell_chase(standpoint: Standpoint, command: Command) -> Change | None:
    if isinstance(command, ChaseRound):
        return pursuit.outcome(standpoint.view)
    return None


def _offer(standpoint: Standpoint, command: Command) -> Change | None:
    if standpoint.player_view:
        return None
    offer = offered(standpoint.view, command)
    if offer is None:
        return None
    offered_command, words = offer
    return Confirm(offered_command, words)


def _ask_pursuers(standpoint: Standpoint, command: Command) -> Change | None:
    if not isinstance(command, Move | MovePack | AnswerStrikes | Push):
        return None
    chase = pursuit.gone(standpoint.view, standpoint.player_view)
    if chase is None:
        return None
    return pursuit.follow(standpoint, chase)


def _leave(standpoint: Standpoint, command: Command) -> Change | None:
    if isinstance(command, EndEncounter):
        return GoTo("journey")
    return None


AFTER_A_COMMAND = (_tell_chase, _offer, _ask_pursuers, _leave)
"""What may follow a command: how the chase stands, an offer, who pursues, the way on."""


# the dice of a command


def tray_words(standpoint: Standpoint, held: Decided | None, command: Command) -> TrayWords:
    """What the tray says beside the dice of a command; `held` was decided before it."""
    return TrayWords(
        _remark(standpoint, held, command),
        _aims(standpoint, held),
        _other_letters(standpoint, held, command),
        frozenset(_choices(standpoint, held, command)),
        has_words=held_attack(held, command) is not None,
        esc=_esc(held),
    )


def held_attack(held: Decided | None, command: Command) -> MakeAttack | None:
    """Return the attack that is rolled, or that waits for those who are asked; None = none."""
    if isinstance(command, MakeAttack):
        return command
    waiting = halted(held)
    if waiting is None or waiting.blow is None or not isinstance(command, AnswerStrikes):
        return None
    return restore_command(waiting.blow)


def _remark(standpoint: Standpoint, held: Decided | None, command: Command) -> Message | None:
    if standpoint.player_view:
        return None
    waiting = halted(held)  # one that is recorded is named already
    if waiting is None or not isinstance(command, AnswerStrikes):
        return attacks.remark(standpoint.battle, command)
    against = Message("against {who}", who=struck_at(waiting, standpoint.state))
    letters = tuple(_choices(standpoint, held, command))
    if letters:
        against = Message("{against}, {letters} to choose", against=against, letters=letters)
    attack = held_attack(held, command)
    if attack is None:
        return against
    then = describe(attack, standpoint.state)
    remark = attacks.remark(standpoint.battle, attack)
    if remark is not None:
        then = Message("{attack}, {remark}", attack=then, remark=remark)
    return Message("{against}; then {attack}", against=against, attack=then)


def _aims(standpoint: Standpoint, held: Decided | None) -> dict[str, tuple[str, str]]:
    # the target of each attack of opportunity at a pack, or at rider and mount: V > d
    state = standpoint.state
    waiting = halted(held) or waiting_in(state)
    if waiting is None or state.fight is None:
        return {}
    pairs = decide.aims(state, standpoint.view.assets.rules, waiting).items()
    return {
        key: name_strike(token_of(state, by), token_of(state, at) or at) for key, (by, at) in pairs
    }


def _other_letters(
    standpoint: Standpoint, held: Decided | None, command: Command
) -> frozenset[str]:
    # the letters that turn the dice of an attack to another target
    attack = held_attack(held, command)
    if attack is None or standpoint.battle is None:
        return frozenset()
    return frozenset(attacks.targets(standpoint.battle, attack.by))


def turn_attack(
    standpoint: Standpoint, attack: MakeAttack | None, letter: str
) -> tuple[Jump, MakeAttack] | None:
    """Return the attack that a letter makes of one whose dice are asked, and a jump to its target.

    None: there is no attack, or the letter is no enemy's.
    """
    if attack is None or standpoint.battle is None:
        return None
    return turn_to(LetterPick(attacks.targets(standpoint.battle, attack.by), attack), letter)


def _choices(standpoint: Standpoint, held: Decided | None, command: Command) -> dict[str, str]:
    # rider and mount by their letters, where those who are asked choose between them
    state = standpoint.state
    waiting = halted(held) or waiting_in(state)
    if waiting is None or not isinstance(command, AnswerStrikes):
        return {}
    ids = find_choices(state, standpoint.view.assets.rules, waiting)
    letters = {token_of(state, creature_id): creature_id for creature_id in ids}
    return {letter: who for letter, who in letters.items() if len(letter) == 1}


def turn_strike(
    standpoint: Standpoint, held: Decided | None, command: Command, row: str, letter: str
) -> AnswerStrikes | None:
    """Return an answer in which the striker asked in a row strikes at who has the letter.

    `row` is the key of its question. None: the letter is neither the rider's nor the mount's.
    """
    state = standpoint.state
    rules = standpoint.view.assets.rules
    waiting = halted(held) or waiting_in(state)
    target = _choices(standpoint, held, command).get(letter)
    if waiting is None or target is None or not isinstance(command, AnswerStrikes):
        return None
    aim = decide.aims(state, rules, waiting).get(row)
    if aim is None:
        return None
    by, _ = aim
    return AnswerStrikes(turn_strikes(state, rules, waiting, command.takes, by, target))


def _esc(held: Decided | None) -> Message:
    halting = halted(held)
    if halting is not None and halting.spell is not None:
        return Message("Esc: back, no spell")
    if halting is not None and halting.blow is not None:
        return Message("Esc: back, no attack")
    return NO_MOVE


def cancelled(state: State, held: Decided | None, command: Command) -> Message | None:
    """What was cancelled with the dice, so that they are not owed; None: they are."""
    halting = halted(held)
    if halting is not None and halting.spell is not None:
        return Message("Cancelled; nobody has cast a spell and nobody strikes.")
    if halting is not None and halting.blow is not None:
        return Message("Cancelled; nobody has attacked and nobody strikes.")
    if halting is not None:
        return Message("Cancelled; nobody has moved and nobody strikes.")
    waiting = waiting_in(state)
    if waiting is None or not isinstance(command, AnswerStrikes):
        return None
    if waiting.blow is not None or waiting.spell is not None:
        return Message(
            "{who} still waits to act. Press Enter to be asked again who strikes, o d to give it "
            "up.",
            who=name_combatant(state, waiting.who),
        )
    return Message(
        "{who} is still on the way. Press Enter to be asked again who strikes, o d "
        "to give the movement up.",
        who=name_combatant(state, waiting.who),
    )


class FightSequel(Sequel):
    """What a fight adds to a command: its attacks of opportunity, its offers."""

    def __init__(self, screen: FightHost) -> None:
        self._screen = screen

    def begin(self, command: Command) -> None:
        self._screen.remember(with_command_begun(self._screen.ui, command))

    def due_with(self, decided: Decided) -> Command | None:
        halting = halted(decided)
        if halting is None:
            return None
        return all_strike(halting)

    def tray_words(self, held: Decided | None, command: Command) -> TrayWords:
        return tray_words(self._screen.standpoint, held, command)

    def turn_to(self, letter: str, command: Command) -> Command | None:
        screen = self._screen
        held = screen.performer.held
        row = screen.performer.tray.tray.current_key
        strikes = turn_strike(screen.standpoint, held, command, row, letter)
        if strikes is not None:
            return strikes
        turned = turn_attack(screen.standpoint, held_attack(held, command), letter)
        if turned is None:
            return None
        jump, attack = turned
        screen.carry_out(jump)
        targets = attacks.targets(screen.standpoint.board, attack.by)
        screen.remember(replace(screen.ui, aim=LetterPick(targets, attack)))
        return attack

    def has_line_of(self, command: Command) -> bool:
        return held_attack(self._screen.performer.held, command) is not None

    async def reword(self, command: Command) -> Command | None:
        screen = self._screen
        attack = held_attack(screen.performer.held, command)
        if attack is None:
            return None
        line = attacks.line_of(screen.standpoint.state, attack)
        offered = attacks.situations(screen.standpoint.battle, attack)
        typed = await screen.command_line.ask(line, MakeAttack, offered)
        if typed is None:
            return None
        screen.remember(replace(screen.ui, aim=None))
        return replace(typed, opportunity=attack.opportunity)

    def follow(self, command: Command, *, more: bool) -> Command | None:
        screen = self._screen
        marked = marks_after(screen.ui.marked, screen.standpoint.view, command)
        screen.remember(replace(screen.ui, aim=None, marked=marked))
        waiting = waiting_in(screen.standpoint.state)
        if waiting is not None:
            return all_strike(waiting)
        if not more:
            screen.carry_out(follow_up(screen.standpoint, command))
        return None

    async def refuse(self, command: Command, refusal: Refusal) -> Message:
        screen = self._screen
        if screen.performer.tray.display:
            screen.remember(replace(screen.ui, aim=None))
        if refusal.code == attacks.OUT_OF_REACH:
            await screen.answers.know_enter()
        return attacks.advised(screen.standpoint, command, refusal)

    def put_away(self, held: Decided | None, command: Command) -> Message | None:
        self._screen.remember(replace(self._screen.ui, aim=None))
        return cancelled(self._screen.standpoint.state, held, command)
