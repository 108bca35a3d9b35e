"""A proposal for a pack in words: who goes where, flanks whom, provokes whom."""

from __future__ import annotations

from core.combat.board.squares import Square
from core.messages import Message
from core.play.fight.combatants import letters
from core.play.fight.health import health
from core.play.fight.moves.pack import PackPlace, PackPlan
from tui.encounter.present.battle import Battle
from tui.kit import lengths


def short(plan: PackPlan, all_: int, others: int) -> Message:
    """Enter's effect: how many are placed and flank; `others`: further proposals."""
    words = _moves(plan, all_ - len(plan.unplaced), all_)
    return Message("{words}; Tab: other", words=words) if others else words


def _moves(plan: PackPlan, placed: int, all_: int) -> Message:
    if not plan.target:
        return Message("move {placed} of {all}", placed=placed, all=all_)
    if not plan.striking:
        return Message("move {placed} of {all} as near as they get", placed=placed, all=all_)
    if plan.spent:
        return Message("move {placed} of {all}, {flanks} flank, {spent} with no attack left",
                       placed=placed, all=all_, flanks=plan.flanks, spent=plan.spent)  # fmt: skip
    return Message("move {placed} of {all}, {flanks} flank", placed=placed, all=all_,
                   flanks=plan.flanks)  # fmt: skip


def lines(plan: PackPlan, battle: Battle, number: int, count: int) -> tuple[Message, ...]:
    """The panel's lines: target, attacks of opportunity, places and costs, those without one."""
    signs = {place.who: battle.sign(place.who) for place in plan.places}
    first = plan.places[0].at if plan.places else str(Square(0, 0))
    head = Message(
        "{number} of {count}: {pack} to {target}",
        number=number,
        count=count,
        pack=letters(signs.values()),
        target=battle.sign(plan.target) if plan.target else first,
    )
    rows = [_place(place, battle) for place in plan.places if not place.near]
    strikers = {place.who: battle.seen(place.strikers) for place in plan.places}
    strikes = [
        Message("! {sign} moves: {who} may strike", sign=signs[one],
                who=tuple(battle.sign(by) for by in who))
        for one, who in strikers.items() if who
    ]  # fmt: skip
    rest: tuple[Message, ...] = ()
    near = [f"{signs[place.who]} {place.at}" for place in plan.places if place.near]
    if near:
        rest = (Message("too far to strike: {who}", who=tuple(near)),)
    beings = ((who, battle.being(who)) for who in plan.unplaced)
    rules = battle.view.assets.rules
    left = tuple(
        battle.sign(who) for who, being in beings
        if being is None or not health(being, rules).out
    )  # fmt: skip
    if left:
        rest = (*rest, Message("no place for {who}", who=left))
    return (head, *strikes, *rows, *rest)


def _place(place: PackPlace, battle: Battle) -> Message:
    sign, cost = battle.sign(place.who), lengths.used(place.cost, None)
    words = Message("{sign} {at}  {cost}", sign=sign, at=place.at, cost=cost)
    if not place.cost:
        words = Message("{sign} {at}", sign=sign, at=place.at)
    if place.spent:
        words = Message("{place}, no attack left", place=words)
    if not place.partners:
        return words
    partners = tuple(battle.sign(who) for who in place.partners)
    return Message("{place}  flanks with {partners}", place=words, partners=partners)
