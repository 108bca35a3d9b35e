"""Who acts, with which attack, at whom, and who is meant under the cursor: one value.

Keys, panes, letters and the Ahead line go by an `Actor`. Whose turn it is, what the GM has picked
out and where the cursor is are read together nowhere else. Who acts changes by a step that is
seen: the turn passes, the GM marks or picks another, or who acts has nothing left to do and another
of its group goes on. A mount never acts in place of its rider unless the GM picks it.
"""

from __future__ import annotations

from core.combat.board.squares import Square
from core.play.facts.encounter import NOTHING_SPENT, Figure, Foe
from core.play.facts.fight.blows.commands import MakeAttack
from core.play.fight.previews import has_turn_left
from core.values import Struct, replace
from tui.encounter.present.battle import Battle


class Selection(Struct, kw_only=True):
    """What the GM has picked out."""

    marked: tuple[str, ...] = ()
    chosen: str = ""
    """The member of the acting group that acts."""
    lettered: str = ""
    """The creature on the cursor's square whose letter led there."""

    @property
    def shown_picks(self) -> tuple[tuple[str, ...], str]:
        """What the board and the lists show of it."""
        return self.marked, self.chosen


class Actor(Struct, kw_only=True):
    """Who acts, with which attack, and whom the cursor means.

    `who` are the marked, else the one that acts; `is_marked` tells which. `attack` is the number of
    an attack on the sheet, counted from 0; None = the one in hand. `target` is the enemy under the
    cursor, `under` the creature there that points, conditions and marks are for; "" = none.
    """

    who: tuple[str, ...] = ()
    is_marked: bool = False
    attack: int | None = None
    target: str = ""
    under: str = ""

    @property
    def meant(self) -> tuple[str, ...]:
        """Whom points and conditions are for: the marked, else the one under the cursor."""
        if self.is_marked:
            return self.who
        if self.under:
            return (self.under,)
        return ()

    def attack_on(self, target: str) -> MakeAttack:
        """Return the attack that they would make on a creature."""
        return MakeAttack(self.who, target, self.attack)


NOBODY = Actor()


def find_actor(selection: Selection, battle: Battle | None, cursor: Square) -> Actor:
    """Return who acts, and whom the cursor means."""
    if battle is None:
        return NOBODY
    acting = find_acting(selection, battle)
    who = _find_who(selection, acting)
    under = _find_under(selection, battle, cursor, acting)
    target = battle.enemy(cursor, who)
    if under == selection.lettered and battle.is_target(under, who):
        target = under
    return Actor(who=who, is_marked=bool(selection.marked), target=target, under=under)


def _find_who(selection: Selection, acting: str) -> tuple[str, ...]:
    # The marked, else the one that acts.
    if selection.marked or not acting:
        return selection.marked
    return (acting,)


def find_acting(selection: Selection, battle: Battle) -> str:
    """Return the one creature that acts, whoever is marked; "" = it is nobody's turn."""
    if selection.chosen in battle.turn:
        return selection.chosen
    return _first(battle)


def _find_under(selection: Selection, battle: Battle, cursor: Square, acting: str) -> str:
    # Whose letter led there, else who acts, else the first; a rider comes before its mount.
    there = battle.under(cursor)
    for creature_id in (selection.lettered, acting):
        if creature_id in there:
            return creature_id
    return next(iter(there), "")


def passed(before: Battle | None, now: Battle) -> bool:
    """Whether it is another creature's turn, another encounter, or one that has just begun."""
    if before is None or before.encounter.id != now.encounter.id:
        return True
    return before.turn != now.turn or before.runs < now.runs


def has_gone_on(selection: Selection, before: Battle, now: Battle) -> bool:
    """Whether another acts, or one that was to act, or its mount, has done something.

    To take another weapon in hand is nothing done.
    """
    if passed(before, now):
        return True
    for creature_id in _find_who(selection, find_acting(selection, before)):
        figure = before.encounter.figure(creature_id)
        if _has_acted(figure, now.encounter.figure(creature_id)):
            return True
        if figure is None or not figure.mount:
            continue
        mount = before.encounter.figure(figure.mount)
        if _has_acted(mount, now.encounter.figure(figure.mount)):
            return True
    return False


def _has_acted(before: Figure | None, now: Figure | None) -> bool:
    if before is None or now is None:
        return before != now
    return replace(before, weapon=now.weapon) != now


# of a group, who acts


def choose_next(chosen: str, before: Battle | None, now: Battle) -> str:
    """Return who acts in a newly gathered encounter; `chosen` did before, "" = nobody did.

    Whoever acts goes on until it has done the last that was left to do, or is out. Then the next of
    its group does that has something left. After an undo, who did what was undone has its turn
    again.
    """
    undone = before is not None and now.view.tip < before.view.tip
    if chosen not in now.turn:
        begun = (one for one in _leaders(now) if undone and _is_midway(now, one))
        return next(begun, "") or _first(now)
    fellows = _find_fellows(now, chosen)
    if before is not None and undone:
        again = (one for one in (chosen, *fellows) if _has_used_otherwise(before, now, one))
        chosen = next(again, chosen)
    if _goes_on(now, chosen) or _has_done_nothing(before, now, chosen):
        return chosen
    able = [one for one in fellows if _goes_on(now, one)]
    fresh = (one for one in able if _is_fresh(now, one))
    return next(fresh, next(iter(able), chosen))


def _is_midway(battle: Battle, creature_id: str) -> bool:
    return not _is_fresh(battle, creature_id) and _goes_on(battle, creature_id)


