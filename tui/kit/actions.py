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
    Action("cursor-up", ("up", "k"), N_("Move the cursor one up."),
           {**_moves(N_("hex N"), N_("row up"), N_("square N")),
            "campaigns": N_("choose")}),
    Action("cursor-down", ("down", "j"), N_("Move the cursor one down."),
           {**_moves(N_("hex S"), N_("row down"), N_("square S")),
            "campaigns": N_("choose")}),
    Action("cursor-left", ("left", "h"), N_("Move the cursor one to the left."),
           _moves(N_("column left"), N_("left"), N_("square W"))),
    Action("cursor-right", ("right", "l"), N_("Move the cursor one to the right."),
           _moves(N_("column right"), N_("right"), N_("square E"))),
    Action("cursor-nw", ("home",), N_("On the map the hex NW; in a list the first row."),
           _moves(N_("hex NW"), N_("first row"), N_("square NW"))),
    Action("cursor-ne", ("pageup",), N_("On the map the hex NE; in a list a page up."),
           _moves(N_("hex NE"), N_("page up"), N_("square NE"))),
    Action("cursor-sw", ("end",), N_("On the map the hex SW; in a list the last row."),
           _moves(N_("hex SW"), N_("last row"), N_("square SW"))),
    Action("cursor-se", ("pagedown",), N_("On the map the hex SE; in a list a page down."),
           _moves(N_("hex SE"), N_("page down"), N_("square SE"))),
    Action("far-up", ("K", "shift+up"), N_("Move the cursor five up."),
           _moves(N_("five up"), N_("five up"), N_("five up"))),
    Action("far-down", ("J", "shift+down"), N_("Move the cursor five down."),
           _moves(N_("five down"), N_("five down"), N_("five down"))),
    Action("far-left", ("H", "shift+left"), N_("Move the cursor five to the left."),
           {"encounter": N_("five left"), "journey": N_("five left"),
            "sessions": Here(N_("five back"), tip=N_("Five entries back; on the timeline a "
                                                     "round, on the road a day."))}),
    Action("far-right", ("L", "shift+right"), N_("Move the cursor five to the right."),
           {"encounter": N_("five right"), "journey": N_("five right"),
            "sessions": Here(N_("five on"), tip=N_("Five entries on; on the timeline a round, "
                                                   "on the road a day."))}),
)  # fmt: skip

_STORY = (
    Action("story", ("space",), N_("The story goes on: march for the rest of the day, then camp."),
           {"journey": Here(N_("march on"), N_("march")),
            "encounter": Here(N_("end turn"), tip=N_("End the turn: the next in order acts.")),
            "party": Here(N_("next"), tip=N_("The dice that are owed, else the next member.")),
            "sessions": Here(N_("next"), tip=N_("The next entry of the story."))}),
    Action("choose", ("enter",), N_("Do what the Ahead line says."),
           {"journey": N_("set route"), "encounter": N_("move, open, accept"),
            "party": Here(N_("edit"), tip=N_("Edit the member under the cursor.")),
            "sessions": Here(N_("receipt"), tip=N_("Why this entry came out as it did; in the "
                                                      "list of sessions: go there; after a "
                                                      "number: that entry.")),
            "campaigns": Here(N_("do it"), tip=N_("Open or do what the cursor is on."))}),
    Action("march-hours", ("t",), N_("March as many hours as the number before it says."),
           {"journey": N_("hours"),
            "encounter": Here(N_("no hours: T"), tip=N_("In a fight time passes with T."))}),
    Action("pass-time", ("T",), N_("Time passes without going: minutes, or hours with h."),
           _in_play(N_("time passes"))),
    Action("pace", ("p",), N_("How the party moves: walk, hustle, or force the march."),
           {"journey": Here(N_("pace/forced"), N_("pace")),
            "encounter": Here(N_("mode"), tip=N_("How it moves: walk, run, fly ..."))}),
    Action("mounts", ("m",), N_("Mount, board, or dismount."),
           {"journey": Here(N_("mounts, boats"), N_("mounts")),
            "encounter": Here(N_("mount"), tip=N_("Mount the one under the cursor, or dismount.")),
            "party": N_("rides")}),
    Action("camp", ("s",), N_("Make camp until morning; :camp v h m: who watches, in order."),
           {"journey": N_("camp"), "party": N_("camp")}),
    Action("encounter", ("e",), N_("Begin, pass by or end an encounter; k: encounter checks."),
           {"journey": N_("encounter"),
            "encounter": Here(N_("fight"), tip=N_("Prepare, begin, pause, chase or end an "
                                                  "encounter."))}),
    Action("checks", ("S",), N_("Call a check from the marked, or from the whole party."),
           {"journey": N_("checks"), "encounter": N_("saves"),
            "party": N_("checks")}),
    Action("hurt", ("minus",), N_("Damage to the marked, or to who is under the cursor."),
           {**_in_play(N_("hurt"))}),
    Action("heal", ("plus",), N_("Healing for the marked, or for who is under the cursor."),
           {**_in_play(N_("heal"))}),
    Action("overrule", ("o",), N_("Overrule the figure in focus: a ruling."),
           {**_in_play(N_("overrule")),
            "sessions": Here(N_("overrule"), tip=N_("Overrule this entry, and choose what of the "
                                                    "later ones it changes."))}),
    Action("undo", ("u",), N_("Take back what the log names."),
           {**_in_play(N_("undo")),
            "sessions": Here(N_("undo"), tip=N_("Undoing is of the present: on F2 or F4.")),
            "campaigns": Here(N_("back from the bin"), tip=N_("Put back what went to the bin "
                                                              "last."))}),
    Action("redo", ("U", "ctrl+r"), N_("Do again what was taken back."),
           {**_in_play(N_("redo")),
            "sessions": Here(N_("redo"), tip=N_("Redoing is of the present: on F2 or F4."))}),
    Action("note", ("q",), N_("Write a note at this moment."),
           {**_in_play(N_("note")), "sessions": N_("note")}),
    Action("remove", ("delete",), N_("Remove what is marked or under the cursor, after Enter."),
           {"journey": N_("remove waypoint"), "party": N_("remove member"),
            "encounter": N_("remove creature"),
            "campaigns": Here(N_("to the bin"), tip=N_("To the bin, after Enter."))}),
    Action("rename", ("R",), N_("Give the campaign under the cursor another name."),
           {"campaigns": N_("rename"),
            "sessions": Here(N_("title"), tip=N_("Give this session a title."))}),
)  # fmt: skip

