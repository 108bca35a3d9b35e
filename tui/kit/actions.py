"""The key map as data: every action, its keys and its labels.

Rules of the table: a digit is a number; lower case acts, upper case is the same family on many
or its mirror; nothing needs alt, AltGr or a dead key. One key has one meaning on all screens.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import msgspec

from core.messages import N_
from core.values import Struct


class Here(Struct):
    """An action's name on one screen: `label`, `short` for 80 columns, `tip` if its own."""

    label: str
    short: str = ""
    tip: str = ""


class Action(Struct):
    """An action: its id, its keys, a sentence about it, and its name on the screens it is for."""

    id: str
    keys: tuple[str, ...]
    tip: str
    on: Mapping[str, Here | str] = msgspec.field(default_factory=dict)
    priority: bool = False

    def here(self, screen: str) -> Here:
        """Its name on `screen`."""
        name = self.on[screen]
        return Here(name) if isinstance(name, str) else name


PLAYED = ("journey", "encounter", "party")
"""The screens on which a campaign is played."""


def _everywhere(label: str, *, campaigns: bool = True) -> dict[str, str]:
    return dict.fromkeys((*PLAYED, "sessions", *(("campaigns",) if campaigns else ())), label)


def _in_play(label: str) -> dict[str, str]:
    return dict.fromkeys(PLAYED, label)


def _moves(map_: str, list_: str, grid: str) -> dict[str, str]:
    lists = dict.fromkeys(("party", "sessions", "campaigns"), list_)
    return {"journey": map_, "encounter": grid, **lists}


_CURSOR = (
    Action("cursor-up", ("up", "k"), "Move the cursor one up.",
           {**_moves(N_("hex N"), N_("row up"), N_("square N")),
            "campaigns": N_("choose")}),
    Action("cursor-down", ("down", "j"), "Move the cursor one down.",
           {**_moves(N_("hex S"), N_("row down"), N_("square S")),
            "campaigns": N_("choose")}),
    Action("cursor-left", ("left", "h"), "Move the cursor one to the left.",
           _moves(N_("column left"), N_("left"), N_("square W"))),
    Action("cursor-right", ("right", "l"), "Move the cursor one to the right.",
           _moves(N_("column right"), N_("right"), N_("square E"))),
    Action("cursor-nw", ("home",), "On the map the hex NW; in a list the first row.",
           _moves(N_("hex NW"), N_("first row"), N_("square NW"))),
    Action("cursor-ne", ("pageup",), "On the map the hex NE; in a list a page up.",
           _moves(N_("hex NE"), N_("page up"), N_("square NE"))),
    Action("cursor-sw", ("end",), "On the map the hex SW; in a list the last row.",
           _moves(N_("hex SW"), N_("last row"), N_("square SW"))),
    Action("cursor-se", ("pagedown",), "On the map the hex SE; in a list a page down.",
           _moves(N_("hex SE"), N_("page down"), N_("square SE"))),
    Action("far-up", ("K", "shift+up"), "Move the cursor five up.",
           _moves(N_("five up"), N_("five up"), N_("five up"))),
    Action("far-down", ("J", "shift+down"), "Move the cursor five down.",
           _moves(N_("five down"), N_("five down"), N_("five down"))),
    Action("far-left", ("H", "shift+left"), "Move the cursor five to the left.",
           {"encounter": N_("five left"), "journey": N_("five left"),
            "sessions": Here("five back", tip=N_("Five entries back; on the timeline a "
                                                     "round, on the road a day."))}),
    Action("far-right", ("L", "shift+right"), "Move the cursor five to the right.",
           {"encounter": N_("five right"), "journey": N_("five right"),
            "sessions": Here("five on", tip=N_("Five entries on; on the timeline a round, "
                                                   "on the road a day."))}),
)  # fmt: skip

