"""The key map as data: every action, its keys and its labels.

Rules of the table: a digit is a number; lower case acts, upper case is the same family on many
or its mirror; nothing needs alt, AltGr or a dead key. One key has one meaning on all screens.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain

from core.messages import Template
from core.values import Struct


class Here(Struct):
    """An action's name on one screen: `label`, `short` for 80 columns, `tip` if its own.

    `leads`: it only moves the cursor there, as the screen's `action_lead` knows by its id.
    """

    label: str
    short: str = ""
    tip: str = ""
    leads: bool = False


class Action(Struct):
    """An action: its id, its keys, a sentence about it, and its name on the screens it is for."""

    id: str
    keys: tuple[str, ...]
    tip: str
    on: Mapping[str, Here]
    priority: bool = False


def _action(
    id: str, keys: str, tip: str, on: Mapping[str, Here | str], *, priority: bool = False
) -> Action:
    """An action, its keys with blanks between, as are screens with the same name for it.

    Of two names for a screen the second counts.
    """
    names = {
        one: Here(name) if isinstance(name, str) else name
        for ones, name in on.items()
        for one in ones.split()
    }
    return Action(id, tuple(keys.split()), tip, names, priority)


PLAYED = "journey encounter party"
"""The screens on which a campaign is played."""
OPEN = f"{PLAYED} sessions"
ALL = f"{OPEN} campaigns settings"
_LISTS = "party sessions campaigns settings"


def _cursor_names(map_: str, list_: str, grid: str) -> dict[str, str]:
    return {"journey": map_, "encounter": grid, _LISTS: list_}


TASKS: Mapping[Template, tuple[Action, ...]] = {
    "Go on": (
        _action("story", "space", "The story goes on: march for the rest of the day, then camp.",
                {"journey": Here("march on", "march"),
                 "encounter": Here("end turn", tip="End the turn: the next in order acts."),
                 "party": Here("next", tip="The dice that are owed, else the next member."),
                 "sessions": Here("next", tip="The next entry of the story.")}),
        _action("choose", "enter", "Do what the Ahead line says.",
                {"journey": "set route", "encounter": "move, open, accept",
                 "party": Here("edit", tip="Edit the member under the cursor."),
                 "sessions": Here("receipt", tip="Why this entry came out as it did; in the "
                                                 "list of sessions: go there; after a number: "
                                                 "that entry."),
                 "settings": Here("change", tip="Choose another value, or press another key."),
                 "campaigns": Here("do it", tip="Open or do what the cursor is on.")}),
        _action("march-hours", "t", "March as many hours as the number before it says.",
                {"journey": "hours",
                 "encounter": Here("no hours: T", tip="In a fight time passes with T.")}),
        _action("pace", "p", "How the party moves: walk, hustle, run and rest, or force the march.",
                {"journey": Here("pace/forced", "pace"),
                 "encounter": Here("mode", tip="How it moves: walk, run, fly ...")}),
        _action("camp", "s", "Make camp until morning; :camp v h m: who watches, in order.",
                {"journey party": "camp"}),
        _action("pass-time", "T", "Time passes without going: minutes, or hours with h.",
                {PLAYED: "time passes"}),
        _action("encounter", "e", "Begin, pass by or end an encounter; k: encounter checks.",
                {"journey": "encounter",
                 "encounter": Here("fight", tip="Prepare, begin, pause, chase or end an "
                                                "encounter."),
                 "party": Here("edit: Enter", tip="Enter edits; encounters are on F2 and F4.")}),
        _action("initiative", "i", "Roll initiative for all who have none yet.",
                {"encounter": "initiative"}),
        _action("sides", "I", "Let the marked fight on another side: ally, foe, neutral.",
                {"encounter": "sides"}),
        _action("delay", "d", "Delay; who delays already acts now.", {"encounter": "delay"}),
        _action("ready", "D", "Ready an action; who has one ready acts now.",
                {"encounter": "ready"}),
        _action("mounts", "m", "Mount, board, or dismount.",
                {"journey": Here("mounts, boats", "mounts"),
                 "encounter": Here("mount", tip="Mount the one under the cursor, or dismount."),
                 "party": "rides"}),
        _action("level-down", "less_than_sign", "One level down: a flyer's height at the end.",
                {"encounter": "lower",
                 "sessions": Here("round/day", tip="A round back, on the road a day.")}),
        _action("level-up", "greater_than_sign", "One level up: a flyer's height at the end.",
                {"encounter": "higher",
                 "sessions": Here("round/day", tip="A round on, on the road a day.")}),
    ),
    "Attack": (
        _action("attack", "a", "Attack the one under the cursor, else the letter that follows.",
                {"encounter": "attack"}),
        _action("area", "A", "An area from the cursor: shape, size, damage, save.",
                {"encounter": "area"}),
        _action("repeat", "full_stop", "Repeat the last attack or area with its choices.",
                {"encounter": "repeat"}),
        _action("riders", "F", "Settle what a hit brings besides damage: a trip, a grab, poison.",
                {"encounter": "settle"}),
    ),
    "Hurt and heal": (
        _action("hurt", "minus", "Damage to the marked, or to who is under the cursor.",
                {PLAYED: "hurt"}),
        _action("heal", "plus", "Healing for the marked, or for who is under the cursor.",
                {PLAYED: "heal"}),
        _action("conditions", "c", "Conditions and timers of the marked, or under the cursor.",
                {PLAYED: "condition", "encounter": Here("condition", "cond")}),
        _action("checks", "S", "Call a check from the marked, or from the whole party.",
                {"journey party": "checks", "encounter": "saves"}),
    ),
    "Take back": (
        _action("undo", "u", "Take back what the log names.",
                {PLAYED: "undo",
                 "sessions": Here("undo", tip="Undoing is of the present: on F2 or F4."),
                 "campaigns": Here("back from the bin", tip="Put back what went to the bin "
                                                            "last.")}),
        _action("redo", "U ctrl+r", "Do again what was taken back.",
                {PLAYED: "redo",
                 "sessions": Here("redo", tip="Redoing is of the present: on F2 or F4.")}),
        _action("overrule", "o", "Overrule the figure in focus: a ruling.",
                {PLAYED: "overrule",
                 "sessions": Here("overrule", tip="Overrule this entry, and choose what of the "
                                                  "later ones it changes.")}),
        _action("what-if", "x", "What if: try it in a copy; Esc leaves it, :keep keeps it.",
                {PLAYED: "what if",
                 "sessions": Here("what if", tip="What if: play on from this moment, in a copy.")}),
    ),
    "Look back": (
        _action("go-sessions", "f5", "The sessions: the journal, and any moment of the past.",
                {ALL: "sessions"}),
        _action("back", "backspace", "One step back in view, never in the story.",
                {PLAYED: "last place",
                 "sessions": Here("previous", "back", tip="The entry before.")}),
        _action("previously", "P", "The page for the start of the next session.",
                {"sessions": "previously"}),
        _action("charts", "C", "Kilometres and luck of the dice in numbers; 3C: of session 3.",
                {"sessions": "charts"}),
        _action("note", "q", "Write a note at this moment.", {OPEN: "note"}),
        _action("rename", "R", "Give the campaign under the cursor another name.",
                {"campaigns": "rename",
                 "sessions": Here("title", tip="Give this session a title.")}),
        _action("export", "E", "Write the session, or all of the campaign, to a file.",
                {"sessions": "export"}),
    ),
    "Why, and how far": (
        _action("why", "w", "Why? The receipt of the figure in focus; again: deeper.",
                {PLAYED: "why",
                 "sessions": Here("why", tip="The receipts of this entry, as they were.")}),
        _action("reach", "r", "How far the party gets today, and in the days after.",
                {"journey": "rings",
                 "encounter": Here("reach", tip="How far who is under the cursor gets; again: "
                                                "where it threatens.")}),
        _action("layer", "O", "The next layer over the map: reach, threat, flanking, cover ...",
                {"encounter": "layers",
                 "sessions": Here("layers", tip="The next layer over the board of that moment: "
                                                "reach, threat, flanking, cover ...")}),
        _action("measure", "M", "Measure from here to the cursor; again: no longer.",
                {"encounter": "measure",
                 "sessions": Here("measure", tip="Measure on the board of that moment; the "
                                                 "arrows move its cursor.")}),
        _action("legend", "W", "What the signs on the screen mean, those that are there now.",
                {"journey encounter": "signs"}),
    ),
    "Find": (
        _action("jump", "f", "Jump to anything that has a label: f, then its letter.",
                {OPEN: "jump", "encounter": "label",
                 "sessions": Here("jump", tip="Jump to a day or a fight: f, then its letter.")}),
        _action("search", "slash", "Search for a place, a member or a campaign.",
                {ALL: "search",
                 "sessions": Here("search", tip="Search the whole journal: words, creature:, "
                                                "place:, kind:, session:.")}),
        _action("next-hit", "n", "The next hit of the search.",
                {ALL: "next hit", "sessions": "hits"}),
        _action("previous-hit", "N", "The hit before.", {ALL: "previous hit"}),
        _action("next-thing", "semicolon", "The next place, member, or creature in order.",
                {PLAYED: "next", "encounter": Here("next", leads=True),
                 "sessions": Here("next fight", tip="The next fight.")}),
        _action("previous-thing", "comma", "The place, member or creature before.",
                {PLAYED: "previous", "encounter": Here("previous", leads=True),
                 "sessions": Here("fight before", tip="The fight before.")}),
        _action("now", "G", "Back to the party's hex, who acts, or the end of the list.",
                {"journey": "to the party", "encounter": Here("to who acts", leads=True),
                 "party": "last row",
                 "sessions": Here("now", tip="Back to the present; nothing has changed there.")}),
        _action("zoom-in", "z", "A wider map.", {"journey encounter sessions": "zoom in"}),
        _action("zoom-out", "Z", "A narrower map.", {"journey encounter sessions": "zoom out"}),
    ),
    "Change the board": (
        _action("brush", "b", "Draw terrain, walls, doors, light and fog.", {"encounter": "brush"}),
        _action("remove", "delete", "Remove what is marked or under the cursor, after Enter.",
                {"journey": "remove waypoint", "party": "remove member",
                 "encounter": "remove creature",
                 "settings": Here("as it was", tip="Take the setting out of the file: as "
                                                   "Outrider comes."),
                 "campaigns": Here("to the bin", tip="To the bin, after Enter.")}),
    ),
    "Choose several": (
        _action("mark", "v", "Mark one, or take the mark away.", {PLAYED: "mark"}),
        _action("mark-all", "V", "Mark all, or none.",
                {PLAYED: "mark all",
                 "encounter": Here("mark group", tip="Mark its whole group, or none of it.")}),
        _action("copy", "y", "Copy what is in focus to the clipboard.", {OPEN: "copy"}),
    ),
    "Other screens": (
        _action("go-journey", "f2", "The journey.", {ALL: "journey"}),
        _action("go-party", "f3", "The party.", {ALL: "party"}),
        _action("go-encounter", "f4", "The encounter.", {ALL: "encounter"}),
        _action("go", "g", "Go to a screen: g, then j, e, p, s, c, or o for settings.",
                {ALL: "go to"}),
        _action("go-settings", "f8 ctrl+o",
                "The settings: look, theme, units, dice, sessions, keys.",
                {ALL: "settings", "settings": "back"}),
        _action("curtain", "f9", "Hide what players must not see, or show it again.",
                {ALL: "curtain"}),
        _action("next-pane", "tab", "The next pane or field.", {ALL: "next pane"}),
        _action("previous-pane", "shift+tab", "The pane or field before.", {ALL: "pane before"}),
    ),
    "The program": (
        _action("help", "question_mark f1", "What can be done here, by task and by key.",
                {ALL: "help", "party": "all", "encounter": Here("help", "all")}),
        _action("palette", "colon ctrl+p", "Any action by its name.", {ALL: "any action"}),
        _action("close", "escape", "Close, cancel, leave; loses nothing.",
                {ALL: "close",
                 "party": Here("close", tip="Close what is open; else to the journey or the "
                                            "fight.")}),
        _action("redraw", "ctrl+l", "Draw the screen again.", {ALL: "redraw"}),
        _action("leave", "ctrl+q", "Leave Outrider; all is saved.",
                {ALL: "leave", "campaigns": "quit"}, priority=True),
    ),
    "Cursor": (
        _action("cursor-up", "up k", "Move the cursor one up.",
                {**_cursor_names("hex N", "row up", "square N"), "campaigns": "choose"}),
        _action("cursor-down", "down j", "Move the cursor one down.",
                {**_cursor_names("hex S", "row down", "square S"), "campaigns": "choose"}),
        _action("cursor-left", "left h", "Move the cursor one to the left.",
                {**_cursor_names("column left", "left", "square W"),
                 "settings": Here("value before", "before", "The value before, at once.")}),
        _action("cursor-right", "right l", "Move the cursor one to the right.",
                {**_cursor_names("column right", "right", "square E"),
                 "settings": Here("next value", "next", "The next value, at once.")}),
        _action("cursor-nw", "home", "On the map the hex NW; in a list the first row.",
                _cursor_names("hex NW", "first row", "square NW")),
        _action("cursor-ne", "pageup", "On the map the hex NE; in a list a page up.",
                _cursor_names("hex NE", "page up", "square NE")),
        _action("cursor-sw", "end", "On the map the hex SW; in a list the last row.",
                _cursor_names("hex SW", "last row", "square SW")),
        _action("cursor-se", "pagedown", "On the map the hex SE; in a list a page down.",
                _cursor_names("hex SE", "page down", "square SE")),
        _action("far-up", "K shift+up", "Move the cursor five up.",
                {ALL: "five up"}),
        _action("far-down", "J shift+down", "Move the cursor five down.",
                {ALL: "five down"}),
        _action("far-left", "H shift+left", "Move the cursor five to the left.",
                {"encounter journey": "five left",
                 "sessions": Here("five back", tip="Five entries back; on the timeline a "
                                                   "round, on the road a day.")}),
        _action("far-right", "L shift+right", "Move the cursor five to the right.",
                {"encounter journey": "five right",
                 "sessions": Here("five on", tip="Five entries on; on the timeline a round, on "
                                                 "the road a day.")}),
    ),
}  # fmt: skip
"""The keys by what they are for, in the order in which help tells it."""

_KEPT = (
    _action("go-rules", "f6", "The rules.", {}),
    _action("roll", "exclamation_mark", "The program rolls this; twice: all empty rows.", {}),
)
"""Keys kept for what is not built yet: no screen shows them."""

ACTIONS: tuple[Action, ...] = (*chain.from_iterable(TASKS.values()), *_KEPT)


def _split(listed: Mapping[str, str]) -> Mapping[str, tuple[str, ...]]:
    return {name: tuple(words.split()) for name, words in listed.items()}


FOOTER = _split(
    {
        "journey": "story march-hours pace mounts camp encounter checks reach why undo help",
        "encounter": "jump attack area pace hurt heal conditions delay reach layer checks encounter"
        " why undo help",
        "party": "choose mounts hurt heal checks why undo help",
        "sessions": "story back level-down level-up search next-hit choose what-if note copy now"
        " help",
        "campaigns": "cursor-up cursor-down choose search go-settings help leave",
        "settings": "cursor-left cursor-right choose remove search close help",
    }
)
"""The actions in the footer of a screen, in order; all others are in help and palette alone."""

SPARE = _split(
    {
        "journey": "reach",
        "encounter": "encounter area delay layer",
        "sessions": "choose copy next-hit",
    }
)
"""Those that leave the footer first when it has no room."""

PRESETS = ("outrider", "roguelike")
"""The sets of keys to begin with, the default first."""

ROGUELIKE = _split(
    {
        "cursor-nw": "y home",
        "cursor-ne": "u pageup",
        "cursor-sw": "b end",
        "cursor-se": "n pagedown",
        "undo": "z",
        "redo": "Z ctrl+r",
        "zoom-in": "equals_sign",
        "zoom-out": "underscore",
        "brush": "B",
        "copy": "Y",
        "next-hit": "f7",
        "previous-hit": "N f8",
        "go-settings": "ctrl+o",
    }
)
"""The preset whose yubn move to the corners: with the default keys of all else, a full map."""