_LOOKING = (
    Action("why", ("w",), N_("Why? The receipt of the figure in focus; again: deeper."),
           {**_in_play(N_("why")),
            "sessions": Here(N_("why"), tip=N_("The receipts of this entry, as they were."))}),
    Action("reach", ("r",), N_("How far the party gets today, and in the days after."),
           {"journey": N_("rings"),
            "encounter": Here(N_("reach"), tip=N_("How far who is under the cursor gets; "
                                                     "again: where it threatens."))}),
    Action("jump", ("f",), N_("Jump to anything that has a label: f, then its letter."),
           {**_everywhere(N_("jump"), campaigns=False), "encounter": N_("label"),
            "sessions": Here(N_("jump"), tip=N_("Jump to a day or a fight: f, then its "
                                                "letter."))}),
    Action("next-thing", ("semicolon",), N_("The next place, member, or creature in order."),
           {**_in_play(N_("next")), "sessions": Here(N_("next fight"), tip=N_("The next fight."))}),
    Action("previous-thing", ("comma",), N_("The place, member or creature before."),
           {**_in_play(N_("previous")),
            "sessions": Here(N_("fight before"), tip=N_("The fight before."))}),
    Action("now", ("G",), N_("Back to the party's hex, who acts, or the end of the list."),
           {"journey": N_("to the party"), "encounter": N_("to who acts"),
            "party": N_("last row"),
            "sessions": Here(N_("now"), tip=N_("Back to the present; nothing has changed "
                                                   "there."))}),
    Action("back", ("backspace",), N_("One step back in view, never in the story."),
           {**_in_play(N_("last place")),
            "sessions": Here(N_("previous"), N_("back"), tip=N_("The entry before."))}),
    Action("zoom-in", ("z",), N_("A wider map."),
           {"journey": N_("zoom in"), "encounter": N_("zoom in"),
            "sessions": N_("zoom in")}),
    Action("zoom-out", ("Z",), N_("A narrower map."),
           {"journey": N_("zoom out"), "encounter": N_("zoom out"),
            "sessions": N_("zoom out")}),
    Action("layer", ("O",), N_("The next layer over the map: reach, threat, cover, light, height."),
           {"encounter": N_("layers"),
            "sessions": Here(N_("layers"), tip=N_("The next layer over the board of that moment: "
                                                  "reach, threat, cover, light, height."))}),
    Action("measure", ("M",), N_("Measure from here to the cursor; again: no longer."),
           {"encounter": N_("measure"),
            "sessions": Here(N_("measure"), tip=N_("Measure on the board of that moment; the "
                                                   "arrows move its cursor."))}),
    Action("level-down", ("less_than_sign",), N_("One level down: a flyer's height at the end."),
           {"encounter": N_("lower"),
            "sessions": Here(N_("round/day"), tip=N_("A round back, on the road a day."))}),
    Action("level-up", ("greater_than_sign",), N_("One level up: a flyer's height at the end."),
           {"encounter": N_("higher"),
            "sessions": Here(N_("round/day"), tip=N_("A round on, on the road a day."))}),
    Action("mark", ("v",), N_("Mark one, or take the mark away."),
           _in_play(N_("mark"))),
    Action("mark-all", ("V",), N_("Mark all, or none."),
           {**_in_play(N_("mark all")),
            "encounter": Here(N_("mark group"), tip=N_("Mark its whole group, or none of it."))}),
    Action("copy", ("y",), N_("Copy what is in focus to the clipboard."),
           {**_in_play(N_("copy")), "sessions": N_("copy")}),
    Action("search", ("slash",), N_("Search for a place, a member or a campaign."),
           {**_everywhere(N_("search")),
            "sessions": Here(N_("search"), tip=N_("Search the whole journal: words, creature:, "
                                                     "place:, kind:, session:."))}),
    Action("next-hit", ("n",), N_("The next hit of the search."),
           {**_everywhere(N_("next hit")), "sessions": N_("hits")}),
    Action("previous-hit", ("N",), N_("The hit before."), _everywhere(N_("previous hit"))),
    Action("what-if", ("x",), N_("What if: try it in a copy; Esc leaves it, :keep keeps it."),
           {**_in_play(N_("what if")),
            "sessions": Here(N_("what if"), tip=N_("What if: play on from this moment, in a "
                                                   "copy."))}),
    Action("charts", ("C",), N_("Kilometres and luck of the dice in numbers; 3C: of session 3."),
           {"sessions": N_("charts")}),
    Action("export", ("E",), N_("Write the session, or all of the campaign, to a file."),
           {"sessions": N_("export")}),
    Action("previously", ("P",), N_("The page for the start of the next session."),
           {"sessions": N_("previously")}),
    Action("curtain", ("f9",), N_("Hide what players must not see, or show it again."),
           _everywhere(N_("curtain"))),
)  # fmt: skip