_STORY = (
    Action("story", ("space",), "The story goes on: march for the rest of the day, then camp.",
           {"journey": Here("march on", N_("march")),
            "encounter": Here("end turn", tip=N_("End the turn: the next in order acts.")),
            "party": Here("next", tip=N_("The dice that are owed, else the next member.")),
            "sessions": Here("next", tip=N_("The next entry of the story."))}),
    Action("choose", ("enter",), "Do what the Ahead line says.",
           {"journey": N_("set route"), "encounter": N_("move, open, accept"),
            "party": Here("edit", tip=N_("Edit the member under the cursor.")),
            "sessions": Here("receipt", tip=N_("Why this entry came out as it did; in the "
                                                      "list of sessions: go there; after a "
                                                      "number: that entry.")),
            "campaigns": Here("do it", tip=N_("Open or do what the cursor is on."))}),
    Action("march-hours", ("t",), "March as many hours as the number before it says.",
           {"journey": N_("hours"),
            "encounter": Here("no hours: T", tip=N_("In a fight time passes with T."))}),
    Action("pass-time", ("T",), "Time passes without going: minutes, or hours with h.",
           _in_play(N_("time passes"))),
    Action("pace", ("p",), "How the party moves: walk, hustle, or force the march.",
           {"journey": Here("pace/forced", N_("pace")),
            "encounter": Here("mode", tip=N_("How it moves: walk, run, fly ..."))}),
    Action("mounts", ("m",), "Mount, board, or dismount.",
           {"journey": Here("mounts, boats", N_("mounts")),
            "encounter": Here("mount", tip=N_("Mount the one under the cursor, or dismount.")),
            "party": N_("rides")}),
    Action("camp", ("s",), "Make camp until morning; :camp v h m: who watches, in order.",
           {"journey": N_("camp"), "party": N_("camp")}),
    Action("encounter", ("e",), "Begin, pass by or end an encounter; k: encounter checks.",
           {"journey": N_("encounter"),
            "encounter": Here("fight", tip=N_("Prepare, begin, pause, chase or end an "
                                                  "encounter."))}),
    Action("checks", ("S",), "Call a check from the marked, or from the whole party.",
           {"journey": N_("checks"), "encounter": N_("saves"),
            "party": N_("checks")}),
    Action("hurt", ("minus",), "Damage to the marked, or to who is under the cursor.",
           {**_in_play(N_("hurt"))}),
    Action("heal", ("plus",), "Healing for the marked, or for who is under the cursor.",
           {**_in_play(N_("heal"))}),
    Action("overrule", ("o",), "Overrule the figure in focus: a ruling.",
           {**_in_play(N_("overrule")),
            "sessions": Here("overrule", tip=N_("Overrule this entry, and choose what of the "
                                                    "later ones it changes."))}),
    Action("undo", ("u",), "Take back what the log names.",
           {**_in_play(N_("undo")),
            "sessions": Here("undo", tip=N_("Undoing is of the present: on F2 or F4.")),
            "campaigns": Here("back from the bin", tip=N_("Put back what went to the bin "
                                                              "last."))}),
    Action("redo", ("U", "ctrl+r"), "Do again what was taken back.",
           {**_in_play(N_("redo")),
            "sessions": Here("redo", tip=N_("Redoing is of the present: on F2 or F4."))}),
    Action("note", ("q",), "Write a note at this moment.",
           {**_in_play(N_("note")), "sessions": N_("note")}),
    Action("remove", ("delete",), "Remove what is marked or under the cursor, after Enter.",
           {"journey": N_("remove waypoint"), "party": N_("remove member"),
            "encounter": N_("remove creature"),
            "campaigns": Here("to the bin", tip=N_("To the bin, after Enter."))}),
    Action("rename", ("R",), "Give the campaign under the cursor another name.",
           {"campaigns": N_("rename"),
            "sessions": Here("title", tip=N_("Give this session a title."))}),
)  # fmt: skip

