"""The keys in force, and those typed before what they are for is there to take them.

Bindings, footer, help and palette are made from the table. An action's `id` names its method:
`march-hours` is `action_march_hours`, `next-hit` is `action_hit(1)`. `on` gives the screens where
it works and its labels there; an action without a screen only reserves its key.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from difflib import get_close_matches
from typing import Any, Protocol, TypeVar

from textual import events, on
from textual.app import App
from textual.binding import Binding
from textual.message import Message as Posted
from textual.screen import Screen
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Input
from textual.worker import Worker, WorkerError

from core.messages import Message, Refusal
from core.values import Struct
from tui.kit.actions import ACTIONS, FOOTER, ROGUELIKE, SPARE, TASKS, Action
from tui.kit.modal import Modal

SHOWN = {
    "space": "Spc", "enter": "Enter", "backspace": "Bksp", "escape": "Esc", "tab": "Tab",
    "shift+tab": "shift+Tab", "home": "Home", "end": "End", "pageup": "PgUp",
    "pagedown": "PgDn", "up": "Up", "down": "Down", "left": "Left", "right": "Right",
    "delete": "Delete", "semicolon": ";", "comma": ",", "full_stop": ".", "slash": "/",
    "question_mark": "?", "exclamation_mark": "!", "plus": "+", "minus": "-", "colon": ":",
    "less_than_sign": "<", "greater_than_sign": ">", "equals_sign": "=", "underscore": "_",
}  # fmt: skip
"""How keys are written for people, where that is not their own name."""

FAR = 5
"""How many steps the keys for going far take."""
STEPS = {"next": 1, "in": 1, "up": 1, "previous": -1, "out": -1, "down": -1}
"""Words of an action's id that say which way a method goes: `next-hit` is `action_hit(1)`."""

_NAMED = {sign: name for name, sign in SHOWN.items() if len(sign) == 1}

FORBIDDEN = frozenset(
    {
        "ctrl+h",
        "ctrl+i",
        "ctrl+j",
        "ctrl+m",
        "ctrl+a",
        "ctrl+b",
        "ctrl+c",
        "ctrl+s",
        "ctrl+z",
        "left_square_bracket",
        "right_square_bracket",
        "left_curly_bracket",
        "right_curly_bracket",
        "backslash",
        "vertical_line",
        "tilde",
        "at",
        "number_sign",
        "circumflex_accent",
        "grave_accent",
        *"[]{}\\|~@#^`",
        *"0123456789",
    }
)
"""Keys that some keyboard or terminal cannot give, that tmux takes, and digits: those count."""


def normal(key: str) -> str:
    """The name Textual gives a key: ";" is "semicolon"."""
    return _NAMED.get(key, key)


def shown(key: str) -> str:
    """A key as written for people: "space" is "Spc"."""
    return SHOWN.get(key, key.upper() if key[:1] == "f" and key[1:].isdigit() else key)


class Hint(Struct, kw_only=True):
    """An entry of the footer, help or palette: the keys, what they do here, and a sentence.

    `run` is the Textual action.
    """

    id: str
    run: str
    keys: tuple[str, ...]
    label: Message
    short: Message
    tip: Message
    spare: bool = False