_PROGRAM = (
    Action("help", ("question_mark", "f1"), N_("The keys of this screen."),
           {"journey": N_("help"), "party": N_("all"),
            "encounter": Here(N_("help"), N_("all")),
            "sessions": N_("help"),
            "campaigns": N_("help")}),
    Action("palette", ("colon", "ctrl+p"), N_("Any action by its name."),
           _everywhere(N_("any action"))),
    Action("go", ("g",), N_("Go to a screen: g, then j, e, p, s or c."), _everywhere(N_("go to"))),
    Action("go-journey", ("f2",), N_("The journey."), _everywhere(N_("journey"))),
    Action("go-party", ("f3",), N_("The party."), _everywhere(N_("party"))),
    Action("go-encounter", ("f4",), N_("The encounter."), _everywhere(N_("encounter"))),
    Action("go-sessions", ("f5",), N_("The sessions: the journal, and any moment of the past."),
           _everywhere(N_("sessions"))),
    Action("next-pane", ("tab",), N_("The next pane or field."), _everywhere(N_("next pane"))),
    Action("previous-pane", ("shift+tab",), N_("The pane or field before."),
           _everywhere(N_("pane before"))),
    Action("close", ("escape",), N_("Close, cancel, leave; loses nothing."),
           _everywhere(N_("close"))),
    Action("redraw", ("ctrl+l",), N_("Draw the screen again."), _everywhere(N_("redraw"))),
    Action("leave", ("ctrl+q",), N_("Leave Outrider; all is saved."),
           {**_everywhere(N_("leave")),
            "campaigns": N_("quit")}, priority=True),
)  # fmt: skip

_FIGHT = (
    Action("attack", ("a",), N_("Attack the one under the cursor, else the letter that follows."),
           {"encounter": N_("attack")}),
    Action("area", ("A",), N_("An area from the cursor: shape, size, damage, save."),
           {"encounter": N_("area")}),
    Action("repeat", ("full_stop",), N_("Repeat the last attack or area with its choices."),
           {"encounter": N_("repeat")}),
    Action("conditions", ("c",), N_("Conditions and timers of the marked, or under the cursor."),
           {**_in_play(N_("condition")),
            "encounter": Here(N_("condition"), N_("cond"))}),
    Action("initiative", ("i",), N_("Roll initiative for all who have none yet."),
           {"encounter": N_("initiative")}),
    Action("delay", ("d",), N_("Delay; who delays already acts now."),
           {"encounter": N_("delay")}),
    Action("ready", ("D",), N_("Ready an action; who has one ready acts now."),
           {"encounter": N_("ready")}),
    Action("brush", ("b",), N_("Draw terrain, walls, doors, light and fog."),
           {"encounter": N_("brush")}),
)  # fmt: skip

_KEPT = (
    Action("go-rules", ("f6",), N_("The rules.")),
    Action("roll", ("exclamation_mark",), N_("The program rolls this; twice: all empty rows.")),
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
