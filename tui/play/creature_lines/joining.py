"""Those whom a line adds to the party, and the one command by which they join."""

from __future__ import annotations

from collections.abc import Sequence

from core.messages import Message
from core.play.facts.state import Member, State
from core.play.facts.table.commands import Join, Mounting
from core.play.party.membership import fresh_member_id, join
from core.play.union import Assets
from core.values import Struct, replace


class Hero(Struct):
    """The member of a line, behind the mount or before the animals that it brings, if any.

    `taken` is what was not written, in words, `unused` the figures that are not kept, and `line`
    what was typed. `rider` is the id of the hero who is here already and rides it ("" = nobody).
    """

    members: tuple[Member, ...]
    taken: tuple[Message, ...] = ()
    unused: tuple[str | Message, ...] = ()
    line: str = ""
    rider: str = ""

    @property
    def member(self) -> Member:
        """The member itself; of a wagon and its animals the wagon."""
        not_pulling = (one for one in reversed(self.members) if not one.pulls)
        return next(not_pulling, self.members[-1])

    def changing(self, member: Member) -> Hero:
        """Return it with another value of its member."""
        before = self.member
        members = tuple(member if one is before else one for one in self.members)
        return replace(self, members=members)

    def joining(self, state: State) -> State:
        """Return the state with its members, and with the rider who was here mounted."""
        here = (self._mounted(member) for member in state.members)
        return replace(state, members=(*here, *self.members))

    def _mounted(self, member: Member) -> Member:
        if member.id == self.rider:
            return replace(member, rides=self.member.id)
        return member


def join_heroes(heroes: Sequence[Hero]) -> Join:
    """Return the one command by which all of them join, mounts before their riders."""
    first, *more = (member for hero in heroes for member in hero.members)
    riders = tuple(Mounting(hero.rider, hero.member.id) for hero in heroes if hero.rider)
    return Join(first, tuple(more) or None, riders=riders or None)


def join_member(member: Member, state: State, assets: Assets) -> Member:
    """Return a member of a line as it joins, with an id of its own. Refusals of `join`."""
    named = replace(member, id=fresh_member_id(member.name, state))
    return join(named, state, assets).member