class Keymap(Struct):
    """The keys in force, by action: a preset, and the changes in the settings."""

    by_action: Mapping[str, tuple[str, ...]]

    def keys(self, action: str) -> tuple[str, ...]:
        """The keys of an action."""
        return self.by_action[action]

    def first(self, action: str) -> str:
        """The first key of an action as people read it; "" for none."""
        return next(map(shown, self.by_action[action]), "")

    def action_of(self, key: str, screen: str) -> str:
        """The id of the action that `key` has on `screen`, or ""."""
        here = (a for a in ACTIONS if screen in a.on and normal(key) in self.by_action[a.id])
        return next((a.id for a in here), "")

    def textual(self) -> dict[str, str]:
        """The bindings that differ from those of `bindings`, by id, for `App.set_keymap`.

        Textual puts each of them in place anew at every key that is pressed. It keeps the keys of
        an action that is given none: such an action gets one that no keyboard has.
        """
        return {
            action.id: ",".join(self.by_action[action.id]) or f"no-key-of-{action.id}"
            for action in ACTIONS
            if self.by_action[action.id] != action.keys
        }

    def footer(self, screen: str) -> tuple[Hint, ...]:
        """The entries of the footer of `screen`, in order."""
        by_id = {action.id: action for action in ACTIONS}
        return tuple(self._hint(by_id[id], screen) for id in FOOTER.get(screen, ()))

    def help(self, screen: str) -> tuple[Hint, ...]:
        """Every key that works on `screen`, those of the footer first."""
        first = self.footer(screen)
        seen = {hint.id for hint in first}
        rest = (a for a in ACTIONS if screen in a.on and a.id not in seen)
        return first + tuple(self._hint(a, screen) for a in rest)

    def tasks(self, screen: str) -> tuple[tuple[Message, tuple[Hint, ...]], ...]:
        """What can be done on `screen`, task by task, with the keys of each."""
        here = {hint.id: hint for hint in self.help(screen) if hint.keys}
        headed_hints = (
            (Message(task), tuple(here[one.id] for one in actions if one.id in here))
            for task, actions in TASKS.items()
        )
        return tuple((task, hints) for task, hints in headed_hints if hints)

    def palette(self, screen: str) -> tuple[Hint, ...]:
        """Every action of `screen` that can be run by name."""
        return tuple(hint for hint in self.help(screen) if not _is_cursor(hint.id))

    def _hint(self, action: Action, screen: str) -> Hint:
        here = action.on[screen]
        keys = tuple(map(shown, self.by_action[action.id]))
        return Hint(
            id=action.id,
            run=method(action, screen),
            keys=keys,
            label=Message(here.label),
            short=Message(here.short or here.label),
            tip=Message(here.tip or action.tip),
            spare=action.id in SPARE.get(screen, ()),
        )


def _is_cursor(action: str) -> bool:
    return action.startswith(("cursor-", "far-"))


def keymap(own: Mapping[str, str] | None = None) -> Keymap:
    """The keys of a preset with the GM's `own` (action id -> "key,key") in place of its own.

    `own` may also name the "preset" ("outrider", "roguelike"). Refusals: unknown_preset,
    unknown_action, forbidden_key, and key_clash when one key would have two actions on one
    screen.
    """
    keys = {action.id: action.keys for action in ACTIONS}
    changes = dict(own or {})
    if not changes:  # tests look for mistakes in the table
        return Keymap(keys)
    preset = changes.pop("preset", "outrider")
    if preset == "roguelike":
        keys.update(ROGUELIKE)
    elif preset != "outrider":
        raise Refusal("unknown_preset", "There is no key preset '{name}'.", name=preset)
    for action, text in changes.items():
        if action not in keys:
            near = get_close_matches(action, keys, 1) or [""]
            raise Refusal(
                "unknown_action",
                "The settings name an unknown action, {action}; nearest: {near}.",
                action=action,
                near=near[0],
            )
        keys[action] = tuple(normal(key.strip()) for key in text.split(",") if key.strip())
    for action, given in keys.items():
        for key in given:
            if key in FORBIDDEN or key.startswith("alt+"):
                raise Refusal(
                    "forbidden_key",
                    "{key} cannot be a key for {action}: it is a digit, or not every "
                    "keyboard can send it.",
                    key=key,
                    action=action,
                )
    for screen in SCREENS:
        id_by_key: dict[str, str] = {}
        for key_action in ACTIONS:
            for key in keys[key_action.id] if screen in key_action.on else ():
                first_id = id_by_key.setdefault(key, key_action.id)
                if first_id != key_action.id:
                    raise Refusal(
                        "key_clash",
                        "{key} would be both {first} and {second} on the screen {screen}.",
                        key=shown(key),
                        first=first_id,
                        second=key_action.id,
                        screen=screen,
                    )
    return Keymap(keys)


SCREENS: tuple[str, ...] = tuple(sorted({screen for a in ACTIONS for screen in a.on}))


def bindings(screen: str, *, cursor: bool = False) -> list[Binding]:
    """The bindings of a screen, or with `cursor` those of the widget that has its cursor.

    They have the preset's keys and ids, so `App.set_keymap(keymap(...).textual())` changes them.
    """
    return [
        Binding(
            key=",".join(action.keys),
            action=method(action, screen),
            description=action.on[screen].label,
            tooltip=action.on[screen].tip or action.tip,
            id=action.id,
            show=action.id in FOOTER[screen],
            priority=action.priority,
        )
        for action in ACTIONS
        if screen in action.on and _is_cursor(action.id) == cursor and action.keys
    ]


