"""What players may read, and whom a value is about, declared on its fields.

`by: Subject[str]` declares both; `redact` and `concerned` read it. A field without a declaration
is secret, and a value without any is shown only where a public field holds it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Set
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from inspect import Parameter, signature
from typing import Annotated, Any, Final, TypeAlias, TypeVar, cast, get_args, get_type_hints

from core.values import Struct, replace

T = TypeVar("T")
Turns: TypeAlias = Mapping[str, tuple[str, ...]]
"""Who acts in each slot of an order of initiative."""


@dataclass(slots=True)
class PlayerKnowledge:
    """What the players know at a moment.

    Of the `party` they know all figures; of the other creatures that they have heard of (`met`)
    what can be seen, of the `hidden` nothing, members of the party included. `hexes` are those
    they know, `begun` the encounters that are played or were, `turns` those of the one played.
    """

    party: Set[str] = frozenset()
    met: Set[str] = frozenset()
    hidden: Set[str] = frozenset()
    hexes: Set[str] = frozenset({""})
    begun: Set[str] = frozenset()
    turns: Turns = field(default_factory=dict)

    def of_party(self, who: str) -> bool:
        """Whether this is a member of the party ("" = nobody, which is no secret)."""
        return not who or who in self.party

    def sees(self, who: str) -> bool:
        """Whether this creature can be seen; of "a>b" both."""
        return all(
            not one or (one not in self.hidden and (one in self.party or one in self.met))
            for one in who.split(">")
        )

    def hears_of(self, who: str) -> bool:
        """Whether players are told what this creature does: their own do nothing in secret."""
        return self.of_party(who) or self.sees(who)

    def slot(self, key: str, who: tuple[str, ...]) -> str | None:
        """The key of the slot of these creatures, not naming a hidden one; None = all are."""
        if not any(map(self.hears_of, who)):
            return None
        return key if key not in self.hidden else next(filter(self.sees, who), "")


Rule: TypeAlias = Callable[[Any, Any, PlayerKnowledge], object]
"""What players read of a field, given its value, the whole and what they know; or UNSEEN."""
UNSEEN: Final = object()
About: TypeAlias = Callable[[str, Turns], tuple[str, ...]]
"""The ids of the creatures that a text names."""


class Disclosure(Struct):
    """Who may read a field: players what its `rule` says, or nothing (None).

    Where a `vital` field is unseen, players see nothing of the whole; where another is, neither
    the fields that go `along` with it. `about` gives the ids of the creatures that a text of the
    field names; None = of no interest.
    """

    rule: Rule | None = None
    vital: bool = False
    about: About | None = None
    along: str = ""


def texts(read: Callable[[PlayerKnowledge, str], str | None]) -> Rule:
    """A rule that reads each text by itself (None = unseen), and other values by their fields."""

    def rule(value: object, whole: object, known: PlayerKnowledge) -> object:
        if isinstance(value, str):
            found = read(known, value)
            return UNSEEN if found is None else found
        if isinstance(value, tuple):
            seen = (rule(each, whole, known) for each in value)
            return tuple(each for each in seen if each is not UNSEEN)
        return _redact(value, known)

    return rule


def where(test: Callable[[PlayerKnowledge, str], bool]) -> Rule:
    """A rule that leaves out each text that fails the test."""
    return texts(lambda known, text: text if test(known, text) else None)


def unless(value: object, *, vital: bool = True) -> Disclosure:
    """Seen unless it is this value; where it is, nothing of the whole is (if `vital`)."""
    return Disclosure(lambda found, _, __: UNSEEN if found == value else found, vital)


def own(*names: str) -> Disclosure:
    """Seen when the creatures in the fields `names` are of the party."""
    return Disclosure(
        lambda value, whole, known: (
            value if all(known.of_party(getattr(whole, name)) for name in names) else UNSEEN
        )
    )


def _names(text: str, turns: Turns) -> tuple[str, ...]:
    return tuple(text.split(">"))


def _acting(text: str, turns: Turns) -> tuple[str, ...]:
    return turns.get(text, ())


public: Final = texts(lambda known, text: text)
"""A rule that shows all texts, and other values by their fields."""
_HEARD = where(PlayerKnowledge.hears_of)
_SEEN = where(PlayerKnowledge.sees)
_KNOWN = where(lambda known, hex: hex in known.hexes)
_TURN = texts(lambda known, key: known.slot(key, known.turns.get(key, (key,))))

Public: TypeAlias = Annotated[T, Disclosure(public)]
"""Players read it."""
Secret: TypeAlias = Annotated[T, Disclosure()]
"""The GM alone reads it; players are shown the default, or an empty value."""
Withheld: TypeAlias = Annotated[T, Disclosure(vital=True)]
"""The GM alone reads it, and the whole that it is a field of."""
Subject: TypeAlias = Annotated[T, Disclosure(_HEARD, vital=True, about=_names)]
"""Creatures that do or suffer something: where players do not hear of them, not of it either."""
Involved: TypeAlias = Annotated[T, Disclosure(_HEARD, about=_names)]
"""Creatures that it is about too, left out where players do not hear of them."""
OwnSubject: TypeAlias = Annotated[
    T, Disclosure(where(PlayerKnowledge.of_party), vital=True, about=_names)
]
"""The creature that it is about: players are told when that is of the party."""
Placed: TypeAlias = Annotated[T, Disclosure(_SEEN, vital=True, about=_names)]
"""A creature that is somewhere: where it is hidden, so is the whole, be it of the party."""
Target: TypeAlias = Annotated[T, Disclosure(_SEEN, vital=True)]
"""A creature that something is aimed at; where it is hidden, so is the whole."""
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
"""The encounter that something happens to: players see it from when it is first played."""


UNDECLARED: Final = Disclosure()
"""A field that nobody decided on; players are not shown it."""


@cache
def disclosures(kind: type) -> Mapping[str, Disclosure]:
    """What the fields of a class declare; UNDECLARED for those that do not, {} when none does."""
    if kind.__module__ == "builtins" or not hasattr(kind, "__match_args__"):
        return {}
    hints = get_type_hints(kind, include_extras=True)
    found = {}
    for name in signature(kind).parameters:
        marks = [mark for mark in get_args(hints[name])[1:] if isinstance(mark, Disclosure)]
        found[name] = marks[0] if marks else UNDECLARED
    return found if any(mark is not UNDECLARED for mark in found.values()) else {}


def declares(kind: type) -> bool:
    """Whether a class says what players may read of it: by its fields, or `public`, without any."""
    return bool(disclosures(kind)) or getattr(kind, "public", False) is True


@cache
def _screened(kind: type) -> tuple[tuple[str, Disclosure, object], ...]:
    """The fields of a class that players may see otherwise than they are, with their defaults.

    Those that go along with another come last.
    """
    hints = get_type_hints(kind, include_extras=True) if disclosures(kind) else {}
    found = [
        (name, mark, signature(kind).parameters[name].default)
        for name, mark in disclosures(kind).items()
        if mark.rule is not public or any(map(_screened, _classes(hints[name])))
    ]
    return tuple(sorted(found, key=lambda each: bool(each[1].along)))


def _classes(hint: object) -> Iterator[type]:
    if isinstance(hint, type):
        yield hint
    for part in get_args(hint):
        yield from _classes(part)


def redact(value: T, known: PlayerKnowledge) -> T | None:
    """What players who know this see of a value; None = nothing."""
    seen = _redact(value, known)
    return None if seen is UNSEEN else cast("T", seen)


def _redact(value: object, known: PlayerKnowledge) -> object:
    kind: type = value.__class__  # not its type: of a reference that of what it stands for
    lost: set[str] = set()
    changes = {}
    for name, mark, default in _screened(kind):
        if mark.along and mark.along not in lost:
            continue
        old = getattr(value, name)
        new = UNSEEN if mark.rule is None else mark.rule(old, value, known)
        if mark.vital and (new is UNSEEN or new == () != old):
            return UNSEEN
        if new is UNSEEN:
            lost.add(name)
            new = _blank(old, default)
            if new is UNSEEN:
                return UNSEEN
        if new != old:
            changes[name] = new
    return replace(cast(Any, value), **changes) if changes else value


def _blank(value: object, default: object) -> object:
    if default is not Parameter.empty:
        return default
    return type(value)() if isinstance(value, (str, int, Fraction, tuple)) else UNSEEN


def concerned(value: object, turns: Turns) -> Iterator[str]:
    """The ids of the creatures that a value is about, "" among them; `turns` of its encounter."""
    kind: type = value.__class__
    for name, about in _abouts(kind):
        yield from _concerned(getattr(value, name), about, turns)


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
