"""Words of the command line that play a fight: conditions, turns, falls, the chase."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from core.messages import Refusal
from core.play.fight.blows.commands import CoupDeGrace, GiveTemporary, TakeCover, TakeInHand
from core.play.fight.moves.commands import Fall, MountUp, Push, Stand
from core.play.fight.turns.commands import (
    ActNow,
    ClearCondition,
    Delay,
    EndChase,
    Pause,
    Ready,
    Spend,
    Stabilise,
    StartChase,
)
from core.play.table.commands import Rule
from core.play.union import Command
from tui.play.typed.durations import duration, is_duration
from tui.play.typed.line import Args, FightVerb, Go, Parsed, Scope, need, needs
from tui.play.typed.reading import square, whole


def _condition(words: Args, scope: Scope) -> Command:
    name = condition_name(words[0], scope.shown.conditions)
    lasts = [word for word in words[1:] if is_duration(word)]
    who = scope.several(word for word in words[1:] if word not in lasts)
    if not who:
        raise Refusal("nobody_named", "Who? Add a letter or a name, as in 7 h.")
    return duration(lasts, scope.one).on(who, name)


def condition_name(text: str, known: tuple[str, ...]) -> str:
    """The condition that `text` names or uniquely begins; else a timer of that name."""
    plain = text.lower().replace("-", "_")
    starts = [name for name in known if name.startswith(plain)]
    return starts[0] if len(starts) == 1 and plain not in known else plain


def _fall(words: Args, scope: Scope) -> Command:
    who, more = scope.one(words[0]), words[1:]
    numbers = [word for word in more if word[0].isdigit()]
    for word in more:
        if word not in numbers and word not in ("soft", "jumps"):
            raise Refusal("unknown_word",
                          "'{word}' does not describe a fall. Type a height, soft or jumps.",
                          word=word)  # fmt: skip
    return Fall(who, whole(numbers[0]) if numbers else None, "soft" in more, "jumps" in more)


def _push(words: Args, scope: Scope) -> Command:
    who = scope.one(words[0])
    figure = scope.encounter.figure(who)
    path = tuple(square(word) for word in words[1:])
    start = figure.at if figure is not None else ""
    return Push(who, path if path[0] == start else (start, *path))


def _mount(words: Args, scope: Scope) -> Command:
    squares = words[words.index("at") + 1 :] if "at" in words else ()
    named = words[: words.index("at")] if "at" in words else words
    mount = scope.one(named[1]) if len(named) > 1 else ""
    return MountUp(scope.one(named[0]), mount, square(squares[0]) if squares else "")


def _spend(back: bool) -> FightVerb:
    def spend(words: Args, scope: Scope) -> Command:
        return Spend(scope.one(words[0]), tuple(word.replace("-", "_") for word in words[1:]), back)

    return spend


def _chase(words: Args, scope: Scope) -> Parsed:
    if not words:
        return Go("chase")
    if words[0] in ("over", "end"):
        return EndChase(" ".join(words[1:]))
    at = words.index("by") if "by" in words else len(words)
    behind = words[at + 1 :]
    lead = [word for word in behind if word.isdigit()]
    quarry = scope.several(words[:at])
    pursuers = scope.several(word for word in behind if word not in lead)
    if not quarry or not pursuers:
        need((), 1, "chase t by a-c 24")
    return StartChase(quarry, pursuers, whole(lead[0]) if lead else 0)


FIGHT: Mapping[str, FightVerb] = MappingProxyType(
    {
        "condition": needs(2, "condition prone h 3", _condition),
        "clear": needs(
            2,
            "clear prone h",
            lambda words, scope: ClearCondition(
                scope.several(words[1:]), condition_name(words[0], scope.shown.conditions)
            ),
        ),
        "temp": needs(
            2,
            "temp 5 h",
            lambda words, scope: GiveTemporary(scope.several(words[1:]), (whole(words[0]),)),
        ),
        "fall": needs(1, "fall t 3", _fall),
        "push": needs(2, "push d e9 e10", _push),
        "stand": needs(1, "stand h", lambda words, scope: Stand(scope.one(words[0]))),
        "lie": needs(1, "lie h", lambda words, scope: Stand(scope.one(words[0]), True)),
        "mount": needs(1, "mount h pony at k9", _mount),
        "ready": needs(
            2,
            "ready h when he comes",
            lambda words, scope: Ready(scope.one(words[0]), " ".join(words[1:])),
        ),
        "delay": needs(1, "delay h", lambda words, scope: Delay(scope.one(words[0]))),
        "act": needs(1, "act h", lambda words, scope: ActNow(scope.one(words[0]))),
        "spend": needs(2, "spend h standard", _spend(False)),
        "refund": needs(2, "refund h move", _spend(True)),
        "stabilise": needs(1, "stabilise h", lambda words, scope: Stabilise(scope.one(words[0]))),
        "coup": needs(
            2,
            "coup h d",
            lambda words, scope: CoupDeGrace(scope.one(words[0]), scope.one(words[1])),
        ),
        "cover": needs(
            1, "cover h", lambda words, scope: TakeCover(scope.one(words[0]), "off" in words[1:])
        ),
        "wield": needs(
            2,
            "wield h 2",
            lambda words, scope: TakeInHand(scope.one(words[0]), whole(words[1]) - 1),
        ),
        "chase": _chase,
        "init": needs(
            2,
            "init h 15.5",
            lambda words, scope: Rule(
                "initiative", words[1].replace(",", "."), scope.one(words[0]), " ".join(words[2:])
            ),
        ),
        "pause": lambda words, scope: Pause(),
    }
)
