"""Statistics of a campaign or a part of it: days of travel, fights, dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction

from core.calendars import Calendar
from core.play.facts.table.events import NOBODY
from core.play.history.entry_facts import DamageDealt, DayTotal
from core.play.history.luck import DiceTally, ledger, ledgers
from core.values import Struct, replace
from saves.history.history import History
from saves.history.index.index import follow, read, stretches, summed, together
from saves.history.navigation import facts_of
from saves.store.journal import NEWEST

NONE = Fraction(0)
OTHERS = ">"
"""All creatures but the members, in the place of an id."""


class PlayerLuck(Struct):
    """A player character, with the dice that its player rolled."""

    name: str
    tally: DiceTally


class DamageShare(Struct):
    """The points of damage that somebody dealt and took."""

    name: str
    dealt: int = 0
    taken: int = 0


class DamageLedger(Struct):
    """Who dealt and who took damage.

    `members` are those of the party, who dealt most first; `others` all other creatures together.
    `nobody` is what nobody dealt (falls, marches), `unknown` what entries of before do not say.
    """

    members: tuple[DamageShare, ...] = ()
    others: DamageShare = DamageShare("")
    nobody: int = 0
    unknown: int = 0


class Statistics(Struct):
    """The numbers of a part of the story.

    `days` are those on which anything happened, in order, by the `calendar`. `damage` is who dealt
    and who took it; None: that is not for those who look on. `luck` has the
    player characters with typed dice, in the order of their first roll; `table` are all other
    typed dice (foes, mounts, encounter checks), `program` all dice that the program rolled.
    `damaged_from` is the first entry of the part that cannot be read, None if all can be: it and
    all after it are not counted.
    """

    calendar: Calendar
    days: tuple[DayTotal, ...]
    luck: tuple[PlayerLuck, ...]
    table: DiceTally
    program: DiceTally
    damaged_from: int | None = None
    damage: DamageLedger | None = DamageLedger()

    def for_players(self) -> Statistics:
        """Return what players may know of it: not how much those took whom they do not see."""
        return replace(self, damage=None)

    @property
    def km(self) -> Fraction:
        """Kilometres travelled."""
        return sum((day.km for day in self.days), NONE)

    @property
    def forced(self) -> Fraction:
        """Hours of forced march."""
        return sum((day.forced for day in self.days), NONE)


def statistics(history: History, low: int = 1, high: int | None = None) -> Statistics:
    """The numbers of the story's entries `low` to `high` (None: the last), without undone ones.

    Of a damaged journal only the entries before the damage are counted. Raises UnreadableText.
    """
    end = NEWEST if high is None else high
    blocks = read(history, lambda db: stretches(db, low, end))
    if blocks is None:
        campaign_sums = summed(facts_of(history, low, end))
    else:
        first, last, sums = blocks
        before = facts_of(history, low, first - 1)
        after = facts_of(history, last + 1, end)
        campaign_sums = together((summed(before), sums, summed(after)))
    now = history.states.moment(history.tip).state
    names: dict[str, str] = {}
    for creature_id, seq in campaign_sums.last.items():
        member = now.member(creature_id)
        if member is None and creature_id in now.departed:  # looked up at the last roll
            member = history.states.moment(seq).state.member(creature_id)
        if member is not None and member.role == "character":
            names[creature_id] = member.name
    typed = Counter({roll: n for roll, n in campaign_sums.thrown if roll.how == "typed"})
    theirs = Counter({roll: n for roll, n in typed.items() if roll.who in names})
    rolled = Counter({roll: n for roll, n in campaign_sums.thrown if roll.how == "rolled"})
    return Statistics(
        calendar=now.calendar,
        days=campaign_sums.days,
        luck=tuple(PlayerLuck(names[one.who], one) for one in ledgers(theirs)),
        table=ledger("", typed - theirs),
        program=ledger("", rolled),
        damaged_from=_first_unreadable(history, end),
        damage=add_shares(campaign_sums.damage, {member.id: member.name for member in now.members}),
    )


def add_shares(parts: Iterable[DamageDealt], names: Mapping[str, str]) -> DamageLedger:
    """Return who dealt and who took how much; `names` are those of the members, by id."""
    dealt: Counter[str | None] = Counter()
    taken: Counter[str] = Counter()
    for part in parts:
        dealer = part.by
        if dealer and dealer not in names:
            dealer = OTHERS
        dealt[dealer] += part.points
        taken[part.who if part.who in names else OTHERS] += part.points
    members = [
        DamageShare(name, dealt[creature_id], taken[creature_id])
        for creature_id, name in names.items()
        if dealt[creature_id] or taken[creature_id]
    ]
    members.sort(key=lambda share: share.dealt, reverse=True)
    others = DamageShare("", dealt[OTHERS], taken[OTHERS])
    return DamageLedger(tuple(members), others, dealt[NOBODY], dealt[None])


def _first_unreadable(history: History, high: int) -> int | None:
    indexed = follow(history).done
    last = min(high, history.head)
    if indexed < last:
        return indexed + 1
    return None
