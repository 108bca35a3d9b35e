"""Typed names: members of the party, creatures of the fight, several of them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from core.messages import Refusal
from core.play.fight.combatants import Being, side
from core.play.fight.encounter import Encounter, Foe
from core.play.state import Member, State

RANGE = re.compile(r"([A-Za-z]{1,2})-([A-Za-z]{1,2})")
EVERYONE = ("party", "foes", "neutral")
"""Words for all creatures of a side; "all" is for both."""


def someone(text: str, state: State) -> Member:
    """The member whose id, name, unique beginning of a name or token letter is `text`."""
    exact = [m for m in state.members if text.lower() in (m.id.lower(), m.name.lower())]
    letter = [m for m in state.members if m.token.lower() == text.lower()]
    starts = [m for m in state.members if m.name.lower().startswith(text.lower())]
    found = exact or letter or starts
    if len(found) == 1:
        return found[0]
    if found:
        raise _several(text, found)
    raise Refusal("no_such_member", "Nobody in the party is called {text}.", text=text)


def known(state: State, encounter: Encounter | None = None) -> tuple[Being, ...]:
    """The party and the creatures of the encounter or the fight."""
    here = encounter or state.fight
    return (*state.members, *(() if here is None else here.foes))


def being(text: str, state: State, encounter: Encounter | None = None) -> Being:
    """The creature that `text` names by letter, id, name, or the beginning of its name.

    In a fight (or `encounter`) a letter counts as it is written first, for capitals are the party
    ("h" is the wolf h, "H" is Harsk; "t" is Tam where nobody else is t). Refusals
    "ambiguous_member" and, in a fight "no_such_creature", else "no_such_member".
    """
    if state.fight is None and encounter is None:
        return someone(text, state)
    small = text.lower()
    everybody = known(state, encounter)
    for found in (
        [one for one in everybody if one.token == text],
        [one for one in everybody if small in (one.id.lower(), one.name.lower())],
        [one for one in everybody if one.token.lower() == small],
        [one for one in everybody if one.name.lower().startswith(small)],
    ):
        if len(found) == 1:
            return found[0]
        if found:
            raise _several(text, found)
    raise Refusal(
        "no_such_creature", "Nobody here is called {text}; give a letter or a name.", text=text
    )


def several(text: str, state: State, encounter: Encounter | None = None) -> tuple[str, ...]:
    """The ids that a word names: a creature, letters from-to ("f-h"), a group, a side, "all"."""
    here = encounter or state.fight
    found = () if here is None else _many(text, state, here)
    return found or (being(text, state, encounter).id,)


def everybody(
    words: Iterable[str], state: State, encounter: Encounter | None = None
) -> tuple[str, ...]:
    """The ids that the words name, each once, in order."""
    return tuple(dict.fromkeys(id for word in words for id in several(word, state, encounter)))


def _many(text: str, state: State, encounter: Encounter) -> tuple[str, ...]:
    figures = {figure.id for figure in encounter.figures}
    here = [one for one in known(state, encounter) if one.id in figures]
    letters = RANGE.fullmatch(text)
    if letters:
        first, last = _order(letters[1]), _order(letters[2])
        found = [one for one in here if one.token and first <= _order(one.token) <= last]
    elif text.lower() in ("all", "everybody"):
        found = here
    elif text.lower() in EVERYONE:
        found = [one for one in here if side(one) == text.lower()]
    elif any(one.token == text for one in here):
        found = []
    else:
        found = [one for one in here if isinstance(one, Foe) and _of_group(one, text.lower())]
    return tuple(one.id for one in found)


def _order(token: str) -> tuple[bool, int, str]:
    return token.isupper(), len(token), token


def _of_group(one: Foe, text: str) -> bool:
    return bool(text) and text in (one.group.lower(), f"{one.name.lower()}s")


def _several(text: str, found: Iterable[Being]) -> Refusal:
    names = tuple(f"{one.name} ({one.token})" if one.token else one.name for one in found)
    return Refusal("ambiguous_member", "'{text}' could mean {names}.", text=text, names=names)
