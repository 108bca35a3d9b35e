"""What feats on a sheet do to an attack (K-13, switch "feats").

Feats are rows of the ruleset's conditions that a creature always has (`Sheet.traits`), each with
an effect; their figures are in `rules.combat.strikes.feats`. 0 = a system has no such feat.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.combat.attack.modifiers import Modifiers
from core.creatures import DEADLY, LUNGE, POWER, RAPID, Attack, is_natural, plain_word
from core.messages import Message, Refusal, Template, Value
from core.play.facts.encounter import Figure
from core.play.facts.fight.blows.commands import MakeAttack
from core.play.facts.fight.combatants import Being, sheet
from core.play.fight.blows.attack_sequence import OFF_HAND
from core.play.fight.health import has_feat
from core.receipts import Receipt
from core.rulesets.combat_schema import Effect
from core.rulesets.schema import Ruleset
from core.rulesets.strikes_schema import Trade
from core.values import Struct

RULE = "K-13"
SECONDARY = "secondary"
POINTS = 4
"""So many points of base attack bonus are a step more (Trade, "quarter")."""
NEEDED: dict[str, tuple[Effect, Template]] = {
    POWER: ("trades_power", "Power Attack"),
    DEADLY: ("trades_aim", "Deadly Aim"),
    LUNGE: ("lunges", "Lunge"),
}
"""The effect that each word of an attack asks for, and the name of the feat."""


class FeatGains(Struct):
    """What feats change of an attack: the receipts of its roll and of its damage."""

    to_hit: tuple[Receipt, ...] = ()
    damage: tuple[Receipt, ...] = ()


def cite_feat(
    rules: Ruleset, name: Template, value: Value, label: Message | None = None
) -> Receipt:
    """Return a receipt of what a feat does; without a label its name is that."""
    return rules.cite(
        RULE,
        label or Message(name),
        value,
        source=f"open rules, {name}",
        default=True,
        switch="feats",
    )


def feat_words(figure: Figure, command: MakeAttack) -> tuple[str, ...]:
    """Return the words of feats that hold for an attack: those said with it or earlier."""
    if command.opportunity:
        return figure.stance
    return tuple(dict.fromkeys((*figure.stance, *command.words.of_feats)))


def refuse_feats(
    being: Being, figure: Figure, attack: Attack, command: MakeAttack, rules: Ruleset
) -> None:
    """Refuse words of feats that this attack cannot have.

    Refusals: "no_feat", "too_late" where an earlier attack of the turn would have been another,
    "no_melee", "no_shot", "no_base_attack" where the sheet does not say how much, "too_much".
    """
    new = [word for word in feat_words(figure, command) if word not in figure.stance]
    for word in new:
        plain = plain_word(word)
        effect, name = NEEDED[plain]
        if not has_feat(being, effect, rules):
            raise Refusal(
                "no_feat",
                "{who} has no {feat} on its sheet. Type a number instead, such as -1.",
                who=being.name,
                feat=Message(name),
            )
        if figure.spent.attacks:
            raise Refusal("too_late", "Say {word} with the first attack of a turn.", word=word)
        attack_name = attack.name or Message("attack")
        if plain != DEADLY and attack.mode != "melee":
            raise Refusal("no_melee", "{attack} is no melee attack.", attack=attack_name)
        if plain == DEADLY and attack.mode != "ranged" and not _is_for_all(rules):
            raise Refusal("no_shot", "{attack} is no shot.", attack=attack_name)
        if plain != LUNGE:
            _count_steps(being, word, rules)  # refuses


def remark_words(being: Being, words: Sequence[str], rules: Ruleset) -> Iterator[Receipt]:
    """Yield remarks on words of a full attack whose feat is not on the sheet: the GM may allow it.

    Where feats do not count ("feats") there is none.
    """
    if RAPID not in words or not rules.switch("feats"):
        return
    if not has_feat(being, "shoots_rapidly", rules):
        label = Message("{who} has no Rapid Shot on its sheet: allowed by the GM", who=being.name)
        yield cite_feat(rules, "Rapid Shot", rules.combat.strikes.rapid, label)


def gains_of(
    being: Being,
    figure: Figure,
    attack: Attack,
    command: MakeAttack,
    rules: Ruleset,
    *,
    hand: str,
    away: int,
) -> FeatGains:
    """Return what feats change of an attack over `away` squares.

    `hand` is that of `PlannedBlow`. Refusals: "no_base_attack", "how_much", "too_much".
    """
    close = tuple(close_shot(being, attack, away, rules))
    traded = _trade_of(being, figure, attack, command, rules, hand=hand)
    return FeatGains((*close, *traded.to_hit), (*close, *traded.damage))


def _trade_of(
    being: Being,
    figure: Figure,
    attack: Attack,
    command: MakeAttack,
    rules: Ruleset,
    *,
    hand: str,
) -> FeatGains:
    # Power Attack or Deadly Aim.
    if not rules.switch("feats"):
        return FeatGains()
    for word in feat_words(figure, command):
        plain = plain_word(word)
        if plain not in (POWER, DEADLY) or not _goes_with(plain, attack, command, rules):
            continue
        trade = _find_trade(plain, rules)
        steps = _count_steps(being, word, rules)
        accuracy = 1 if trade.steps == "half" else steps
        each = _damage_each(trade, attack, hand)
        name = NEEDED[plain][1]
        more = steps * each
        return FeatGains(
            (cite_feat(rules, name, accuracy * trade.attack),),
            (cite_feat(rules, name, more),) if more else (),
        )
    return FeatGains()


def _goes_with(word: str, attack: Attack, command: MakeAttack, rules: Ruleset) -> bool:
    if word == POWER:
        return attack.mode == "melee"
    if _is_for_all(rules):  # for the attacks of that action alone
        return not command.opportunity
    return attack.mode == "ranged"


def _is_for_all(rules: Ruleset) -> bool:
    return _find_trade(DEADLY, rules).steps == "half"


def _find_trade(word: str, rules: Ruleset) -> Trade:
    feats = rules.combat.strikes.feats
    if word == POWER:
        return feats.power
    return feats.deadly


def _damage_each(trade: Trade, attack: Attack, hand: str) -> int:
    if attack.two_handed:
        return trade.two_handed
    if is_natural(attack):
        if attack.natural == SECONDARY:
            return trade.off
        return trade.damage
    held = [trade.damage]
    if OFF_HAND in (hand, attack.hand):
        held.append(trade.off)
    if attack.light:
        held.append(trade.light)
    return min(held)


def _count_steps(being: Being, word: str, rules: Ruleset) -> int:
    # The steps of a trade. Refusals: "no_base_attack", "how_much", "too_much".
    plain = plain_word(word)
    said = int(word.removeprefix(plain) or 0)
    trade = _find_trade(plain, rules)
    base = sheet(being).base_attack
    if base is None and not said:
        raise Refusal(
            "no_base_attack",
            "{who} has no base attack bonus on its sheet. Type how much, as in {word}2.",
            who=being.name,
            word=plain,
        )
    match trade.steps:
        case "chosen":
            if not said:
                raise Refusal("how_much", "Type how much, as in {word}2.", word=plain)
            if base is not None and said > base:
                raise Refusal(
                    "too_much",
                    "{who} has a base attack bonus of {base}: {word} is too much.",
                    who=being.name,
                    base=base,
                    word=word,
                )
            return said
        case "half":
            return said or max(1, (base or 0) // 2)
        case _:
            return said or 1 + (base or 0) // POINTS


def close_shot(being: Being, attack: Attack, away: int, rules: Ruleset) -> Iterator[Receipt]:
    """Yield what Point-Blank Shot adds, to the roll and to the damage alike."""
    feats = rules.combat.strikes.feats
    is_close = attack.mode == "ranged" and away <= feats.point_blank_range
    if feats.point_blank and is_close and has_feat(being, "shoots_close", rules):
        yield cite_feat(rules, "Point-Blank Shot", feats.point_blank)


def ac_of_stance(figure: Figure, rules: Ruleset) -> Iterator[Receipt]:
    """Yield what a creature has given up of its Armour Class until its next turn."""
    if LUNGE in figure.stance and rules.switch("feats") and rules.combat.strikes.feats.lunge_ac:
        yield cite_feat(rules, "Lunge", rules.combat.strikes.feats.lunge_ac)


def ac_on_the_move(being: Being, modifiers: Modifiers, rules: Ruleset) -> Iterator[Receipt]:
    """Yield what Mobility adds to the Armour Class of who is struck at because it moves.

    Where it is a dodge bonus, who loses the Dexterity bonus by these modifiers has none.
    """
    feats = rules.combat.strikes.feats
    if feats.mobility_dodges and modifiers.target_loses_dexterity:
        return
    if feats.mobility and has_feat(being, "dodges_moving", rules):
        yield cite_feat(rules, "Mobility", feats.mobility)


def lunging_reach(
    being: Being, figure: Figure, attack: Attack, command: MakeAttack, rules: Ruleset
) -> int:
    """Return the squares of reach that an attack gains in this turn."""
    if command.opportunity or attack.mode != "melee":
        return 0
    if not command.words.lunge and LUNGE not in figure.spent.words:
        return 0
    if not has_feat(being, "lunges", rules):
        return 0
    return rules.combat.strikes.feats.lunge
