"""Words for the Encounter screen: its first line, its legend."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rich.cells import cell_len

from core.messages import N_, Message, Template
from core.play import times
from core.play.facts.encounter import Encounter
from core.play.fight.turns.narration import group_name
from core.values import replace
from tui.board.grid_ground import GROUND_WORDS, ROLES, SIGNS
from tui.encounter.present.cards import ground_words
from tui.kit import lengths
from tui.kit.help import SignMeaning
from tui.kit.lines_view import TitleWords, sign, trimmed
from tui.kit.looks import Look
from tui.kit.phrases import phrase, say
from tui.play import first_line
from tui.view import CampaignView

WIDE = 100


def title(
    view: CampaignView, encounter: Encounter | None, width: int, player_view: bool = False
) -> TitleWords:
    """The first line: the encounter, its round, the time, whose turn, and whether all is saved.

    A narrow window leaves out what matters least, and shortens a long name. Behind the curtain
    it names no encounter that has not begun and no hidden creature.
    """
    if player_view and encounter is not None:
        view = view.veiled
        encounter = view.state.encounter(encounter.id)
    words = first_line.title(view, Message("ENCOUNTER"))
    if encounter is None:
        return words
    room = width - cell_len(say(words.right)) - (cell_len(sign()) if player_view else 0) - 4
    if view.birth is not None:
        return replace(words, left=_tried(view, encounter, room))
    pieces, extra = _pieces(view, encounter, width >= WIDE)
    for piece in extra:
        if _length(encounter.name, [*pieces, piece]) <= room:
            pieces.append(piece)
    name = trimmed(encounter.name, max(12, room - _length("", pieces)))
    return replace(words, left="  ".join((name, *pieces)))


def _tried(view: CampaignView, encounter: Encounter, room: int) -> str:
    text = say(first_line.whose(view))
    when, *more = _pieces(view, encounter, wide=False)[0][1:]
    for piece in (say(stage(encounter, wide=False)), *more, when, encounter.name):
        if _length(text, [piece]) <= room:
            text = f"{text}  {piece}"
    return text


def _length(name: str, pieces: list[str]) -> int:
    return cell_len("  ".join((name, *pieces)))


def _pieces(view: CampaignView, encounter: Encounter, wide: bool) -> tuple[list[str], list[str]]:
    state = view.state
    when = Message(
        "{day} {hour}",
        day=times.day(state.clock.day, state.calendar),
        hour=first_line.hour(view),
    )
    pieces = [say(stage(encounter, wide)), say(when), acting(view, encounter)]
    gravity = []
    if encounter.gravity != "normal":
        gravity = [phrase("{gravity} gravity", gravity=encounter.gravity)]
    extra = [*gravity, state.ruleset_name, *([say(lengths.scale())] if wide else ())]
    return [piece for piece in pieces if piece], extra


LEGEND = 76
"""Columns of a line of the legend: so many has the board at 120 columns, beside the panes."""
_OF_CREATURES: tuple[tuple[str, Template], ...] = (
    ("V", "party"),
    ("a", "foe"),
    ("[O ]", "large, hit points below"),
    ("V>", "acts"),
    ("a*", "marked"),
    ("T3", "height"),
    ("S_", "prone"),
    ("S/", "down"),
    ("ax", "dead"),
    ("f?", "hidden"),
)


def legend(look: Look) -> tuple[str, ...]:
    """The legend of the grid, in lines of whole words."""
    drawn = SIGNS[look.name]
    borders: tuple[tuple[str, Template], ...] = (
        (f"{drawn.walls[True, False]} {drawn.walls[False, True]}", "wall"),
        (drawn.doors["closed"], "door"),
        (drawn.doors["open"], "open"),
        (drawn.doors["locked"], "locked"),
        ("1 2", "way"),
        ("!a", "a strikes"),
        ("@", "cursor"),
    )
    ground = ((drawn.pair(sign), words) for sign, words in GROUND_WORDS.items())
    every = (*_OF_CREATURES, *ground, *borders)
    return tuple(_in_lines(f"{sign} {phrase(words)}" for sign, words in every))


def _in_lines(entries: Iterable[str]) -> Iterator[str]:
    line = ""
    for entry in entries:
        longer = f"{line}  {entry}" if line else entry
        if line and cell_len(longer) > LEGEND:
            yield line
            longer = entry
        line = longer
    yield line


_BEINGS: Mapping[str, Template] = {
    "party": "party",
    "foe": "foe",
    "neutral": "neither",
    "dead": "dead",
}
_STATES: Mapping[str, Template] = {
    ">": "acts",
    "*": "marked",
    "_": "prone",
    "/": "down",
    "?": "hidden",
    '"': "more than one here",
}
_LAID: Mapping[str, Template] = {
    "path": "the way, by its squares",
    "ruler": "measured, by its squares",
    "strike": "who may strike there",
    "area": "in the area",
    "ghost": "where it would stand",
    "label": "its letter, to jump there",
    "line": "the line of sight",
    "mark": "marked here",
    "layer": "the layer: the last line of the board tells it",
}


def signs(view: CampaignView, look: Look, drawn: Mapping[str, set[str]]) -> Iterator[SignMeaning]:
    """What is `drawn` (by role), each sign with its meaning."""
    states: dict[str, str] = {}
    for role, words in _BEINGS.items():
        texts = sorted(drawn.get(role, ()))
        states |= {text[1]: text for text in texts if len(text) > 1 and text[1] in _STATES}
        if texts:
            letters = {next(filter(str.isalpha, text), "") for text in texts}
            yield SignMeaning("".join(sorted(letters)), role, phrase(words))
    for mark, text in states.items():
        yield SignMeaning(text, "here", phrase(_STATES[mark]))
    for role, words in _LAID.items():
        if drawn.get(role):
            yield SignMeaning(" ".join(sorted(drawn[role])[:3]), role, phrase(words))
    yield SignMeaning("@", "cursor", phrase("the cursor"))
    grid_signs = SIGNS[look.name]
    for ground in sorted(drawn.get("ground", ())):
        kinds = ", ".join(ground_words(view.assets.rules, ground))
        text = "".join(dict.fromkeys(grid_signs.pair(ground).strip()))
        yield SignMeaning(text, ROLES.get(ground, "own"), kinds)
    borders: tuple[tuple[str, str, Template], ...] = (
        ("wall", "".join(grid_signs.walls.values()), "a wall on the border"),
        ("low", "".join(grid_signs.low.values()), "a low wall on the border"),
        ("fog", "".join(grid_signs.veils.values()), "a veil on the border: it conceals"),
        ("door", grid_signs.doors["closed"], "a door"),
        ("door", grid_signs.doors["open"], "an open door"),
        ("door", grid_signs.doors["locked"], "a locked door"),
    )
    for role, chars, words in borders:
        if seen := {char for text in drawn.get(role, ()) for char in text if char in chars}:
            yield SignMeaning("".join(sorted(seen)), role, phrase(words))


def stage(encounter: Encounter, wide: bool) -> Message:
    """The stage of an encounter: prepared, its round, paused, over."""
    if encounter.status != "running":
        words: Mapping[str, Template] = {"prepared": "prepared", "paused": "paused", "over": "over"}
        return Message(words[encounter.status])
    if encounter.chase is not None and encounter.chase_is_due:
        return Message("chase, round {round}", round=encounter.chase.rounds)
    if encounter.surprise:
        if wide:
            surprise = N_("round {round}: surprise")
        else:
            surprise = N_("R{round} surprise")
        return Message(surprise, round=encounter.round)
    if not encounter.round:
        return Message("before initiative" if wide else "set up")
    return Message("round {round}" if wide else "R{round}", round=encounter.round)


def acting(view: CampaignView, encounter: Encounter) -> str:
    """Whose turn it is: "HARSK to act"; "" when it is no creature's, or nothing is played."""
    slot = encounter.slot(encounter.acting)
    if slot is None or encounter.status != "running":
        return ""
    who = group_name(view.state, slot)
    name = (who if isinstance(who, str) else say(who)).split(" ")
    loud = " ".join(word if len(word) == 1 or "-" in word else word.upper() for word in name)
    return phrase("{who} to act", who=loud)