_LOOKING = (
    Action("why", ("w",), "Why? The receipt of the figure in focus; again: deeper.",
           {**_in_play(N_("why")),
            "sessions": Here("why", tip=N_("The receipts of this entry, as they were."))}),
    Action("reach", ("r",), "How far the party gets today, and in the days after.",
           {"journey": N_("rings"),
            "encounter": Here("reach", tip=N_("How far who is under the cursor gets; "
                                                     "again: where it threatens."))}),
    Action("jump", ("f",), "Jump to anything that has a label: f, then its letter.",
           {**_everywhere(N_("jump"), campaigns=False), "encounter": N_("label"),
            "sessions": Here("jump", tip=N_("Jump to a day or a fight: f, then its "
                                                "letter."))}),
    Action("next-thing", ("semicolon",), "The next place, member, or creature in order.",
           {**_in_play(N_("next")), "sessions": Here("next fight", tip=N_("The next fight."))}),
    Action("previous-thing", ("comma",), "The place, member or creature before.",
           {**_in_play(N_("previous")),
            "sessions": Here("fight before", tip=N_("The fight before."))}),
    Action("now", ("G",), "Back to the party's hex, who acts, or the end of the list.",
           {"journey": N_("to the party"), "encounter": N_("to who acts"),
            "party": N_("last row"),
            "sessions": Here("now", tip=N_("Back to the present; nothing has changed "
                                                   "there."))}),
    Action("back", ("backspace",), "One step back in view, never in the story.",
           {**_in_play(N_("last place")),
            "sessions": Here("previous", N_("back"), tip=N_("The entry before."))}),
    Action("zoom-in", ("z",), "A wider map.",
           {"journey": N_("zoom in"), "encounter": N_("zoom in"),
            "sessions": N_("zoom in")}),
    Action("zoom-out", ("Z",), "A narrower map.",
           {"journey": N_("zoom out"), "encounter": N_("zoom out"),
            "sessions": N_("zoom out")}),
    Action("layer", ("O",), "The next layer over the map: reach, threat, cover, light, height.",
           {"encounter": N_("layers"),
            "sessions": Here("layers", tip=N_("The next layer over the board of that moment: "
                                                  "reach, threat, cover, light, height."))}),
    Action("measure", ("M",), "Measure from here to the cursor; again: no longer.",
           {"encounter": N_("measure"),
            "sessions": Here("measure", tip=N_("Measure on the board of that moment; the "
                                                   "arrows move its cursor."))}),
    Action("level-down", ("less_than_sign",), "One level down: a flyer's height at the end.",
           {"encounter": N_("lower"),
            "sessions": Here("round/day", tip=N_("A round back, on the road a day."))}),
    Action("level-up", ("greater_than_sign",), "One level up: a flyer's height at the end.",
           {"encounter": N_("higher"),
            "sessions": Here("round/day", tip=N_("A round on, on the road a day."))}),
    Action("mark", ("v",), "Mark one, or take the mark away.",
           _in_play(N_("mark"))),
    Action("mark-all", ("V",), "Mark all, or none.",
           {**_in_play(N_("mark all")),
            "encounter": Here("mark group", tip=N_("Mark its whole group, or none of it."))}),
    Action("copy", ("y",), "Copy what is in focus to the clipboard.",
           {**_in_play(N_("copy")), "sessions": N_("copy")}),
    Action("search", ("slash",), "Search for a place, a member or a campaign.",
           {**_everywhere(N_("search")),
            "sessions": Here("search", tip=N_("Search the whole journal: words, creature:, "
                                                     "place:, kind:, session:."))}),
    Action("next-hit", ("n",), "The next hit of the search.",
           {**_everywhere(N_("next hit")), "sessions": N_("hits")}),
    Action("previous-hit", ("N",), "The hit before.", _everywhere(N_("previous hit"))),
    Action("what-if", ("x",), "What if: try it in a copy; Esc leaves it, :keep keeps it.",
           {**_in_play(N_("what if")),
            "sessions": Here("what if", tip=N_("What if: play on from this moment, in a "
                                                   "copy."))}),
    Action("charts", ("C",), "Kilometres and luck of the dice in numbers; 3C: of session 3.",
           {"sessions": N_("charts")}),
    Action("export", ("E",), "Write the session, or all of the campaign, to a file.",
           {"sessions": N_("export")}),
    Action("previously", ("P",), "The page for the start of the next session.",
           {"sessions": N_("previously")}),
    Action("curtain", ("f9",), "Hide what players must not see, or show it again.",
           _everywhere(N_("curtain"))),
)  # fmt: skip

