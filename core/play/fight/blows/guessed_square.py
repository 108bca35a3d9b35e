"""An attack on the square where somebody is thought to be (C-198).

It is rolled as one on a creature that nobody sees: to hit and for the miss chance, whoever is
there. What it met is not asked for, so that neither the dice nor the log say whether the guess was
right; a hit does.
"""

from __future__ import annotations

from collections.abc import Mapping

from core.combat.attack.scores import total
from core.combat.board.scene import Scene
from core.combat.board.squares import parse_square
from core.combat.sight.concealment import sees
from core.dice import FACES, Question, chance_of_percent
from core.messages import Chance, Message, Refusal
from core.play.facts.encounter import Figure, Foe
from core.play.facts.fight.blows.commands import MakeAttack
from core.play.facts.fight.blows.events import Struck
from core.play.facts.fight.combatants import (
    fight_of,
    name_combatant,
    token_of,
    with_encounter,
)
from core.play.facts.state import Assets, State
from core.play.fight.blows.attack_plan import plan_attacks
from core.play.fight.blows.attack_rolls import confirm_critical, deal, dealt_by, roll_miss
from core.play.fight.blows.planned_attack import PlannedAttack
from core.play.fight.fight_scene import scene_of
from core.play.fight.turns.balancing import keep_balance
from core.play.resolution import Outcome, Resolution
from core.receipts import Receipt
from core.values import Struct, replace

SOMEBODY = "guessed-square"
"""The id of whom the attack is planned on: one who may be there, and stands in nobody's way."""
RULE = "C-198"


class Guess(Struct):
    """An attack on a square as it is rolled, and as it is on who is there (None = nobody)."""

    rolled: PlannedAttack
    met: PlannedAttack | None

    @property
    def miss_chance(self) -> int:
        """The chance, in per cent, that it misses the creature that is there."""
        said = self.rolled.command.words.miss
        if said is not None:
            return said
        return self.rolled.assets.rules.combat.concealment.total

    @property
    def receipt(self) -> Receipt:
        """The bonus and the miss chance, and nothing of who is there."""
        rules = self.rolled.assets.rules
        label = Message(
            "{by} attacks {square}, where somebody may be",
            by=self.rolled.by.name,
            square=self.rolled.command.square,
        )
        miss_chance = Chance(chance_of_percent(self.miss_chance))
        missed = rules.cite(RULE, "a hit misses all the same", miss_chance)
        return rules.cite(RULE, label, self.rolled.bonus, *self.rolled.to_the_roll, missed)

    @property
    def answer(self) -> Receipt:
        """Who was there, for the GM."""
        rules = self.rolled.assets.rules
        square = self.rolled.command.square
        if self.met is None:
            return rules.cite(RULE, Message("nobody to hit is in {square}", square=square), 0)
        label = Message("{at} is in {square}", at=self.met.at.name, square=square)
        return rules.cite(RULE, label, self.met.ac, *self.met.to_the_ac)


def plan_guesses(command: MakeAttack, state: State, assets: Assets) -> list[Guess]:
    """Return the attacks of a command on a square that can be made, in order.

    Refusals: "unknown_square", "seen_there" where a creature is there in plain sight, and those of
    `plan_attacks`, with the square in place of a target.
    """
    square = str(parse_square(command.square))
    command = replace(command, square=square)
    _refuse_the_seen(command, state, scene_of(state, assets))
    with_somebody = _with_somebody(state, square)
    rolled = plan_attacks(replace(command, at=SOMEBODY), with_somebody, assets)
    met = _plan_on_who_is_there(command, state, assets)
    return [Guess(one, met.get((one.by.id, one.nth))) for one in rolled]


def _refuse_the_seen(command: MakeAttack, state: State, scene: Scene) -> None:
    hidden = fight_of(state).hidden
    for who in _find_there(command, scene):
        if who in hidden:
            continue
        watchers = (scene.by_id[by] for by in command.by if by in scene.by_id)
        if any(sees(scene, watcher, scene.by_id[who]) for watcher in watchers):
            raise Refusal(
                "seen_there",
                "{who} is seen in {square}. Attack {who} ({letter}) instead of the square.",
                who=name_combatant(state, who),
                square=command.square,
                letter=token_of(state, who) or name_combatant(state, who),
            )


