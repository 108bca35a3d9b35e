"""Secrecy: which fields players may read and whom a value is about, declared on the fields.

`by: Subject[str]` declares both; `redact` and `concerned` read it. A field without a declaration
is secret, and a value without any is shown only where a public field holds it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Set
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from inspect import Parameter, signature
from operator import is_
from typing import Annotated, Any, TypeAlias, TypeVar, cast, get_args, get_type_hints

from core.values import Struct, replace

T = TypeVar("T")
Turns: TypeAlias = Mapping[str, tuple[str, ...]]
"""The creatures that act in each slot of an order of initiative."""


MOST_SEEN = 10_000
"""The most values that are kept as they were redacted."""


@dataclass(slots=True)
class PlayerKnowledge:
    """The players' knowledge at a moment.

    They know all figures of the `party`, the visible ones of the other creatures they have heard
    of (`met`), and none of the `hidden`, members of the party included. `hexes` are those they
    know, `begun` the encounters that are or were played, `turns` those of the one being played.
    Of the hidden they notice the strikes of those that are `invisible`, but not hidden by the GM.
    With `seen` it keeps each value as it was redacted, by its id, and must not change any more.
    """

    party: Set[str] = frozenset()
    met: Set[str] = frozenset()
    hidden: Set[str] = frozenset()
    invisible: Set[str] = frozenset()
    hexes: Set[str] = frozenset({""})
    begun: Set[str] = frozenset()
    turns: Turns = field(default_factory=dict)
    seen: dict[int, tuple[object, object]] | None = None

    def of_party(self, who: str) -> bool:
        """Whether this is a member of the party ("" = nobody, which is not secret)."""
        return not who or who in self.party

    def sees(self, creature_id: str) -> bool:
        """Whether this creature can be seen; for "a>b", both."""
        return all(
            not one or (one not in self.hidden and (one in self.party or one in self.met))
            for one in creature_id.split(">")
        )

    def hears_of(self, who: str) -> bool:
        """Whether players learn of this creature's acts: their own never act in secret."""
        return self.of_party(who) or self.sees(who)

    def slot(self, key: str, creature_ids: tuple[str, ...]) -> str | None:
        """Return the slot's key without naming a hidden creature; None when all are hidden."""
        if not any(map(self.hears_of, creature_ids)):
            return None
        if key not in self.hidden:
            return key
        return next(filter(self.sees, creature_ids), "")

    def turn(self, key: str) -> str | None:
        """Return the slot's key as `slot`; where some of it are hidden, the first who is not.

        The key of a whole slot would name them all in words about its turn.
        """
        creature_ids = self.turns.get(key, (key,))
        found = self.slot(key, creature_ids)
        if found is None or self.hidden.isdisjoint(creature_ids):
            return found
        return next(filter(self.sees, creature_ids), "")


Rule: TypeAlias = Callable[[Any, Any, PlayerKnowledge], object]
"""The value players read, given the field's value, the whole and their knowledge; or UNSEEN."""
UNSEEN = object()
About: TypeAlias = Callable[[str, Turns], tuple[str, ...]]
"""The ids of the creatures that a text names."""


class Disclosure(Struct):
    """A field's secrecy: players read what its `rule` returns, or nothing (None).

    When a `vital` field is unseen, so is the whole value; when any other is, so are the fields
    that go `along` with it. `about` gives the ids of the creatures that a text of the field
    names; None = it names none.
    """

    rule: Rule | None = None
    vital: bool = False
    about: About | None = None
    along: str = ""


def texts(read: Callable[[PlayerKnowledge, str], str | None]) -> Rule:
    """Return a rule for each text by itself (None = unseen) and other values by their fields."""

    def rule(value: object, whole: object, known: PlayerKnowledge) -> object:
        if isinstance(value, str):
            text = read(known, value)
            if text is None:
                return UNSEEN
            return text
        if isinstance(value, tuple):
            seen = [rule(each, whole, known) for each in value]
            if all(map(is_, seen, value)):
                return value  # as most are: then nothing has to be compared
            return tuple([each for each in seen if each is not UNSEEN])
        return _redact(value, known)

    return rule


