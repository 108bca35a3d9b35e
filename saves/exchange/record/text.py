"""Sentences with marked names, so that each format can link or highlight them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Protocol, TypeAlias

from core.messages import Message, Value
from core.play.state import Assets, State
from core.values import Struct
from saves.history.history import Say

OPEN, CLOSE = "\ufdd0", "\ufdd1"
"""Noncharacters that enclose names while a sentence is rendered."""
_GONE = str.maketrans("", "", OPEN + CLOSE)


class Name(Struct):
    """The name of a member of the party or of a place, within a sentence."""

    text: str


Text: TypeAlias = tuple[str | Name, ...]
"""A sentence: plain pieces and names."""


def plain(text: Text) -> str:
    """The sentence as it reads."""
    return "".join(piece if isinstance(piece, str) else piece.text for piece in text)


def joined(texts: list[Text], between: str = "; ") -> Text:
    """Several sentences as one."""
    found: list[str | Name] = []
    for number, text in enumerate(texts):
        found += [between, *text] if number else text
    return tuple(found)


def begun(text: Text) -> Text:
    """The sentence with a capital first letter."""
    first = text[0] if text else ""
    return (first[:1].upper() + first[1:], *text[1:]) if isinstance(first, str) else text


class Phrase(Protocol):
    """Translates headings, labels and figures."""

    def __call__(self, template: str, /, **values: Value) -> str:
        """The sentence for a template and its values in the reader's language."""


class Teller(Struct, dict=True):
    """Says messages about one world; `places` are the names of hexes that may be said.

    `hexes` are all that the audience knows, whether they have a name or not.
    The hexes that are not in `places` are said by their numbers, whatever the map calls them.
    """

    say: Say
    assets: Assets
    places: Mapping[str, str]
    members: frozenset[str]
    hexes: frozenset[str]

    @cached_property
    def mapless(self) -> Assets:
        """The state without its map: names of hexes come only from `places`."""
        return Assets(self.assets.rules, boards=self.assets.boards)

    @cached_property
    def _names(self) -> frozenset[str]:
        return self.members | frozenset(self.places.values())

    def tell(self, message: Message, state: State) -> Text:
        """The sentence, with its names."""
        said = self.say(message.mapped(self._marked), state, self.mapless)
        if OPEN not in said:
            return (said,) if said else ()
        pieces: list[str | Name] = []
        for part in said.split(OPEN):
            name, found, rest = part.partition(CLOSE)
            if not found:
                pieces.append(part)
                continue
            pieces += [Name(name), rest]
        return tuple(piece for piece in pieces if piece)

    def word(self, message: Message, state: State) -> str:
        """The sentence as it reads."""
        return plain(self.tell(message, state))

    def phrases(self, state: State) -> Phrase:
        """Says what is not a sentence of the log, such as headings and figures, in this state."""

        def phrase(template: str, /, **values: Value) -> str:
            return self.word(Message(template, **values), state)

        return phrase

    def place(self, hex: str) -> Text:
        """The name of a hex, or its number."""
        return (Name(self.places[hex]),) if hex in self.places else ((hex,) if hex else ())

    def _marked(self, value: Value) -> Value:
        match value:
            case str():
                text = self.places.get(value, value)
                if not text.isascii():
                    text = text.translate(_GONE)
                return f"{OPEN}{text}{CLOSE}" if text in self._names else text
            case Message():
                return value.mapped(self._marked)
            case tuple():
                return tuple(map(self._marked, value))
            case _:
                return value
