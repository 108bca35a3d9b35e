"""What players may read is declared on fields; what nobody decided on is hidden from them."""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import dataclass
from fractions import Fraction
from inspect import Parameter, signature
from typing import get_args, get_origin, get_type_hints

from core.calendars import Instant
from core.play.facts.fold import Event, FightEvent, evolve
from core.play.facts.state import State
from core.secrecy import (
    UNDECLARED,
    Hex,
    Involved,
    Mentioned,
    OwnSubject,
    PlayerKnowledge,
    Public,
    Secret,
    Subject,
    Whereabouts,
    Withheld,
    concerned,
    declares,
    disclosures,
    redact,
)
from core.values import Struct
from tests.builders import EVENTS, HARSK, PONY, TAM, party
from tests.each import each

KNOWN = PlayerKnowledge(
    party={"harsk"}, met={"wolf", "lurker"}, hidden={"lurker"}, hexes={"", "0101"}
)


@dataclass(frozen=True, slots=True)
class Ambushed:
    who: Subject[str]
    by: Involved[tuple[str, ...]]
    cause: Mentioned[str] = ""
    plot: Secret[str] = ""
    hexes: Hex[tuple[str, ...]] = ()
    undecided: int = 7


@dataclass(frozen=True, slots=True)
class Boasted:
    name: str
    plot: str = ""


@dataclass(frozen=True, slots=True)
class Promise:
    said: Public[str]
    due: Instant


@dataclass(frozen=True, slots=True)
class Hoard:
    at: Whereabouts[str]
    taken: Public[tuple[Ambushed, ...]] = ()


@dataclass(frozen=True, slots=True)
class Plot:
    text: Withheld[str]
    reward: Public[int] = 0


@dataclass(frozen=True, slots=True)
class Wound:
    who: OwnSubject[str]
    points: Public[int]


def kinds() -> Iterator[type]:
    """All classes of the story that players are shown something of: events, state, their parts."""
    waiting: list[object] = [State, *get_args(Event)]
    found: set[type] = set()
    while waiting:
        hint = waiting.pop()
        parts: list[object] = list(get_args(hint))
        if isinstance(hint, type) and hint not in found and hint.__module__.startswith("core.play"):
            found.add(hint)
            yield hint
            secret = get_args(Secret[str])[1]
            for name, shown in get_type_hints(hint, include_extras=True).items():
                declared = disclosures(hint).get(name)
                if declared is None or declared.rule is not secret.rule:
                    parts.append(shown)
        waiting += parts


@each("kind", sorted(kinds(), key=lambda kind: f"{kind.__module__}.{kind}"))
def test_players_may_read_a_field_or_not_but_somebody_decided(kind: type) -> None:
    """Given a class of the story, then each field says who reads it (`core/secrecy.py`)."""
    assert declares(kind), f"{kind.__name__}: declare on its fields what players may read"
    for name, found in disclosures(kind).items():
        assert found is not UNDECLARED, f"{kind.__name__}.{name}: Public, Secret, Subject ...?"
        bare = signature(kind).parameters[name].default is Parameter.empty
        if bare and found.rule is None and not found.vital:
            hint = get_type_hints(kind)[name]
            lost = f"{kind.__name__}.{name}: a default for players, or the whole is hidden"
            assert (get_origin(hint) or hint) in (str, int, bool, Fraction, tuple), lost


class Everything(Set[str]):
    """Whatever one asks for is in it."""

    def __contains__(self, one: object) -> bool:
        return True

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


ALL = Everything()
WELL_INFORMED = PlayerKnowledge(party=ALL, met=ALL, hexes=ALL, begun=ALL)
"""Players to whom nothing is hidden but what is secret by its field."""
TOLD_AND_KEPT = {
    "HexesMarked.hexes": "that a hex is not known any more is not told, its mark has nothing else",
    "MemberLeft.who": "the ids that may not be used again are no business of the players",
}
"""Fields of events that players read otherwise than where the state keeps them, and why."""


def values_in(whole: object, field: str = "") -> Iterator[tuple[int, str]]:
    """The values of the fields in a whole by identity, flags and whole numbers apart."""
    if isinstance(whole, tuple):
        for item in whole:
            yield from values_in(item, field)
    elif isinstance(whole, Struct) and not isinstance(whole, Instant):
        for name in whole.__struct_fields__:
            yield from values_in(getattr(whole, name), f"{type(whole).__name__}.{name}")
    elif not isinstance(whole, int | None):
        yield id(whole), field


@each("event", [e for e in EVENTS if not isinstance(e, FightEvent)])
def test_players_read_in_an_event_what_they_read_in_the_state_that_it_sets(event: Event) -> None:
    """Given a new value, then it is secret in both, or in neither."""
    # given
    before = party(HARSK, TAM, PONY)
    after = evolve(before, event)
    new = dict(values_in(event))
    kept = (new.keys() & dict(values_in(after)).keys()) - dict(values_in(before)).keys()
    # when
    told = dict(values_in(redact(event, WELL_INFORMED))).keys() & kept
    seen = dict(values_in(redact(after, WELL_INFORMED))).keys() & kept
    # then
    assert {new[value] for value in told ^ seen} <= TOLD_AND_KEPT.keys()


def test_an_event_that_nobody_decided_on_declares_nothing() -> None:
    assert not declares(Boasted)
    assert disclosures(Boasted) == {}


def test_a_field_that_nobody_decided_on_is_left_out() -> None:
    """Given a field without a declaration, then players see its default, or nothing at all."""
    assert redact(Ambushed("harsk", (), undecided=9), KNOWN) == Ambushed("harsk", ())
    assert redact(Promise("a", Instant(0, Fraction(8))), KNOWN) is None


def test_who_is_hidden_or_unheard_of_is_left_out_and_a_subject_takes_all_with_it() -> None:
    whole = Ambushed("wolf", ("harsk", "lurker", "stranger"), "lurker", "a plot", ("0101", "0202"))
    assert redact(whole, KNOWN) == Ambushed("wolf", ("harsk",), hexes=("0101",))
    assert redact(Ambushed("lurker", ("harsk",)), KNOWN) is None
    assert redact(Ambushed("stranger", ()), KNOWN) is None


def test_what_own_creatures_do_is_told_though_they_are_hidden() -> None:
    unseen = PlayerKnowledge(party={"harsk"}, hidden={"harsk"})
    assert redact(Ambushed("harsk", ("harsk",), "harsk"), unseen) == Ambushed("harsk", ("harsk",))


def test_values_are_read_by_their_own_fields_wherever_they_are() -> None:
    seen = Ambushed("wolf", (), plot="a plot")
    unseen = Ambushed("lurker", ())
    assert redact(Hoard("0101", (seen, unseen)), KNOWN) == Hoard("0101", (Ambushed("wolf", ()),))
    assert redact(Hoard("0202", (seen,)), KNOWN) is None


def test_what_is_withheld_hides_the_whole() -> None:
    assert redact(Plot("a plot", 3), KNOWN) is None


def test_only_of_the_party_everything_is_told() -> None:
    assert redact(Wound("harsk", 3), KNOWN) == Wound("harsk", 3)
    assert redact(Wound("wolf", 3), KNOWN) is None


def test_a_value_is_about_its_subjects_and_who_is_involved_in_their_order() -> None:
    whole = Ambushed("wolf", ("harsk>tam", "lurker"), "stranger")
    assert list(concerned(whole, {})) == ["wolf", "harsk", "tam", "lurker"]
    assert list(concerned(Hoard("0101", (whole,)), {})) == []