OF_THE_APP = {"curtain": "curtain", "leave": "quit", "redraw": "redraw"}
"""Actions that the app has for all screens, by its own name for them."""


def method(action: Action, screen: str) -> str:
    """Return the Textual action of an action on a screen; those of the program are the app's."""
    id = action.id
    if id.startswith("go-"):
        return f"app.go_to('{id.removeprefix('go-')}')"
    if id in OF_THE_APP:
        return f"app.{OF_THE_APP[id]}"
    name, _, direction = id.partition("-")
    if _is_cursor(id):
        return f"cursor('{direction}', {FAR if name == 'far' else 1})"
    if action.on[screen].leads:
        return f"lead('{id}')"
    words = id.split("-")
    ways = [STEPS[word] for word in words if word in STEPS]
    name = "_".join(word for word in words if word not in STEPS)
    if ways:
        return f"{name}({ways[0]})"
    return name


Result = TypeVar("Result")

AT_ONCE = frozenset({"f9", "ctrl+q"})
"""Keys that are never held: the curtain, and the way out."""
PATIENCE = 0.4
"""Seconds after which the keys are let go when no line came."""
DECIDING = 10.0
"""The same while the rules decide: then it is known when they have, however slow the machine."""
OPENING_WORK = ("default", "pages", "change", "import", "perform")
"""How the groups of those workers begin that open or record something; others work out."""


class KeyUnderWay:
    """A key under way: where it went, and what there was before it."""

    def __init__(self, app: App[Any]) -> None:
        self.screen = app.screen
        self.target: Widget = app.focused or app.screen
        self.workers: frozenset[Worker[Any]] = frozenset(app.workers)
        self.askers = [one.asker for one in app.screen_stack if isinstance(one, Modal)]
        """The workers that wait for what is answered in modals."""
        self.work: tuple[str, ...] = OPENING_WORK
        """The groups of the workers to wait for."""
        self.settled = False
        """Whether all that it did at once is done."""

    def move_on(self, screen: Screen[Any]) -> None:
        """Wait for another screen alone; if all modals are gone, for the workers that asked, too.

        They go on with the answer then.
        """
        self.work = ()
        if isinstance(self.screen, Modal) and not isinstance(screen, Modal):
            self.work = OPENING_WORK
            self.workers = self.workers.difference(self.askers)
        self.screen = screen
        self.settled = True


class Reading(Protocol):
    """What a screen works out and keys go by; its attribute `readings`."""

    def is_behind(self, key: str, /) -> bool:
        """Whether the key goes by something that is not known yet."""

    async def catch_up(self, key: str, /) -> None:
        """Wait until all that the key goes by is known."""


class Dealt(Posted):
    """Follows a key, and then what the key posted, all the way to the app."""

    def __init__(self, stroke: KeyUnderWay, last: bool = False) -> None:
        super().__init__()
        self.set_sender(stroke.target)
        self.stroke = stroke
        self.last = last


