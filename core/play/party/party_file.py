"""The party as a file: a table under [[party]] for each member, as in a journey file.

Beside the keys of a journey file a member may have `letter`, `role`, `weight_kg` and `pulls`, and
the figures for a fight of a creature file. Damage and what else happened to a member is not in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from core.creatures import Attack, Sheet
from core.effects.effect import Effect
from core.file_schema import check_row, read_file
from core.files import FileError
from core.messages import Message, Refusal, exact
from core.play.facts.encounter import Lasting
from core.play.facts.state import Assets, Member, State
from core.play.facts.table.commands import Join
from core.play.fight.turns.listed_conditions import ListedConditions
from core.play.party.membership import fresh_member_id, join, usual_role
from core.rulesets.combat_schema import Combat
from core.rulesets.creature_words import spell_sheet, take_usual_init, weapons_of
from core.rulesets.trees import toml_key, toml_value
from core.travel.movers import Bonus, Mover
from core.travel.refused_keys import MEMBER_KEYS
from core.values import Struct, replace

if TYPE_CHECKING:
    from core.play.party.party_schema import PartyMember

WRONG_AT = MEMBER_KEYS | {
    "bad_token": "letter",
    "token_used": "letter",
    "no_name": "name",
    "no_armor_table": "race",
    "no_rider": "rides",
    "no_mount": "rides",
    "mount_draws": "rides",
    "no_draft": "pulls",
    "no_vehicle": "pulls",
    "mount_ridden": "pulls",
    "bad_counter": "counters",
}
"""The key that a Refusal is about, by its code; for others the member."""


NO_EFFECTS: Mapping[str, Effect] = {}


class _MemberRow(NamedTuple):
    """A member as written, and the path to its table ("party[2]")."""

    place: str
    table: PartyMember

    def wrong(self, key: str, message: Message) -> FileError:
        """Return the error about one of its keys."""
        return FileError(f"{self.place}.{key}", message)


def read_party(
    text: str, state: State, assets: Assets, library: Mapping[str, Effect] = NO_EFFECTS
) -> Join:
    """Return the command by which all of a file join. FileError names the key (party[2].race).

    `library` are the effects with figures that a member may have, by name.
    """
    from core.play.party.party_schema import PartyTables  # loaded with the first file

    tables = read_file(PartyTables, text, quoted=True)
    here = {member.name for member in state.members}
    rows = {}
    for number, table in enumerate(tables.party, start=1):
        row = _MemberRow(f"party[{number}]", table)
        if table.name in here:
            message = Message("{name} is in the party already.", name=table.name)
            raise row.wrong("name", message)
        rows[table.name] = row
    listed = ListedConditions(assets.rules.combat, library, state.effects)
    gathering = _Gathering(rows, state, assets, listed)
    for name in rows:
        gathering.bring(name)
    first, *more = gathering.joined
    return Join(first, tuple(more) or None, tuple(listed.learned) or None)


class _Gathering:
    """The members of a file as they join, one after the other."""

    def __init__(
        self,
        rows: Mapping[str, _MemberRow],
        state: State,
        assets: Assets,
        listed: ListedConditions,
    ) -> None:
        self.joined: list[Member] = []
        self._listed = listed
        self._rows = rows
        self._state = state
        self._assets = assets
        self._ids = {member.name: member.id for member in state.members}

    def bring(self, name: str, above: tuple[str, ...] = ()) -> None:
        """Let a member of the file join; carriers and vehicles first, as nobody rides without.

        `above` are those who wait for it. Raises FileError.
        """
        if name in self._ids:
            return
        row = self._rows[name]
        carried = {"pulls": row.table.pulls, "rides": row.table.rides}
        for key, wanted in carried.items():
            is_known = wanted in self._rows or wanted in self._ids
            if wanted == name or (wanted and not is_known):
                message = Message("nobody else of the party is called {name}", name=wanted)
                raise row.wrong(key, message)
            if wanted in above:
                circle = (*above[above.index(wanted) :], name, wanted)
                raise row.wrong(key, Message("goes round in a circle: {names}", names=circle))
            if wanted in self._rows:
                self.bring(wanted, (*above, name))
            carried[key] = self._ids.get(wanted, "")
        rules = self._assets.rules
        written = row.table.member(weapons_of(rules))
        if written.sheet is not None:
            sheet = spell_sheet(written.sheet, rules.combat)
            if row.table.init is None:
                sheet = take_usual_init(sheet, rules.combat.turn)
            written = replace(written, sheet=sheet)
        member = replace(
            written,
            pulls=carried["pulls"],
            rides=carried["rides"],
            id=fresh_member_id(name, self._state),
            lasting=self._lasting(row),
        )
        try:
            joined_member = join(member, self._state, self._assets).member
        except Refusal as wrong:
            at = WRONG_AT.get(wrong.code, "")
            key = f"{row.place}.{at}" if at else row.place
            raise FileError(key, wrong.message, code=wrong.code) from wrong
        if joined_member.sheet is not None:
            _check_rows(row, joined_member.sheet, rules.combat)
        self.joined.append(joined_member)
        self._state = replace(self._state, members=(*self._state.members, joined_member))
        self._ids[name] = joined_member.id

    def _lasting(self, row: _MemberRow) -> tuple[Lasting, ...]:
        found: list[Lasting] = []
        for number, text in enumerate(row.table.effects, start=1):
            try:
                found += self._listed.from_now((text,), self._state.clock)
            except Refusal as wrong:
                raise row.wrong(f"effects[{number}]", wrong.message) from wrong
        return tuple(found)


def _check_rows(row: _MemberRow, sheet: Sheet, combat: Combat) -> None:
    check_row(f"{row.place}.size", sheet.size, combat.sizes)
    for number, trait in enumerate(sheet.traits, start=1):
        check_row(f"{row.place}.traits[{number}]", trait, combat.conditions)


def write_party(members: Iterable[Member]) -> str:
    """Return the text of a file from which `read_party` makes the same members.

    Of several with one name the later are numbered.
    """
    names: dict[str, str] = {}
    everybody = tuple(members)
    for member in everybody:
        name = member.name
        number = 2
        while name in names.values():
            name = f"{member.name} {number}"
            number += 1
        names[member.id] = name
    tables = (_table(_values(member, names)) for member in everybody)
    return "\n".join(tables)


def _values(member: Member, names: Mapping[str, str]) -> Iterator[tuple[str, Any]]:
    yield "name", names[member.id]
    yield "letter", member.token
    yield "role", None if member.role == usual_role(member.mover) else member.role
    yield from _find_changes(member.mover, Mover())
    yield from (("con_score", member.con_score), ("con_mod", member.con_mod), ("hp", member.hp))
    yield "level", None if member.level == 1 else member.level
    yield "weight_kg", member.weight_kg or None
    yield "counters", {one.name: one.most for one in member.counters or ()} or None
    yield from (("rides", names.get(member.rides)), ("pulls", names.get(member.pulls)))
    if member.sheet is not None:
        yield from (("size", member.sheet.size), ("init", member.sheet.init))
        yield from _find_changes(replace(member.sheet, size="M", init=0), Sheet())


def _find_changes(value: Struct, plain: Struct) -> Iterator[tuple[str, Any]]:
    for key in plain.__struct_fields__:
        found = getattr(value, key)
        if found != getattr(plain, key):
            yield key, dict(found) if key in ("speeds", "scores") else found


def _table(values: Iterable[tuple[str, Any]]) -> str:
    lines = (f"{key} = {_text(value)}" for key, value in values if value not in (None, ""))
    return "[[party]]\n" + "\n".join(lines) + "\n"


def _text(value: object) -> str:
    match value:
        case Fraction() if "/" not in exact(value):
            return exact(value)
        case tuple() if value and isinstance(value[0], Attack | Bonus):
            return f"[\n{''.join(f'  {_text(one)},{chr(10)}' for one in value)}]"
        case Attack():
            # how it is made is always written: another ruleset may know another weapon by the name
            written = {"name": value.name, "bonuses": value.bonuses, "mode": value.mode}
            if value.mode != "melee" or value.weapon != "melee":
                written["weapon"] = value.weapon
            return _text(written | dict(_find_changes(value, Attack("", ()))))
        case Bonus():
            return _text({"type": value.type, "m": value.m})
        case dict():
            pairs = (f"{toml_key(key)} = {_text(one)}" for key, one in value.items())
            return f"{{ {', '.join(pairs)} }}"
    return toml_value(value)