def where(test: Callable[[PlayerKnowledge, str], bool]) -> Rule:
    """Return a rule that leaves out each text that fails the test."""
    return texts(lambda known, text: text if test(known, text) else None)


def unless(value: object, *, vital: bool = True) -> Disclosure:
    """Return a secrecy that hides this value, and with it (if `vital`) the whole."""
    return Disclosure(lambda found, _, __: UNSEEN if found == value else found, vital)


def own(*names: str) -> Disclosure:
    """Return a secrecy that shows the field when the creatures in `names` are of the party."""
    return Disclosure(
        lambda value, whole, known: (
            value if all(known.of_party(getattr(whole, name)) for name in names) else UNSEEN
        )
    )


def _names(text: str, turns: Turns) -> tuple[str, ...]:
    return tuple(text.split(">"))


def _acting(text: str, turns: Turns) -> tuple[str, ...]:
    return turns.get(text, ())


public = texts(lambda known, text: text)
"""A rule that shows all texts, and other values by their fields."""
_HEARD = where(PlayerKnowledge.hears_of)
_SEEN = where(PlayerKnowledge.sees)
_KNOWN = where(lambda known, hex: hex in known.hexes)
_TURN = texts(PlayerKnowledge.turn)

Public: TypeAlias = Annotated[T, Disclosure(public)]
"""Players read it."""
Secret: TypeAlias = Annotated[T, Disclosure()]
"""The GM alone reads it; players are shown the default, or an empty value."""
Withheld: TypeAlias = Annotated[T, Disclosure(vital=True)]
"""The GM alone reads it, and the whole that it is a field of."""
Subject: TypeAlias = Annotated[T, Disclosure(_HEARD, vital=True, about=_names)]
"""Creatures that act or suffer; where players do not hear of them, the whole is hidden."""
Involved: TypeAlias = Annotated[T, Disclosure(_HEARD, about=_names)]
"""Further creatures concerned, left out where players do not hear of them."""
OwnSubject: TypeAlias = Annotated[
    T, Disclosure(where(PlayerKnowledge.of_party), vital=True, about=_names)
]
"""The creature concerned; players see the whole only when it is of the party."""
Placed: TypeAlias = Annotated[T, Disclosure(_SEEN, vital=True, about=_names)]
"""A creature on a board; where it is hidden, so is the whole, even for the party's own."""
Target: TypeAlias = Annotated[T, Disclosure(_SEEN, vital=True)]
"""A target; where it is hidden, so is the whole."""
Mentioned: TypeAlias = Annotated[T, Disclosure(_SEEN)]
"""Creatures that are named as well, left out where they are hidden."""
Turn: TypeAlias = Annotated[T, Disclosure(_TURN, vital=True, about=_acting)]
"""The key of a slot whose turn it is."""
Slots: TypeAlias = Annotated[T, Disclosure(_TURN)]
"""Keys of slots, of which those of hidden creatures are left out."""
Hex: TypeAlias = Annotated[T, Disclosure(_KNOWN)]
"""Hexes, left out where players do not know them."""
Whereabouts: TypeAlias = Annotated[T, Disclosure(_KNOWN, vital=True)]
"""The hex where something is: where players do not know it, nothing of the whole is seen."""
Begun: TypeAlias = Annotated[
    T, Disclosure(where(lambda known, encounter: encounter in known.begun), vital=True)
]
"""The encounter concerned; players see the whole once it is first played."""


UNDECLARED = Disclosure()
"""The secrecy of a field that declares none: players do not see it."""


