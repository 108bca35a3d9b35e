"""The party as a file: a table under [[party]] for each member, as in a journey file.

Beside the keys of a journey file a member may have `letter`, `role`, `weight_kg` and `pulls`, and
the figures for a fight of a creature file. Damage and what else happened to a member is not in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, Literal, TypeAlias, get_args

from core.bestiary_schema import SheetTable
from core.creatures import Attack, Sheet, usual_mode
from core.file_schema import read_table
from core.files import FileError, Keys, read_toml
from core.messages import Message, Refusal, exact
from core.play.facts.state import Assets, Counter, Member, State
from core.play.facts.table.commands import Join
from core.play.party.membership import fresh_id, join
from core.rulesets.trees import toml_key, toml_value
from core.travel.journey import MEMBER, read_mover
from core.travel.movers import Bonus, Mover
from core.travel.refused_keys import MEMBER_KEYS
from core.values import Struct, replace

OWN = ("letter", "role", "weight_kg", "pulls", "counters")
SHEET = ("size", *SheetTable.model_fields)
KEYS = (*(key for key in MEMBER if key != "nonlethal"), *OWN, *SHEET)
Role: TypeAlias = Literal["character", "mount", "vehicle"]
ROLES: tuple[Role, ...] = get_args(Role)
WRONG_AT = MEMBER_KEYS | {
    "bad_token": "letter", "token_used": "letter", "no_name": "name", "no_armor_table": "race",
    "no_rider": "rides", "no_mount": "rides", "mount_draws": "rides",
    "no_draft": "pulls", "no_vehicle": "pulls", "mount_ridden": "pulls", "bad_counter": "counters",
}  # fmt: skip
"""The key that a Refusal is about, by its code; for others the member."""


def read_party(text: str, state: State, assets: Assets) -> Join:
    """Return the command by which all of a file join. FileError names the key (party[2].race)."""
    rows = Keys(read_toml(text), ("party",), quoted=True).tables("party", KEYS)
    if not rows:
        raise FileError("party", Message("must hold at least one"), code="missing_key")
    here = {member.name for member in state.members}
    by_name = {}
    for row in rows:
        name = row.word("name")
        if not name.strip():
            raise row.wrong("name", "A member needs a name.")
        if name in here or name in by_name:
            raise row.wrong("name", "{name} is in the party already.", name=name)
        by_name[name] = row
    joined: dict[str, Member] = {}
    for name in by_name:
        _bring(name, by_name, joined, state, assets)
    first, *more = joined.values()
    return Join(first, tuple(more) or None)


def _bring(
    name: str,
    rows: Mapping[str, Keys],
    joined: dict[str, Member],
    state: State,
    assets: Assets,
    above: tuple[str, ...] = (),
) -> None:
    # carriers and vehicles first: nobody rides what is not there
    if name in joined:
        return
    row = rows[name]
    ids = {member.name: member.id for member in state.members}
    carried = {"pulls": "", "rides": ""}
    for key in carried:
        wanted = row.word(key, "")
        if wanted == name or (wanted and wanted not in (*rows, *ids)):
            raise row.wrong(key, "nobody else of the party is called {name}", name=wanted)
        if wanted in above:
            circle = (*above[above.index(wanted) :], name, wanted)
            raise row.wrong(key, "goes round in a circle: {names}", names=circle)
        if wanted in rows:
            _bring(wanted, rows, joined, state, assets, (*above, name))
        carried[key] = ids.get(wanted, "") or (joined[wanted].id if wanted in joined else "")
    before = replace(state, members=(*state.members, *joined.values()))
    member = replace(_member(row), pulls=carried["pulls"], rides=carried["rides"],
                     id=fresh_id(name, before))  # fmt: skip
    try:
        found = join(member, before, assets).member
    except Refusal as wrong:
        at = WRONG_AT.get(wrong.code, "")
        key = f"{row.above}{at}" if at else row.above.rstrip(".")
        raise FileError(key, wrong.message, code=wrong.code) from wrong
    if found.sheet is not None:
        combat = assets.rules.combat
        if found.sheet.size not in combat.sizes:
            raise row.none_of("size", found.sheet.size, combat.sizes)
        for number, trait in enumerate(found.sheet.traits, 1):
            if trait not in combat.conditions:
                raise row.none_of(f"traits[{number}]", trait, combat.conditions)
    joined[name] = found


def _member(row: Keys) -> Member:
    mover = read_mover(row)
    given = any(key in row for key in SHEET)
    if "con_score" in row and "con_mod" in row:
        raise row.wrong("con_mod", "Give con_score or con_mod, not both.")
    return Member(
        "", row.word("name"), row.word("letter", ""),
        role=row.choice("role", ROLES, _usual_role(mover)),
        mover=mover,
        level=row.maybe_whole("level", least=1) or 1,
        con_score=row.maybe_whole("con_score"),
        con_mod=row.maybe_whole("con_mod", least=None),
        hp=row.maybe_whole("hp", least=1),
        weight_kg=row.number_or("weight_kg", Fraction(0)),
        counters=_counters(row),
        sheet=_sheet(row) if given else None,
    )  # fmt: skip


def _sheet(row: Keys) -> Sheet:
    figures = {key: row.table[key] for key in SheetTable.model_fields if key in row}
    return read_table(SheetTable, figures, row.above, quoted=True).sheet(row.word("size", "M"))


def _counters(row: Keys) -> tuple[Counter, ...] | None:
    found = row.table.get("counters", {})
    table = row.inside("counters", found if isinstance(found, dict) else ())
    numbers = {} if table is None else {name: table.whole(name) for name in table.table}
    return tuple(Counter(name, most, most) for name, most in numbers.items()) or None


def _usual_role(mover: Mover) -> Role:
    if mover.mount:
        return "mount"
    return "vehicle" if mover.vehicle or mover.vehicle_class else "character"


def write_party(members: Iterable[Member]) -> str:
    """Return the text of a file from which `read_party` makes the same members.

    Of several with one name the later are numbered.
    """
    names: dict[str, str] = {}
    everybody = tuple(members)
    for member in everybody:
        name, number = member.name, 2
        while name in names.values():
            name, number = f"{member.name} {number}", number + 1
        names[member.id] = name
    tables = (_table(_values(member, names)) for member in everybody)
    return "\n".join(tables)


def _values(member: Member, names: Mapping[str, str]) -> Iterator[tuple[str, Any]]:
    yield "name", names[member.id]
    yield "letter", member.token
    yield "role", None if member.role == _usual_role(member.mover) else member.role
    yield from _changed(member.mover, Mover())
    yield from (("con_score", member.con_score), ("con_mod", member.con_mod), ("hp", member.hp))
    yield "level", None if member.level == 1 else member.level
    yield "weight_kg", member.weight_kg or None
    yield "counters", {one.name: one.most for one in member.counters or ()} or None
    yield from (("rides", names.get(member.rides)), ("pulls", names.get(member.pulls)))
    if member.sheet is not None:
        yield "size", member.sheet.size
        yield from _changed(replace(member.sheet, size="M"), Sheet())


def _changed(value: Struct, plain: Struct) -> Iterator[tuple[str, Any]]:
    for key in plain.__struct_fields__:
        found = getattr(value, key)
        if found != getattr(plain, key):
            yield key, dict(found) if key == "speeds" else found


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
            weapon = "melee" if value.mode == "melee" else "bow"
            written = "" if value.weapon == weapon else value.weapon
            mode = usual_mode(written, value.increment)
            return _text(dict(_changed(value, Attack("", (), weapon=weapon, mode=mode))))
        case Bonus():
            return _text({"type": value.type, "m": value.m})
        case dict():
            pairs = (f"{toml_key(key)} = {_text(one)}" for key, one in value.items())
            return f"{{ {', '.join(pairs)} }}"
    return toml_value(value)