def _find_there(command: MakeAttack, scene: Scene) -> tuple[str, ...]:
    # The living on the square, enemies of the first attacker first.
    square = parse_square(command.square)
    there = [
        creature
        for creature in scene.creatures
        if creature.id not in command.by
        and square in scene.body(creature).squares()
        and not scene.has(creature, "dead")
    ]
    attacker = scene.by_id.get(next(iter(command.by), ""))
    if attacker is not None:
        there.sort(key=lambda creature: scene.friends(attacker, creature))
    return tuple(creature.id for creature in there)


def _with_somebody(state: State, square: str) -> State:
    # The fight with one more on the square, who has no side and no figures.
    fight = fight_of(state)
    somebody = Foe(SOMEBODY, square, "?", side="neutral")
    return with_encounter(
        state,
        replace(
            fight,
            foes=(*fight.foes, somebody),
            figures=(*fight.figures, Figure(SOMEBODY, square, acted=True)),
        ),
    )


def _plan_on_who_is_there(
    command: MakeAttack, state: State, assets: Assets
) -> Mapping[tuple[str, int], PlannedAttack]:
    # The same attacks on the creature there, by attacker and number; none where it is out of reach.
    there = _find_there(command, scene_of(state, assets))
    if not there:
        return {}
    aimed = replace(command, at=there[0], square="")
    try:
        planned_attacks = plan_attacks(aimed, state, assets)
    except Refusal:
        return {}
    return {(one.by.id, one.nth): one for one in planned_attacks}


def resolve_guess(
    resolution: Resolution, guess: Guess, key: str, spends: tuple[str, ...]
) -> Struck | None:
    """Make an attack on a square, its questions under `key`.

    None: an answer is missing. Nothing happens where the GM asks for no roll.
    """
    rolled = guess.rolled
    thrown = resolution.ask(_ask_roll(guess, key))
    through = roll_miss(resolution, rolled, key, guess.miss_chance, guess.receipt)
    if thrown is None or through is None:
        return None
    lands, face = through
    struck = _miss(guess, thrown, spends, face)
    if thrown.skipped:
        return replace(struck, outcome="impossible", spends=(), words=(), ends_move=False)
    if guess.met is None or not lands or not _hits(thrown, rolled, guess.met):
        resolution.explain(guess.receipt, guess.answer)
        resolution.emit(struck)
        return struck
    return _hit(resolution, guess, guess.met, key, thrown, struck)


def _ask_roll(guess: Guess, key: str) -> Question:
    rolled = guess.rolled
    return Question(
        key,
        Message("{by} attacks {at}", by=rolled.by.name, at=rolled.at.name),
        rolled.by.id,
        modifier=rolled.bonus,
        says="attack",
        why=guess.receipt,
    )


def _miss(guess: Guess, thrown: Outcome, spends: tuple[str, ...], face: int) -> Struck:
    rolled = guess.rolled
    return Struck(
        by=rolled.by.id,
        at="",
        attack=rolled.attack.name,
        outcome="miss",
        face=thrown.face,
        total=thrown.total,
        needed=0,
        ac=0,
        bonus=rolled.bonus,
        how=thrown.how,
        spends=spends,
        weapon=rolled.index,
        reason=thrown.reason,
        miss=face,
        words=rolled.words,
        ends_move=rolled.ends_move,
        hand=rolled.hand,
        square=rolled.command.square,
    )


def _hits(thrown: Outcome, rolled: PlannedAttack, met: PlannedAttack) -> bool:
    # By what it would be on the creature there; a natural 20 always hits, a 1 never.
    if thrown.natural == FACES:
        return True
    if thrown.natural == 1:
        return False
    return _total_on(thrown, rolled, met) >= met.ac


def _total_on(thrown: Outcome, rolled: PlannedAttack, met: PlannedAttack) -> int:
    return thrown.total + met.bonus - rolled.bonus


def _hit(
    resolution: Resolution,
    guess: Guess,
    met: PlannedAttack,
    key: str,
    thrown: Outcome,
    missed: Struck,
) -> Struck | None:
    total_on = _total_on(thrown, guess.rolled, met)
    confirmed = confirm_critical(
        resolution, met, key, replace(thrown, success=True, total=total_on)
    )
    if confirmed is None:
        return None
    critical, face = confirmed
    dealt = dealt_by(resolution, met, key, critical=critical)
    if dealt is None:
        return None
    struck = replace(
        missed,
        at=met.at.id,
        outcome="critical" if critical else "hit",
        confirm=face,
        times=met.times,
        added=total(met.added),
    )
    resolution.explain(guess.receipt, guess.answer)
    resolution.emit(struck)
    deal(resolution, met, dealt, key)
    keep_balance(resolution, met.at.id)
    return struck