@cache
def disclosures(kind: type) -> Mapping[str, Disclosure]:
    """Return each field's declaration, UNDECLARED where there is none; {} when no field has one."""
    if kind.__module__ == "builtins" or not hasattr(kind, "__match_args__"):
        return {}
    hints = get_type_hints(kind, include_extras=True)
    by_field = {}
    for name in signature(kind).parameters:
        marks = [mark for mark in get_args(hints[name])[1:] if isinstance(mark, Disclosure)]
        by_field[name] = marks[0] if marks else UNDECLARED
    if any(mark is not UNDECLARED for mark in by_field.values()):
        return by_field
    return {}


def declares(kind: type) -> bool:
    """Whether a class declares its secrecy: on its fields, or as `public` when it has none."""
    return bool(disclosures(kind)) or getattr(kind, "public", False) is True


Screened: TypeAlias = tuple[tuple[str, Disclosure, object], ...]


@cache
def _screened(kind: type) -> Screened:
    # The fields that players may see changed, with their defaults; those `along` another last.
    kind = getattr(kind, "stands_for", kind)  # what is read on request declares nothing itself
    hints = get_type_hints(kind, include_extras=True) if disclosures(kind) else {}
    hidden_fields = [
        (name, mark, signature(kind).parameters[name].default)
        for name, mark in disclosures(kind).items()
        if mark.rule is not public or any(map(_screened, _classes(hints[name])))
    ]
    return tuple(sorted(hidden_fields, key=lambda each: bool(each[1].along)))


def _classes(hint: object) -> Iterator[type]:
    if isinstance(hint, type):
        yield hint
    for part in get_args(hint):
        yield from _classes(part)


def redact(value: T, known: PlayerKnowledge) -> T | None:
    """Return the value as players with this knowledge see it; None when they do not."""
    seen = _redact(value, known)
    if seen is UNSEEN:
        return None
    return cast("T", seen)


def _redact(value: object, known: PlayerKnowledge) -> object:
    kind: type = type(value)
    screened = _screened(kind)
    if not screened:
        return value
    if known.seen is None:
        return _screen(value, screened, known)
    kept = known.seen.get(id(value))
    if kept is None:
        if len(known.seen) >= MOST_SEEN:
            known.seen.clear()
        kept = known.seen[id(value)] = (value, _screen(value, screened, known))
    return kept[1]


def _screen(value: object, screened: Screened, known: PlayerKnowledge) -> object:
    lost = set()
    changes = {}
    for name, mark, default in screened:
        if mark.along and mark.along not in lost:
            continue
        old = getattr(value, name)
        if mark.rule is None:
            new = UNSEEN
        else:
            new = mark.rule(old, value, known)
        if mark.vital and (new is UNSEEN or new == () != old):
            return UNSEEN
        if new is UNSEEN:
            lost.add(name)
            new = _blank(old, default)
            if new is UNSEEN:
                return UNSEEN
        if new is not old and new != old:
            changes[name] = new
    if changes:
        return replace(cast(Any, value), **changes)
    return value


def _blank(value: object, default: object) -> object:
    if default is not Parameter.empty:
        return default
    if isinstance(value, (str, int, Fraction, tuple)):
        return type(value)()
    return UNSEEN


def concerned(value: object, turns: Turns) -> Iterator[str]:
    """Yield the ids of the creatures a value is about, "" included; `turns` of its encounter."""
    kind: type = type(value)
    for name, about in _abouts(kind):
        found = getattr(value, name)
        yield from (
            about(found, turns) if isinstance(found, str) else _concerned(found, about, turns)
        )


@cache
def _abouts(kind: type) -> tuple[tuple[str, About], ...]:
    marks = disclosures(kind).items()
    return tuple((name, mark.about) for name, mark in marks if mark.about is not None)


def _concerned(value: object, about: About, turns: Turns) -> Iterator[str]:
    if isinstance(value, str):
        yield from about(value, turns)
    elif isinstance(value, tuple):
        for each in value:
            yield from _concerned(each, about, turns)
    else:
        yield from concerned(value, turns)
