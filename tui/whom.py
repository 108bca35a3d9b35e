"""Reading who is meant: members of the party, creatures of the fight, several of them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from core.messages import N_, Refusal
from core.play.fight.beings import Being
from core.play.state import Member, State

RANGE = re.compile(r"([A-Za-z]{1,2})-([A-Za-z]{1,2})")
EVERYONE = {"party": "party", "foes": "foes", "neutral": "neutral"}
"""Words for all of one side; "all" is everybody."""


def someone(text: str, state: State) -> Member:
    """The member whose id, name, unique beginning of a name or token letter is `text`."""
    exact = [m for m in state.members if text.lower() in (m.id.lower(), m.name.lower())]
    letter = [m for m in state.members if m.token.lower() == text.lower()]
    starts = [m for m in state.members if m.name.lower().startswith(text.lower())]
    found = exact or letter or starts
    if len(found) == 1:
        return found[0]
    if found:
        names = tuple(member.name for member in found)
        raise Refusal("ambiguous_member", N_("{text} may be {names}."), text=text, names=names)
    raise Refusal("no_such_member", N_("Nobody in the party is called {text}."), text=text)


def known(state: State) -> tuple[Being, ...]:
    """Everybody who can be meant: the party, and in a fight the creatures on its board."""
    foes = () if state.fight is None else state.fight.foes
    return (*state.members, *foes)


def being(text: str, state: State) -> Being:
    """The one that `text` means: its letter, its id, its name, or the beginning of its name.

    In a fight a letter counts as it is written first, for capitals are the party ("h" is the wolf
    h, "H" is Harsk; "t" is Tam where nobody else is t). Refusals "ambiguous_member" and, in a
    fight "no_such_creature", else "no_such_member".
    """
    if state.fight is None:
        return someone(text, state)
    small = text.lower()
    everybody = known(state)
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
        "no_such_creature", N_("Nobody here is called {text}; give a letter or a name."), text=text
    )


def several(text: str, state: State) -> tuple[str, ...]:
    """The ids that a word means: one creature, letters from-to ("f-h"), a group, a side, "all"."""
    if state.fight is not None:
        found = _many(text, state)
        if found:
            return found
    return (being(text, state).id,)


def everybody(words: Iterable[str], state: State) -> tuple[str, ...]:
    """The ids that the words mean, each once, in the order of the words."""
    return tuple(dict.fromkeys(id for word in words for id in several(word, state)))


def _many(text: str, state: State) -> tuple[str, ...]:
    assert state.fight is not None
    figures = {figure.id for figure in state.fight.figures}
    here = [one for one in known(state) if one.id in figures]
    exact = any(one.token == text for one in here)
    letters = RANGE.fullmatch(text)
    if letters:
        first, last = _order(letters[1]), _order(letters[2])
        found = [one for one in here if one.token and first <= _order(one.token) <= last]
    elif text.lower() in ("all", "everybody"):
        found = here
    elif text.lower() in EVERYONE:
        wanted = EVERYONE[text.lower()]
        found = [one for one in here if _side(one) == wanted]
    else:
        found = [] if exact else [one for one in here if text and _group(one) == text.lower()]
    return tuple(one.id for one in found)


def _order(token: str) -> tuple[bool, int, str]:
    """How letters follow one another: capitals by themselves, aa after z."""
    return token.isupper(), len(token), token


def _side(one: Being) -> str:
    return "party" if isinstance(one, Member) else one.side


def _group(one: Being) -> str:
    return "" if isinstance(one, Member) else one.group.lower()


def _several(text: str, found: Iterable[Being]) -> Refusal:
    names = tuple(f"{one.name} ({one.token})" if one.token else one.name for one in found)
    return Refusal("ambiguous_member", N_("{text} may be {names}."), text=text, names=names)