class TypeAhead(App[Result]):
    """An app that deals with one key after the other.

    The keys behind one are held until that is dealt with, and what it opens can take them. A key
    that goes by what its screen is still working out is held until that is known. What is typed
    into a line is not held.
    """

    @property
    def keys(self) -> Keymap:
        """The keys in force: those of the table, if an app has no others."""
        return keymap()

    class LetGo(Posted):
        """Releases the keys held when it was posted, unless more have been held since.

        `drop`: throws them away instead. `late`: they have waited long enough for their screen.
        """

        def __init__(self, hold: int, *, drop: bool = False, late: bool = False) -> None:
            super().__init__()
            self.hold = hold
            self.drop = drop
            self.late = late

    def __init__(self) -> None:
        super().__init__()
        self._ahead: list[events.Key] | None = None
        self._patience: Timer | None = None
        self._holds = 0
        self._late = False
        """Whether the next key has waited long enough for its screen."""
        self._is_typing = False
        """Whether a line was given a character last."""
        self._stroke: KeyUnderWay | None = None
        """The key for which keys are held; None: for something else."""
        self._once: Collection[str] = ()
        """The keys that mean nothing again as long as keys are held, if they come next."""
        self._is_repeated = False
        """Whether such were thrown away."""
        self.repeated_at = 0.0
        """When the last of them was typed, by the clock of the event loop."""
        self.typed_at = 0.0
        """When the key that is dealt with was typed, by the same clock."""
        self.key = ""
        """That key, by Textual's name."""
        self.key_before = ""
        """The key that was dealt with before it."""

    async def on_event(self, event: events.Event) -> None:
        """Hold a key while one before it is under way; else follow what it does."""
        if not isinstance(event, events.Key) or event.is_forwarded or event.key in AT_ONCE:
            await super().on_event(event)
        elif self._ahead is not None and self.interrupts(event):
            self._ahead.clear()
        elif self._ahead == [] and event.key in self._once:
            self._note_repeat(event)
        elif self._ahead is not None:
            # before the program reads keys itself, the terminal makes a line feed of Enter
            self._ahead.append(events.Key("enter", "\r") if event.key == "ctrl+j" else event)
        elif (reading := self._reading_for(event.key)) is not None:
            self.hold(DECIDING, (event,))
            self.run_worker(self._catch_up(reading, event.key, self._holds), group="ahead")
        else:
            self._late = False
            await self._deal_with(event)

    async def _deal_with(self, key: events.Key) -> None:
        # The brushes consume characters, too, but as commands: those are no typing.
        self.key_before = self.key
        self.key = key.key
        self.typed_at = key.time
        line = self.focused
        stroke = KeyUnderWay(self)
        modal = self.screen
        if isinstance(modal, Modal) and self._is_for_beneath(modal, key):
            modal.dismiss(None)
            self.pass_on(key)
        elif isinstance(line, Input) and line.check_consume_key(key.key, key.character):
            self._is_typing = True
            await super().on_event(key)
        elif self._is_typing:  # what was typed before it comes first: Tab would overtake that
            self._is_typing = False
            self._hold_behind(stroke, key)
        else:
            holds = self._holds
            await super().on_event(key)
            if holds == self._holds:
                self._hold_behind(stroke)

    def _is_for_beneath(self, modal: Modal[Any], key: events.Key) -> bool:
        if modal.YIELDS == "numbers" and key.key.isdecimal():
            return True
        return modal.YIELDS != "" and key.key in self.keys.keys("palette")

    def _hold_behind(self, stroke: KeyUnderWay, *first: events.Key) -> None:
        self.hold(PATIENCE, first)
        self._stroke = stroke
        self._follow_up(Dealt(stroke))

    def _follow_up(self, dealt: Dealt) -> None:
        if not dealt.stroke.target.post_message(dealt):
            self._settle(dealt.stroke)

    @on(Dealt)
    def _dealt(self, dealt: Dealt) -> None:
        if dealt.stroke is not self._stroke:
            return
        if dealt.last:
            self._settle(dealt.stroke)
        else:
            self._follow_up(Dealt(dealt.stroke, last=True))

    def _settle(self, stroke: KeyUnderWay) -> None:
        opening = [
            one
            for one in set(self.workers) - stroke.workers
            if one.group.startswith(stroke.work) and not one.is_finished
        ]
        if self.screen is not stroke.screen:  # once more when it is there
            self._wait(DECIDING)
            stroke.move_on(self.screen)
            self.screen.call_after_refresh(self.post_message, Dealt(stroke, last=True))
        elif opening:
            self._wait(DECIDING)
            stroke.settled = True
            self.run_worker(self._outlast(opening, self._holds), group="ahead")
        else:
            self.let_go()

    async def _outlast(self, opening: list[Worker[object]], hold: int) -> None:
        for one in opening:
            with suppress(WorkerError):
                await one.wait()
        self.post_message(self.LetGo(hold))

    def _reading_for(self, key: str) -> Reading | None:
        # What is still worked out that the key goes by; None: nothing, or it has waited long.
        readings: Reading | None = getattr(self.screen, "readings", None)
        if self._late or readings is None or not readings.is_behind(key):
            return None
        return readings

    async def _catch_up(self, reading: Reading, key: str, hold: int) -> None:
        await reading.catch_up(key)
        self.post_message(self.LetGo(hold))

    def hold(self, patience: float, first: Iterable[events.Key] = ()) -> None:
        """Hold keys from now on, until `let_go`, or for as many seconds as the patience is.

        `first` were typed before those already held. What a key opens is waited for without it.
        """
        self._ahead = [*first, *(self._ahead or ())]
        self._holds += 1
        self._stroke = None
        self._wait(patience)

    def hold_once(self, patience: float, once: Collection[str]) -> None:
        """Hold keys, but throw away those of `once` that were typed again before all others.

        They repeat the key under way, and were typed when the screen offered what that does.
        """
        self.hold(patience)
        self._once = once
        ahead = self._ahead or []
        others = next((at for at, key in enumerate(ahead) if key.key not in once), len(ahead))
        if others:
            self._note_repeat(ahead[others - 1])
        del ahead[:others]

    def _note_repeat(self, key: events.Key) -> None:
        self._is_repeated = True
        self.repeated_at = key.time

    def _wait(self, patience: float) -> None:
        if self._patience is not None:
            self._patience.stop()
        self._patience = self.set_timer(patience, self._lose_patience)

    def _lose_patience(self) -> None:
        stroke = self._stroke
        if stroke is None or stroke.settled:
            self.post_message(self.LetGo(self._holds, late=True))
        elif self.screen is stroke.screen and stroke.target.is_attached:
            self._wait(PATIENCE)  # what has not dealt with it could not deal with the next one
        else:
            self._settle(stroke)

    def interrupts(self, key: events.Key) -> bool:
        """Whether a key ends what keys are held for, with those that were held before it."""
        return False

    def interrupt(self) -> None:
        """Heed a held key that interrupts what is begun just now, with those held before it."""
        held = self._ahead or []
        for place, event in enumerate(held):
            if self.interrupts(event):
                del held[: place + 1]
                return

    @property
    def holding(self) -> bool:
        """Whether keys are held that were typed already."""
        return bool(self._ahead)

    def pass_on(self, key: events.Key) -> None:
        """Give a key to the screen that is in front now, before those typed behind it."""
        self.hold(PATIENCE, (key,))
        self.let_go()

    def let_go(self) -> None:
        """Release the held keys in order, after those under way."""
        self.post_message(self.LetGo(self._holds))

    @on(Modal.Ready)
    def _opened(self, ready: Modal.Ready) -> None:
        # the modal beneath one that closed is ready, too: it is not what the key after opens, and
        # may be gone by now
        if ready.modal is not self.screen:
            return
        if self._stroke is None or self.screen is not self._stroke.screen:
            self.let_go()

    def discard(self) -> None:
        """Throw away the keys held or under way: they belonged to what was refused.

        Kept if the first of them names another target.
        """
        self.hold(PATIENCE)
        self.post_message(self.LetGo(self._holds, drop=True))

    def drop_held(self, first: str, among: Callable[[events.Key], bool]) -> int:
        """Throw away the keys that are held, from the first of this name on; return how many.

        All are kept if one before it is not `among` those that it belongs to.
        """
        held = self._ahead or []
        for place, event in enumerate(held):
            if event.key == first:
                dropped = len(held) - place
                del held[place:]
                return dropped
            if not among(event):
                return 0
        return 0

    def say_dropped(self, count: int) -> None:
        """Say that so many keys were thrown away: nothing, unless an app has where to say it."""

    def say_repeated(self) -> None:
        """Say that a key was typed again while it was under way, and did nothing more."""

    @on(LetGo)
    async def _let_go(self, message: LetGo) -> None:
        if message.hold != self._holds or self._ahead is None:
            return
        if not self.screen_stack:  # the program is closing
            return
        held = self._ahead
        self._ahead = None
        self._stroke = None
        self._once = ()
        if self._is_repeated:
            self._is_repeated = False
            self.say_repeated()
        if self._patience is not None:
            self._patience.stop()
        spared = getattr(self.screen, "means_another", None)
        if message.drop and not (held and spared is not None and spared(held[0])):
            if held:
                self.say_dropped(len(held))
            return
        self._late = message.late and bool(held)
        while held and self._ahead is None:
            event = held.pop(0)
            released = events.Key(event.key, event.character)
            released.time = event.time
            await self.on_event(released)
        if held:
            self._ahead = [*(self._ahead or ()), *held]
