"""A member's fighting figures as receipts: defences, saves, weapons, conditions."""

from __future__ import annotations

from collections.abc import Iterator

from core.creatures import Attack, Sheet
from core.messages import N_, Message, yes_no
from core.play import status
from core.play.fight.combatants import named
from core.play.fight.health import health, why_health
from core.play.state import Member, State
from core.play.union import Assets
from core.receipts import Receipt
from tui.kit import lengths
from tui.play.typed.attack_lines import write_attack

PLUS = N_("{number:+}")


def receipts(member: Member, state: State, assets: Assets) -> tuple[Receipt, ...]:
    """A member's fight receipts; () for one without sheet, wounds or conditions."""
    return (*_fares(member, assets), *_lasting(member, state, assets), *_sheet(member.sheet))


def _fares(member: Member, assets: Assets) -> Iterator[Receipt]:
    found = health(member, assets.rules)
    if found.slug != "ok":
        yield why_health(found, assets.rules)
    if member.temporary:
        yield Receipt(Message("temporary hit points"), member.temporary)
    for one in member.counters or ():
        of = Message("{now} of {most}", now=one.now, most=one.most)
        yield Receipt(Message("{name}", name=one.name), of)


def _lasting(member: Member, state: State, assets: Assets) -> Iterator[Receipt]:
    for lasting in member.lasting:
        label = Message(
            "{condition}, {until}",
            condition=status.condition(lasting, assets),
            until=status.until(lasting.until, state),
        )
        brought = Message("brought by {source}", source=named(state, lasting.source))
        yield Receipt(label, "", parts=(Receipt(brought, ""),) if lasting.source else ())


def _sheet(sheet: Sheet | None) -> Iterator[Receipt]:
    if sheet is None:
        return
    if sheet.ac is not None:
        within = () if sheet.dexterity is None else (
            Receipt(Message("Dexterity within it"), _plus(sheet.dexterity)),
        )  # fmt: skip
        yield Receipt(Message("Armour Class"), sheet.ac, parts=within)
    if sheet.eac is not None:
        yield Receipt(Message("Armour Class against energy"), sheet.eac)
    yield Receipt(Message("initiative"), _plus(sheet.init))
    saves = (
        (N_("Fortitude"), sheet.fortitude), (N_("Reflex"), sheet.reflex), (N_("Will"), sheet.will),
        (N_("Perception"), sheet.perception), (N_("Acrobatics"), sheet.acrobatics),
    )  # fmt: skip
    for label, number in saves:
        if number is not None:
            yield Receipt(Message(label), _plus(number))
    for mode, squares in sheet.speeds:
        yield Receipt(Message("speed, {mode}", mode=mode), lengths.metres(squares))
    if sheet.traits:
        yield Receipt(Message("always"), sheet.traits)
    if sheet.reaction is not None:
        reacts = Message("has a reaction to strike at who moves, where not everybody has")
        yield Receipt(reacts, yes_no(sheet.reaction))
    if sheet.attacks:
        yield Receipt(Message("in hand"), "", parts=tuple(map(_attack, sheet.attacks)))


def _plus(number: int) -> Message:
    return Message(PLUS, number=number)


def _attack(attack: Attack) -> Receipt:
    line = write_attack(attack)
    bonuses = "/".join(f"{bonus:+d}" for bonus in attack.bonuses)
    rest = line[line.index(bonuses, len(attack.name)) + len(bonuses) :].strip()
    parts = (Receipt(Message("{rest}", rest=rest), ""),) if rest else ()
    return Receipt(Message("{name}", name=attack.name), bonuses, parts=parts)