def _has_done_nothing(before: Battle | None, now: Battle, creature_id: str) -> bool:
    # Whether it is as it was: the GM had picked it with nothing left to do.
    if before is None or not now.runs or not now.up(creature_id):
        return False
    return before.up(creature_id) and not _has_used_otherwise(before, now, creature_id)


def _has_used_otherwise(before: Battle, now: Battle, creature_id: str) -> bool:
    # Whether it, or its mount, had used something else of its turn.
    figure = now.encounter.figure(creature_id)
    if figure is None:
        return False
    return any(_has_spent_otherwise(before, now, one) for one in (creature_id, figure.mount) if one)


def _has_spent_otherwise(before: Battle, now: Battle, creature_id: str) -> bool:
    was = before.encounter.figure(creature_id)
    figure = now.encounter.figure(creature_id)
    return was is not None and figure is not None and was.spent != figure.spent


def _find_fellows(battle: Battle, creature_id: str) -> tuple[str, ...]:
    # The others of its group whose turn it is, from the one after it on.
    being = battle.being(creature_id)
    if not isinstance(being, Foe) or not being.group:
        return ()
    foes = map(battle.encounter.foe, find_group_after(battle, creature_id))
    fellows = (foe.id for foe in foes if foe is not None and foe.group == being.group)
    return tuple(one for one in fellows if one != creature_id)


def find_group_after(battle: Battle, creature_id: str) -> tuple[str, ...]:
    """Return those whose turn it is, without mounts, from the one after a creature on."""
    leaders = _leaders(battle)
    if creature_id not in leaders:
        return leaders
    at = leaders.index(creature_id) + 1
    return leaders[at:] + leaders[:at]


def _first(battle: Battle) -> str:
    # Of those on their feet and on the board the first that has used nothing of its turn.
    leaders = _leaders(battle)
    able = [one for one in leaders if battle.up(one)]
    able = able or [one for one in battle.turn if battle.up(one)] or [*leaders]
    able = [one for one in able if battle.place(one) is not None] or able
    fresh = [one for one in able if _is_fresh(battle, one)]
    return next(iter(fresh or able), "")


def _leaders(battle: Battle) -> tuple[str, ...]:
    # Whose turn it is, but for the dead and ridden mounts; a mount has a turn of its own alone.
    living = tuple(one for one in battle.turn if battle.lives(one))
    ridden = {figure.mount for figure in battle.encounter.figures}
    return tuple(one for one in living if one not in ridden) or living


def have_begun(battle: Battle, creature_ids: tuple[str, ...]) -> bool:
    """Return whether it is the turn of all of these, and each has used something of it."""
    return all(one in battle.turn and not _is_fresh(battle, one) for one in creature_ids)


def _is_fresh(battle: Battle, creature_id: str) -> bool:
    figure = battle.encounter.figure(creature_id)
    return figure is not None and figure.spent == NOTHING_SPENT


def _goes_on(battle: Battle, creature_id: str) -> bool:
    if not battle.runs or not battle.up(creature_id):
        return False
    return has_turn_left(battle.view.state, battle.view.assets, creature_id)


def find_other(actor: Actor, battle: Battle) -> str:
    """Return who under the cursor may act in place of the one that does; "" = nobody."""
    if actor.is_marked or actor.under in actor.who or actor.under not in battle.acting:
        return ""
    return actor.under


# where the cursor goes with them


def find_places(battle: Battle) -> tuple[Square, ...]:
    """Return where those are whose turn it is; before the first turn where the party is."""
    creature_ids = battle.acting
    if not creature_ids and battle.runs and not battle.encounter.round:
        creature_ids = tuple(one for one in battle.on_board if battle.side(one) == "party")
    places = (battle.place(one) for one in creature_ids)
    return tuple(place for place in places if place is not None)


def follow(
    before: Battle | None,
    was: Selection,
    now: Battle,
    selection: Selection,
    cursor: Square,
) -> Square | None:
    """Return where the cursor goes in a newly gathered encounter; None = it stays.

    It goes along when another acts than the one that it was on; and after whom it meant, where that
    creature has left the square and another is still there.
    """
    if before is None:
        return None
    then = find_actor(was, before, cursor)
    if not then.under:
        return None
    actor = find_actor(selection, now, cursor)
    if then.who == (then.under,) and actor.who != then.who:
        return now.place(next(iter(actor.who), ""))
    there = now.under(cursor)
    if there and then.under not in there:
        return now.place(then.under)
    return None


def find_group(selection: Selection, battle: Battle | None, cursor: Square) -> tuple[str, ...]:
    """Return the whole group of who is meant on a square; with none there, whose turn it is.

    On an enemy of several who act together it is they. Of the group of who acts it is those whose
    turn it is, without their mounts. Empty where that means to clear the marks.
    """
    if battle is None:
        return ()
    actor = find_actor(selection, battle, cursor)
    leaders = _leaders(battle)
    acting = tuple(one for one in leaders if battle.up(one)) or leaders
    if not actor.under:
        if actor.is_marked:
            return ()
        return acting
    if len(acting) > 1 and battle.hostile(actor.under, acting):
        return acting
    being = battle.being(actor.under)
    if isinstance(being, Foe):
        foes = battle.encounter.foes
        able = [foe.id for foe in foes if foe.group == being.group and battle.up(foe.id)]
        if actor.under in acting:
            able = [one for one in able if one in acting]
        return (tuple(able) if being.group else ()) or (actor.under,)
    here = (figure.id for figure in battle.encounter.figures)
    return tuple(one for one in here if battle.side(one) == "party" and battle.up(one))
