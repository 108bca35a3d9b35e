"""One attack before it is made: its modifiers, the Armour Class and the odds.

The grid gives its modifiers (`core.combat.attack`), the sheet the bonus; repeated attacks
and range are in the table of blows, which is a house default throughout.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property

from core.combat.attack.damage import changes_of_damage
from core.combat.attack.hitting import WITHOUT_BONUS, WITHOUT_PENALTY, ToHit
from core.combat.attack.scores import total
from core.combat.attack.situations import GridAttack
from core.combat.attack.unsaid_changes import situations_of
from core.creatures import OF_ARMOUR_CLASS, Attack
from core.dice import FACES, Armour, Situation, chance_of_faces
from core.effects.occasions import gather_situations
from core.messages import N_, Chance, Message, Refusal, Squares, Template, Value
from core.play.facts.encounter import Figure
from core.play.facts.fight.blows.commands import MakeAttack
from core.play.facts.fight.combatants import Being, fight_of, sheet
from core.play.facts.state import Assets, State
from core.play.fight.blows.attack_figures import (
    RULE,
    count_criticals,
    damage_of,
    has_charged,
    house,
    name_armour,
    times_of_charge,
)
from core.play.fight.blows.attack_sequence import (
    FULL,
    PlannedBlow,
    counts_attacks,
    words_in_force,
)
from core.play.fight.blows.feats import feat_words, remark_words
from core.play.fight.blows.saddle import has_one_attack, shoots_on_the_way
from core.play.fight.blows.turn_use import BlowInTurn, TurnUse, turn_use
from core.play.fight.fight_scene import make_inability
from core.play.fight.health import has_feat
from core.play.fight.turns.budget import actions_of_pair, left
from core.play.fight.turns.moving_on import moves_on
from core.receipts import Receipt
from core.rulesets.schema import Ruleset
from core.values import Struct, replace

WHY_NOT: dict[str, Template] = {
    "cannot_act": "{by} cannot act now.",
    "out_of_reach": "{at} is out of reach of {by}.",
    "out_of_range": "{at} is out of range of {by}: {distance} away.",
    "total_cover": "{at} has total cover from {by}.",
    "weapon": "{by} cannot use this weapon while prone.",
}


def place_in_turn(
    state: State,
    rules: Ruleset,
    figure: Figure,
    command: MakeAttack,
    *,
    attack: Attack,
    nth: int,
    blow: PlannedBlow | None,
) -> BlowInTurn:
    """Return an attack in the turn of `figure`; `nth` and `blow` as in `BlowInTurn`."""
    return BlowInTurn(
        figure=figure,
        command=command,
        nth=nth,
        blow=blow,
        charged=has_charged(state, figure),
        used=actions_of_pair(state, rules, figure),
        stays=has_one_attack(state, rules, figure, attack),
    )


class PlannedAttack(Struct, dict=True, kw_only=True):
    """An attack as it would be made now.

    `figure` is the attacker's, `index` the attack's place on the sheet, `nth` how many attacks of
    this turn come before it, `blow` its place among those of a full attack (None = it has none),
    `bonus` all that is added to the die, `ac` the Armour Class to beat. `ends_charge`: it is the
    attack of a charge. `added` is what feats add to its damage.
    `needed` is the lowest face that hits (0 = it cannot be made), `miss_chance` (per cent) that of
    missing all the same, `p_hit` the chance that neither is against it.
    `reason` is "ok", "out_of_range" or as `GridAttack.reason`. `in_saddle` are receipts of what is
    no modifier, but comes from the saddle (K-8).
    """

    state: State
    assets: Assets
    figure: Figure
    by: Being
    at: Being
    attack: Attack
    index: int
    command: MakeAttack
    grid: GridAttack
    reason: str
    own: tuple[Receipt, ...]
    against: tuple[Receipt, ...]
    bonus: int
    ac: int
    distance: int
    nth: int
    blow: PlannedBlow | None
    ends_charge: bool
    added: tuple[Receipt, ...]
    in_saddle: tuple[Receipt, ...] = ()

    @property
    def armour(self) -> Armour:
        """The name of what it has to beat."""
        return name_armour(self.attack, sheet(self.at))

    @property
    def possible(self) -> bool:
        """Whether it can be made."""
        return self.reason == "ok" and self.grid.hit is not None

    @property
    def hit(self) -> ToHit:
        """The odds; Refusal "cannot_attack" with the reason where it cannot be made."""
        if self.grid.hit is None:
            raise self.refusal
        return self.grid.hit

    @property
    def refusal(self) -> Refusal:
        """Why it cannot be made, with the reason as its code."""
        if self.reason in WHY_NOT:
            code = self.reason
        else:
            code = "cannot_act"
        if code == "cannot_act" and self.grid.scene.has(self.grid.attacker, "acts_not"):
            return make_inability(self.grid.scene, self.grid.attacker)
        away = Squares(self.distance)
        return Refusal(code, WHY_NOT[code], by=self.by.name, at=self.at.name, distance=away)

    @property
    def why_not(self) -> Message | None:
        """Why it cannot be made, in words; None = it can."""
        if self.possible:
            return None
        return self.refusal.message

    @property
    def needed(self) -> int:
        """The lowest face that hits."""
        if self.grid.hit is not None:
            return self.grid.hit.needed
        return 0

    @property
    def p_hit(self) -> Fraction:
        """The chance to hit after the miss chance."""
        if self.possible:
            return self.hit.p_hit
        return Fraction(0)

    @property
    def p_critical(self) -> Fraction | None:
        """The chance of a critical hit; None where a second roll confirms it."""
        scene = self.grid.scene
        if not self.possible:
            return None
        by_degrees = scene.rules.combat.blows.critical == "degrees"
        if not by_degrees and not scene.rules.switch("sure_criticals"):
            return None
        if scene.has(self.grid.target, "crit_immune"):
            return Fraction(0)
        margin = scene.rules.combat.blows.margin if by_degrees else FACES  # only a natural 20
        sure = count_criticals(self.needed, self.bonus - self.ac, margin)
        return chance_of_faces(sure, miss_chance=self.miss_chance)

    def cite_critical(self, label: Message | str, value: Value) -> Receipt:
        """Return a receipt of a critical hit that no second roll confirms."""
        if self.assets.rules.combat.blows.critical == "degrees":
            return house(self.assets.rules, label, value)
        return self.assets.rules.cite(
            "K-4",
            label,
            value,
            source="open rules, Critical Hits",
            default=True,
            switch="sure_criticals",
        )

    @property
    def miss_chance(self) -> int:
        """The miss chance from concealment, or the GM's, in per cent."""
        return self.grid.miss_chance

    @cached_property
    def lost(self) -> tuple[Receipt, ...]:
        """A receipt when the target loses its Dexterity bonus to Armour Class; else none."""
        less = self.grid.modifiers.lost_dexterity(sheet(self.at).dexterity)
        if not self.grid.modifiers.target_loses_dexterity and not less:
            return ()
        if less < 0:
            label = WITHOUT_PENALTY
        else:
            label = WITHOUT_BONUS
        if sheet(self.at).dexterity is None:
            label = N_("its Dexterity bonus is unknown: enter its Armour Class without it")
        why = self.grid.modifiers.dexterity_receipt
        return (self.assets.rules.cite(RULE, label, -less, why),)

    @cached_property
    def strength(self) -> tuple[Receipt, ...]:
        """What conditions do to the damage.

        A changed Strength counts for melee and thrown weapons (C-252).
        """
        attacker = self.grid.modifiers.attacker
        scores = dict(self.grid.attacker.scores)
        return changes_of_damage(
            attacker,
            self.attack,
            self.assets.rules,
            scores.get("str"),
            self.grid.attacker.worn,
            self.command.words.about_attacker,
        )

    def cite_damage(self, dice: str) -> Receipt:
        """Return a receipt of the dice of a hit."""
        name = self.attack.name or Message("attack")
        label = Message("damage of {attack}", attack=name)
        return house(self.assets.rules, label, dice, *self._why_damage)

    @property
    def _why_damage(self) -> tuple[Receipt, ...]:
        changes = (*self.strength, *self.added)
        if not changes:
            return self.multiplied
        whole = house(self.assets.rules, "damage", self.plus, *changes)
        return (whole, *self.multiplied)

    @property
    def plus(self) -> int:
        """What a changed Strength and feats add to the damage."""
        return total(self.strength) + total(self.added)

    @cached_property
    def multiplied(self) -> tuple[Receipt, ...]:
        """A receipt of what multiplies its damage beside a critical hit; else none."""
        if not self.ends_charge or not self.grid.attacker.rides:
            return ()
        hard = has_feat(self.by, "charges_hard", self.assets.rules)
        return tuple(times_of_charge(self.attack, self.assets.rules, hard=hard))

    @property
    def times(self) -> int:
        """How often its dice are rolled beside a critical hit."""
        return max(1, total(self.multiplied))

    @cached_property
    def receipt(self) -> Receipt:
        """The total, then the modifiers one by one, then the reasons from the map."""
        rules = self.assets.rules
        grid = self.grid
        by = self.by.name
        name = self.at.name
        if self.why_not is not None:
            return rules.cite(RULE, "{by} attacks {at}", self.why_not, *grid.why, by=by, at=name)
        label = Message(
            "{by} attacks {at}: {needed} or more on the d20", by=by, at=name, needed=self.needed
        )
        damage: tuple[Receipt, ...] = ()
        if self.p_critical is not None:
            damage = (self.cite_critical("a critical hit", Chance(self.p_critical)),)
        if self.attack.damage:
            damage += self._why_damage
        parts = (
            rules.cite(RULE, "to hit", self.bonus, *self.to_the_roll),
            rules.cite(RULE, "against", self.ac, *self.to_the_ac),
            *damage,
            *grid.why,
            *self.in_saddle,
            *self.hit.receipt.parts[2:],
            *self.lapsing,
        )
        return rules.cite(RULE, label, Chance(self.p_hit), *parts)

    @property
    def to_the_roll(self) -> tuple[Receipt, ...]:
        """The modifiers to the die one by one, the sheet's bonus first."""
        found = self.grid.modifiers
        return (*self.own, *found.attack_receipt.parts, *found.attack_scores)

    @property
    def to_the_ac(self) -> tuple[Receipt, ...]:
        """The parts of the Armour Class one by one, the sheet's first."""
        found = self.grid.modifiers
        return (*self.against, *found.ac_receipt.parts, *found.ac_scores, *self.lost)

    @cached_property
    def turn_use(self) -> TurnUse:
        """What it uses of the turn, and whether it is one too many."""
        in_turn = place_in_turn(
            self.state,
            self.assets.rules,
            self.figure,
            self.command,
            attack=self.attack,
            nth=self.nth,
            blow=self.blow,
        )
        return turn_use(in_turn, left(self.state, self.assets, self.by.id), self.assets.rules)

    @property
    def words(self) -> tuple[str, ...]:
        """Its words that hold for the rest of the turn, or until the next one."""
        if self.command.opportunity:
            return ()
        return (*self._words_of_the_turn, *feat_words(self.figure, self.command))

    @property
    def _words_of_the_turn(self) -> tuple[str, ...]:
        if not counts_attacks(self.assets.rules):
            return ()
        said = [word for word in words_in_force(self.figure, self.command) if word != FULL]
        if self.turn_use.makes_full:
            said.insert(0, FULL)
        return tuple(said)

    @property
    def hand(self) -> str:
        """The hand or part of the body, where it is not the weapon in hand (`PlannedBlow`)."""
        if self.blow is None:
            return ""
        return self.blow.hand

    @property
    def ends_move(self) -> bool:
        """Whether a movement under way is over with it."""
        rules = self.assets.rules
        charged = rules.switch("charge_line") and has_charged(self.state, self.figure)
        if self.command.opportunity or not (charged or rules.switch("whole_moves")):
            return False
        if self._may_move_on:
            return False
        if shoots_on_the_way(self.state, rules, self.figure, self.attack):
            return False
        mount = fight_of(self.state).figure(self.figure.mount)
        return bool(self.figure.spent.path or (mount is not None and mount.spent.path))

    @property
    def _may_move_on(self) -> bool:
        if self.nth:
            return False
        return moves_on(self.state, self.grid.scene, self.figure, self.attack.mode, self.at.id)

    @property
    def lapsing(self) -> tuple[Receipt, ...]:
        """A receipt of the squares of a movement under way that are lost by it; else none."""
        if not self.ends_move:
            return ()
        movers = filter(None, (self.figure.id, self.figure.mount))
        squares = max(left(self.state, self.assets, mover).squares for mover in movers)
        if not squares:
            return ()
        rules = self.assets.rules
        label = Message(
            "what was left of the move of {who} is lost by the attack", who=self.by.name
        )
        if rules.switch("whole_moves"):
            receipt = rules.cite(
                "K-5",
                label,
                Squares(squares),
                source="open rules, Actions in Combat",
                default=True,
                switch="whole_moves",
            )
        else:
            receipt = rules.cite(
                "K-6",
                label,
                Squares(squares),
                source="open rules, Charge",
                default=True,
                switch="charge_line",
            )
        return (receipt,)

    @cached_property
    def situations(self) -> tuple[Situation, ...]:
        """The occasions that the GM may say of it, by the words of an attack."""
        modifiers = self.grid.modifiers
        own = situations_of(
            modifiers.attacker, ("attack", "damage"), self.command.words.about_attacker
        )
        others = situations_of(modifiers.target, ("ac",), self.command.words.about_target)
        of_armour = (replace(one, word=f"{OF_ARMOUR_CLASS}{one.word}") for one in others)
        return gather_situations((*own, *of_armour))

    @property
    def remarks(self) -> tuple[Receipt, ...]:
        """Receipts of what the GM may allow: an attack out of turn or without an action left."""
        fight = fight_of(self.state)
        rules = self.assets.rules
        if self.command.opportunity or not fight.acting:
            return ()
        if not fight.is_acting(self.figure):
            label = Message("{who} attacks out of turn: allowed by the GM", who=self.by.name)
            return (house(rules, label, self.bonus),)
        if self.turn_use.is_short:
            label = Message("{who} has no action left for it: allowed by the GM", who=self.by.name)
            return (house(rules, label, self.turn_use.spends),)
        return ()

    @property
    def untrained(self) -> tuple[Receipt, ...]:
        """Receipts of words whose feat is not on the sheet, which the GM may allow."""
        if not counts_attacks(self.assets.rules) or self.command.opportunity:
            return ()
        words = words_in_force(self.figure, self.command)
        return tuple(remark_words(self.by, words, self.assets.rules))

    @property
    def allowed(self) -> tuple[Receipt, ...]:
        """Receipts of all that the GM allows by making it."""
        return (*self.remarks, *self.untrained)

    @property
    def damage(self) -> str:
        """The dice of a hit as text; "" = none on the sheet."""
        if not self.attack.damage:
            return ""
        return str(damage_of(self.attack, plus=self.plus, times=self.times))
