"""The attacks that a creature has in one turn, in their order, and what each has to the roll.

A ruleset says how they are counted (`combat.strikes.attacks`); its switch "full_attacks" says
whether they are. Else every attack of a turn is what `later_attack` makes of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.combat.board.scene import has_effect
from core.creatures import FLURRY, OF_THE_TURN, RAPID, TWO, Attack, is_natural, trait_rows
from core.messages import Message, Refusal
from core.play.facts.encounter import Figure
from core.play.facts.fight.blows.commands import MakeAttack
from core.play.facts.fight.combatants import Being, sheet
from core.play.fight.blows.attack_figures import chosen, house
from core.receipts import Receipt
from core.rulesets.schema import Ruleset
from core.values import Struct

RULE = "K-3"
FULL = "full"
OFF_HAND = "off"
NATURAL = "natural"


class PlannedBlow(Struct, kw_only=True):
    """One attack of a sequence: its index on the sheet, and `why` it has another bonus than there.

    `hand` is "off" for the second weapon, "natural" for an attack of the body beside a weapon, ""
    for the weapon in hand. `offered`: it is made in its turn; else only where it is asked for.
    """

    index: int
    why: tuple[Receipt, ...] = ()
    hand: str = ""
    offered: bool = True


class AttackSequence(Struct, kw_only=True):
    """The attacks that are left of a full attack; `beyond` is what one too many has to the roll."""

    blows: tuple[PlannedBlow, ...]
    beyond: tuple[Receipt, ...]

    def next_with(self, index: int) -> PlannedBlow | None:
        """Return the next attack with this one of the sheet; None = it would be one too many."""
        return next((blow for blow in self.blows if blow.index == index), None)

    @property
    def offered(self) -> tuple[PlannedBlow, ...]:
        """The attacks that are made in their turn."""
        return tuple(blow for blow in self.blows if blow.offered)


class NextAttack(Struct, kw_only=True):
    """The attack that a creature makes next: `index` on its sheet, `nth` come before it this turn.

    `blow` is its place in a full attack (None = it has none), `why` it has another bonus than on
    the sheet.
    """

    index: int
    attack: Attack
    nth: int
    blow: PlannedBlow | None
    why: tuple[Receipt, ...]


def counts_attacks(rules: Ruleset) -> bool:
    """Whether a turn has a full attack or a single one, and no more."""
    return rules.switch("full_attacks") and rules.combat.strikes.attacks != "actions"


def later_attack(attack: Attack, nth: int, rules: Ruleset) -> Iterator[Receipt]:
    """Yield what an attack has to the roll when `nth` come before it and none is too many."""
    bonuses = attack.bonuses or (0,)
    blows = rules.combat.blows
    if nth and blows.repeated == "full_attack":
        later = bonuses[min(nth, len(bonuses) - 1)] - bonuses[0]
        yield house(rules, Message("attack {number} of this turn", number=nth + 1), later)
    if nth and blows.repeated == "penalty":
        if attack.agile:
            steps = blows.agile
        else:
            steps = blows.further
        label = Message("multiple attack penalty, attack {number}", number=nth + 1)
        yield house(rules, label, steps[min(nth, len(steps)) - 1] if steps else 0)


def find_next_attack(
    being: Being,
    figure: Figure,
    command: MakeAttack,
    rules: Ruleset,
    made: Sequence[int] | None = None,
) -> NextAttack:
    """Return the attack that follows those `made` (None = what the figure has made this turn).

    Where the command names no attack it is the one in hand, then those that it has beside it in a
    full attack. Refusals: "unknown_attack", those of `refuse_words`.
    """
    earlier = attacks_made(figure) if made is None else made
    if command.opportunity or not counts_attacks(rules):
        index, attack = chosen(being, figure, command.attack)
        why = () if command.opportunity else tuple(later_attack(attack, len(earlier), rules))
        return NextAttack(index=index, attack=attack, nth=len(earlier), blow=None, why=why)
    words = words_in_force(figure, command)
    index, attack = chosen(being, figure, command.attack)
    if command.attack is None:
        index, attack = chosen(being, figure, _next_index(being, index, earlier, words, rules))
    refuse_words(being, figure, attack, command)
    left = sequence_left(being, index, earlier, words, rules)
    blow = left.next_with(index)
    why = left.beyond if blow is None else blow.why
    return NextAttack(index=index, attack=attack, nth=len(earlier), blow=blow, why=why)


def attacks_made(figure: Figure) -> tuple[int, ...]:
    """Return the indices of the attacks of this turn; older rows know only how many there were."""
    made = figure.spent.made
    unknown = max(0, figure.spent.attacks - len(made))
    return (figure.weapon,) * unknown + made


def words_in_force(figure: Figure, command: MakeAttack) -> tuple[str, ...]:
    """Return the words about the whole turn that hold for an attack."""
    said = {*command.words.of_the_turn, *figure.spent.words}
    if command.full:
        said.add(FULL)
    return tuple(word for word in (FULL, *OF_THE_TURN) if word in said)


def refuse_words(being: Being, figure: Figure, attack: Attack, command: MakeAttack) -> None:
    """Refuse words that this attack cannot have.

    Refusals: "too_late" where earlier attacks of the turn would have been others, "no_off_hand",
    "no_shot", "no_flurry".
    """
    new = [
        word
        for word in words_in_force(figure, command)
        if word != FULL and word not in figure.spent.words
    ]
    if new and figure.spent.attacks:
        raise Refusal("too_late", "Say {word} with the first attack of a turn.", word=new[0])
    if TWO in new and _off_hand(being) is None:
        raise Refusal("no_off_hand", "{who} has no attack marked off on its sheet.", who=being.name)
    if RAPID in new and attack.mode != "ranged":
        raise Refusal("no_shot", "{attack} is no shot.", attack=attack.name or Message("attack"))
    if FLURRY in new and not attack.flurry:
        name = attack.name or Message("attack")
        raise Refusal("no_flurry", "{attack} has no flurry on the sheet.", attack=name)


def sequence_left(
    being: Being, index: int, made: Sequence[int], words: Sequence[str], rules: Ruleset
) -> AttackSequence:
    """Return what is left after those `made` when the attack `index` of the sheet comes next."""
    strikes = rules.combat.strikes
    if strikes.attacks == "count":
        return _counted(index, made, words, rules)
    first = made[0] if made else index
    if _is_of_the_body(being, first):
        whole = AttackSequence(blows=tuple(_of_the_body(being, first, rules)), beyond=())
    else:
        whole = _with_weapons(being, _weapon(being, index, made, two=TWO in words), words, rules)
    left = list(whole.blows)
    for earlier in made:
        same = [blow for blow in left if blow.index == earlier]
        if not same and not _is_of_the_body(being, earlier):
            same = [blow for blow in left if not blow.hand]
        if same:
            left.remove(same[0])
    return AttackSequence(blows=tuple(left), beyond=whole.beyond)


def _next_index(
    being: Being, in_hand: int, made: Sequence[int], words: Sequence[str], rules: Ruleset
) -> int:
    if not made:
        return in_hand
    left = sequence_left(being, in_hand, made, words, rules)
    if left.next_with(in_hand) is not None or not left.offered:
        return in_hand
    return left.offered[0].index


def _counted(
    index: int, made: Sequence[int], words: Sequence[str], rules: Ruleset
) -> AttackSequence:
    strikes = rules.combat.strikes
    why = tuple[Receipt, ...]()
    most = 1
    if FULL in words:
        why = (_by_open_rules(rules, "a full attack", strikes.full_each, "Full Attack"),)
        most = strikes.full
    blows = (PlannedBlow(index=index, why=why),) * max(0, most - len(made))
    return AttackSequence(blows=blows, beyond=why)


def _with_weapons(being: Being, index: int, words: Sequence[str], rules: Ruleset) -> AttackSequence:
    attacks = sheet(being).attacks
    attack = attacks[index] if attacks else Attack("")
    off_hand = _off_hand(being) if TWO in words else None
    always = tuple[Receipt, ...]()
    if RAPID in words:
        always = (_by_open_rules(rules, "a rapid shot", rules.combat.strikes.rapid, "Rapid Shot"),)
    main = always
    if off_hand is not None:
        main = (*always, _two_weapons(being, attacks[off_hand], rules, off=False))
    slots = [
        PlannedBlow(index=index, why=(*slot, *main)) for slot in _of_a_weapon(attack, words, rules)
    ]
    blows = list(slots)
    if off_hand is not None:
        off = (*always, _two_weapons(being, attacks[off_hand], rules, off=True))
        blows.extend(
            PlannedBlow(index=off_hand, why=(*slot, *off), hand=OFF_HAND)
            for slot in _of_a_weapon(attacks[off_hand], (), rules)
        )
    for number, other in enumerate(attacks):
        if is_natural(other):
            blows.extend(_beside_a_weapon(being, number, always, rules))
    return AttackSequence(blows=tuple(blows), beyond=slots[-1].why)


def _of_a_weapon(
    attack: Attack, words: Sequence[str], rules: Ruleset
) -> Iterator[tuple[Receipt, ...]]:
    # Each bonus in turn, as what differs from the first one of the sheet.
    bonuses = attack.bonuses or (0,)
    if FLURRY in words and attack.flurry:
        for bonus in attack.flurry:
            receipt = rules.cite(
                RULE, "a flurry", bonus - bonuses[0], source="sheet", switch="full_attacks"
            )
            yield (receipt,)
        return
    if RAPID in words:
        bonuses = (bonuses[0], *bonuses)
    for number, bonus in enumerate(bonuses, start=1):
        if bonus == bonuses[0]:
            yield ()
        else:
            label = Message("attack {number} of this turn", number=number)
            yield (_by_open_rules(rules, label, bonus - bonuses[0], "Full Attack"),)


def _of_the_body(being: Being, first: int, rules: Ruleset) -> Iterator[PlannedBlow]:
    others = [
        number
        for number, attack in enumerate(sheet(being).attacks)
        if number != first and is_natural(attack)
    ]
    for number in (first, *others):
        for why in _of_a_weapon(sheet(being).attacks[number], (), rules):
            yield PlannedBlow(index=number, why=why, hand=NATURAL if number != first else "")


def _beside_a_weapon(
    being: Being, number: int, always: tuple[Receipt, ...], rules: Ruleset
) -> Iterator[PlannedBlow]:
    # A secondary attack, and one of which the sheet says nothing, has the bonus that is printed.
    attack = sheet(being).attacks[number]
    worse = always
    if attack.natural == "primary":
        value = rules.combat.strikes.secondary
        if has_effect(trait_rows(sheet(being)), "multiattack", rules.combat):
            value = rules.combat.strikes.feats.multiattack
        worse = (*always, _by_open_rules(rules, "a secondary attack", value, "Natural Attacks"))
    for why in _of_a_weapon(attack, (), rules):
        yield PlannedBlow(
            index=number, why=(*why, *worse), hand=NATURAL, offered=bool(attack.natural)
        )


def _two_weapons(being: Being, second: Attack, rules: Ruleset, *, off: bool) -> Receipt:
    figures = rules.combat.strikes.two_weapons
    feat = has_effect(trait_rows(sheet(being)), "two_weapons", rules.combat)
    value = figures.off if off else figures.main
    if second.light:
        value += figures.light
    if feat:
        value += figures.feat_off if off else figures.feat_main
    return _by_open_rules(rules, "two weapons", value, "Two-Weapon Fighting")


def _by_open_rules(rules: Ruleset, label: Message | str, value: int, page: str) -> Receipt:
    return rules.cite(
        RULE, label, value, source=f"open rules, {page}", default=True, switch="full_attacks"
    )


def _off_hand(being: Being) -> int | None:
    for number, attack in enumerate(sheet(being).attacks):
        if attack.hand == OFF_HAND and attack.mode == "melee":
            return number
    return None


def _weapon(being: Being, index: int, made: Sequence[int], *, two: bool) -> int:
    # The weapon of the main hand that a sequence has: the one that comes next, else an earlier one.
    # Who does not fight with two weapons has each of them in the main hand.
    attacks = sheet(being).attacks
    numbers: tuple[int, ...] = (index, *made, *range(len(attacks)))
    for number in numbers:
        if number >= len(attacks) or is_natural(attacks[number]):
            continue
        if two and attacks[number].hand == OFF_HAND:
            continue
        return number
    return index


def _is_of_the_body(being: Being, number: int) -> bool:
    attacks = sheet(being).attacks
    return number < len(attacks) and is_natural(attacks[number])