_PROGRAM = (
    Action("help", ("question_mark", "f1"), "The keys of this screen.",
           {"journey": N_("help"), "party": N_("all"),
            "encounter": Here("help", N_("all")),
            "sessions": N_("help"),
            "campaigns": N_("help")}),
    Action("palette", ("colon", "ctrl+p"), "Any action by its name.",
           _everywhere(N_("any action"))),
    Action("go", ("g",), "Go to a screen: g, then j, e, p, s or c.", _everywhere(N_("go to"))),
    Action("go-journey", ("f2",), "The journey.", _everywhere(N_("journey"))),
    Action("go-party", ("f3",), "The party.", _everywhere(N_("party"))),
    Action("go-encounter", ("f4",), "The encounter.", _everywhere(N_("encounter"))),
    Action("go-sessions", ("f5",), "The sessions: the journal, and any moment of the past.",
           _everywhere(N_("sessions"))),
    Action("next-pane", ("tab",), "The next pane or field.", _everywhere(N_("next pane"))),
    Action("previous-pane", ("shift+tab",), "The pane or field before.",
           _everywhere(N_("pane before"))),
    Action("close", ("escape",), "Close, cancel, leave; loses nothing.",
           _everywhere(N_("close"))),
    Action("redraw", ("ctrl+l",), "Draw the screen again.", _everywhere(N_("redraw"))),
    Action("leave", ("ctrl+q",), "Leave Outrider; all is saved.",
           {**_everywhere(N_("leave")),
            "campaigns": N_("quit")}, priority=True),
)  # fmt: skip

_FIGHT = (
    Action("attack", ("a",), "Attack the one under the cursor, else the letter that follows.",
           {"encounter": N_("attack")}),
    Action("area", ("A",), "An area from the cursor: shape, size, damage, save.",
           {"encounter": N_("area")}),
    Action("repeat", ("full_stop",), "Repeat the last attack or area with its choices.",
           {"encounter": N_("repeat")}),
    Action("conditions", ("c",), "Conditions and timers of the marked, or under the cursor.",
           {**_in_play(N_("condition")),
            "encounter": Here("condition", N_("cond"))}),
    Action("initiative", ("i",), "Roll initiative for all who have none yet.",
           {"encounter": N_("initiative")}),
    Action("delay", ("d",), "Delay; who delays already acts now.",
           {"encounter": N_("delay")}),
    Action("ready", ("D",), "Ready an action; who has one ready acts now.",
           {"encounter": N_("ready")}),
    Action("brush", ("b",), "Draw terrain, walls, doors, light and fog.",
           {"encounter": N_("brush")}),
)  # fmt: skip

_KEPT = (
    Action("go-rules", ("f6",), "The rules."),
    Action("roll", ("exclamation_mark",), "The program rolls this; twice: all empty rows."),
)
"""Keys kept for what is not built yet: no screen shows them."""

ACTIONS: tuple[Action, ...] = _STORY + _CURSOR + _FIGHT + _LOOKING + _PROGRAM + _KEPT

FOOTER: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "journey": (
            "story", "march-hours", "pace", "mounts", "camp", "encounter", "checks",
            "reach", "why", "undo", "help"
        ),
        "encounter": (
            "jump", "attack", "area", "pace", "hurt", "heal", "conditions", "delay",
            "reach", "layer", "checks", "encounter", "why", "undo", "help"
        ),
        "party": (
            "choose", "mounts", "hurt", "heal", "checks", "why", "undo", "help"
        ),
        "sessions": (
            "story", "back", "level-down", "level-up", "search", "next-hit", "choose",
            "what-if", "note", "copy", "now", "help"
        ),
        "campaigns": (
            "cursor-up", "cursor-down", "choose", "help", "leave"
        ),
    }
)  # fmt: skip
"""The actions in the footer of a screen, in order; all others are in help and palette alone."""

SPARE: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "journey": ("reach",),
        "encounter": ("encounter", "area", "delay", "layer"),
        "sessions": ("choose", "copy", "next-hit"),
    }
)
"""Those that leave the footer first when it has no room."""

ROGUELIKE: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "cursor-nw": ("y", "home"),
        "cursor-ne": ("u", "pageup"),
        "cursor-sw": ("b", "end"),
        "cursor-se": ("n", "pagedown"),
        "undo": ("z",),
        "redo": ("Z", "ctrl+r"),
        "zoom-in": ("equals_sign",),
        "zoom-out": ("underscore",),
        "brush": ("B",),
        "copy": ("Y",),
        "next-hit": ("f7",),
        "previous-hit": ("N", "f8"),
    }
)
"""The preset whose yubn move to the corners: with the default keys of all else, a full map."""
