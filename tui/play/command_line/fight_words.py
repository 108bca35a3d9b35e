"""The words of the command line for a fight: :condition, :attack, :fall, :chase."""

from __future__ import annotations

import re
from typing import Literal, get_args

from core.combat.board.squares import NAME
from core.dice import Ties
from core.files import exact_number
from core.messages import Refusal
from core.play.facts.encounter import is_among
from core.play.facts.fight.blows.commands import (
    CastSpell,
    CoupDeGrace,
    GiveTemporary,
    MakeAttack,
    TakeCover,
    TakeInHand,
)
from core.play.facts.fight.combatants import everyone
from core.play.facts.fight.moves.commands import Catch, Fall, Push, Stand
from core.play.facts.fight.turns.commands import (
    ActNow,
    ChaseAllDay,
    ClearCondition,
    Delay,
    EndChase,
    Pause,
    PickOne,
    Ready,
    Spend,
    Stabilise,
    StartChase,
)
from core.play.facts.table.commands import Rule
from core.play.fight.blows.attack_words import is_attack_word, known_words, read_attack_words
from core.play.fight.setup.saddles import mounting
from core.play.union import Command
from core.rulesets.combat_schema import Covered
from core.values import replace
from tui.kit.numbers import read_whole
from tui.play.command_line.effect_words import read_effect
from tui.play.command_line.typed_line import (
    TypedLine,
    TypedWord,
    command_word,
    creature,
    creatures,
    duration,
    incomplete,
    is_duration,
    number,
    one_of,
    optional,
    square,
    table,
    text,
    title,
)
from tui.play.command_line.typed_names import read_condition, read_lasting

TIES: tuple[Ties, ...] = get_args(Ties)
DICE_TYPED = r"\d*d\d\S*"
"""Dice beside a name: \"3d6\"."""
LEAST_NAMES = 2
"""An attack has a creature that attacks, and one that is attacked."""


def _condition(line: TypedLine) -> Command:
    name = read_condition(line)
    line.join_names()
    words = line.some()
    lasts = [word for word in words if is_duration(word)]
    creature_ids = line.several(word for word in words if word not in lasts)
    if not creature_ids:
        raise Refusal("nobody_named", "Who? Add a letter or a name, as in 7 h.")
    return replace(duration(lasts, line.one), who=creature_ids, name=name)


def _clear(line: TypedLine) -> Command:
    name = read_lasting(line) or read_condition(line)
    if line.words:
        return ClearCondition(creatures(line), name)
    having = [being.id for being in everyone(line.state) if is_among(being.lasting, name)]
    if not having:
        raise incomplete(line.example)
    return ClearCondition(tuple(having), name)


def _total(line: TypedLine) -> str:
    word = line.word().replace(",", ".")
    if exact_number(word) is None:
        raise Refusal("bad_number", "'{text}' is not a number.", text=word)
    return word


def _fall(line: TypedLine) -> Command:
    upon = line.after("on")
    words = line.words
    depth = None
    if "soft" in words[:-1] and len([word for word in words if word.isdecimal()]) > 1:
        depth = read_whole(words.pop(words.index("soft") + 1))
    soft = line.flag("soft")
    jumps = line.flag("jumps")
    edge = line.flag("grab")
    flight = line.flag("arrest")
    heights = line.matching(r"\d.*")
    height = read_whole(heights[0]) if heights else None
    catch: Catch = ""
    if edge:
        catch = "edge"
    elif flight:
        catch = "flight"
    below, dice = _fallen_upon(line, upon)
    fallen = Fall("", height, soft, jumps, depth=depth, on=below, dice=dice, catch=catch)
    rest = line.rest()
    line.words = [*rest]
    try:
        fallen = replace(fallen, who=creature(line))
    except Refusal:
        if not below or not rest:
            raise
        line.words = []
        return replace(fallen, thing=" ".join(rest))
    if line.words:
        raise Refusal(
            "unknown_word",
            "'{word}' does not describe a fall. Type a height, soft, jumps, grab, arrest, or on and"
            " a creature.",
            word=line.word(),
        )
    return fallen


def _fallen_upon(line: TypedLine, words: tuple[str, ...]) -> tuple[str, str]:
    # The id of who is fallen upon, and the dice of what that takes; "" = nobody, none typed.
    if not words:
        return "", ""
    dice = next((word for word in words if re.fullmatch(DICE_TYPED, word)), "")
    return line.one(" ".join(word for word in words if word != dice)), dice


def _push(line: TypedLine) -> Command:
    creature_id = creature(line)
    path = tuple(map(square, line.some()))
    figure = line.encounter.figure(creature_id)
    start = figure.at if figure is not None else ""
    return Push(creature_id, path if path[0] == start else (start, *path))


def _mount(line: TypedLine) -> Command:
    at = line.after("at")
    rider = creature(line)
    mount = optional(creature, "")(line)
    place = next(map(square, at[:1]), "")
    return mounting(line.state, line.encounter, rider, mount, place)


def _actions(line: TypedLine) -> tuple[str, ...]:
    return tuple(word.replace("-", "_") for word in line.some())


def _attack(line: TypedLine) -> Command:
    line.join_names()
    words = line.some()
    start = next((at for at, word in enumerate(words) if _is_no_name(word)), len(words))
    names = words[:start]
    said = words[start:]
    if len(names) < LEAST_NAMES:
        raise incomplete(line.example)
    index = None
    if said and said[0].isdigit():
        index = read_whole(said[0]) - 1
        said = said[1:]
    target, place = _target(line, names[-1])
    command = MakeAttack(line.several(names[:-1]), target, index, square=place)
    if line.shown.rules is not None:
        line.wanted = known_words(line.shown.rules)
    if not said:
        return command
    if line.shown.rules is None:
        raise incomplete(line.example)
    return read_attack_words(said, line.shown.rules).of(command)


def _target(line: TypedLine, name: str) -> tuple[str, str]:
    # The id of a creature, or else a square; the other is "".
    try:
        return line.one(name), ""
    except Refusal:
        if not NAME.fullmatch(name.upper()):
            raise
    return "", square(name)


QUIET = "quiet"
"""The word by which a spell provokes nobody."""


def _strike(line: TypedLine) -> Command:
    line.join_names()
    words = line.some()
    if len(words) < LEAST_NAMES:
        raise incomplete(line.example)
    return MakeAttack(line.several(words[:-1]), line.one(words[-1]), opportunity=True)


def _cast(line: TypedLine) -> Command:
    caster = creature(line)
    quiet = line.flag(QUIET)
    level = None
    if line.words and line.words[-1].isdecimal():
        level = read_whole(line.words.pop())
    return CastSpell(caster, text(line), level, quiet)


def _is_no_name(word: str) -> bool:
    return word.isdigit() or is_attack_word(word)


def _chase(line: TypedLine) -> Command:
    if line.take("over", "end"):
        return EndChase(text(line))
    ties: Ties | Literal[""] = ""
    if "ties" in line.words:
        said = line.after("ties")
        ties = one_of(said[-1] if said else "", TIES, "unknown_ties")
    if line.flag("day"):
        behind = line.after("by")
        return ChaseAllDay(line.several(line.rest()), line.several(behind), ties)
    behind = line.after("by")
    lead = [word for word in behind if word.isdigit()]
    quarry = line.several(line.rest())
    pursuers = line.several(word for word in behind if word not in lead)
    if not quarry or not pursuers:
        raise incomplete(line.example)
    return StartChase(quarry, pursuers, read_whole(lead[0]) if lead else 0, ties)


FIGHT_WORDS: tuple[TypedWord, ...] = (
    TypedWord("condition prone h 3", "sets a condition or timer: 3, 5m, 1h, >O, O>", _condition),
    TypedWord(
        "effect song attack +1 circumstance; 5m h",
        "sets an effect with figures; keep song: for all campaigns",
        read_effect,
    ),
    TypedWord("clear prone h", "ends a condition or effect; of all who have it", _clear),
    command_word(
        "temp 5 h",
        "gives temporary hit points",
        GiveTemporary,
        amounts=lambda line: (number(line),),
        who=creatures,
    ),
    TypedWord("fall t 6 soft 2 on g", "a fall: squares; soft, jumps, grab, on whom", _fall),
    TypedWord("push d e9 e10", "pushes it along squares; provokes nobody", _push),
    command_word("stand h", "stands up", Stand, creature),
    command_word("lie h", "lies down", Stand, creature, True),
    TypedWord("mount h pony at k9", "mounts; without a mount, dismounts to a square", _mount),
    command_word("ready h when he comes", "readies an action", Ready, creature, title),
    command_word("delay h", "lets a creature wait", Delay, creature),
    command_word("act h", "acts now, after waiting or readying", ActNow, creature),
    command_word("spend h standard", "counts actions as used", Spend, creature, _actions),
    command_word("refund h move", "gives actions back", Spend, creature, _actions, True),
    command_word("any g h", "a die picks one of them", PickOne, creatures),
    command_word("stabilise h", "the dying creature is stable", Stabilise, creature),
    TypedWord(
        "attack h d 2 +2 ac-2 miss 30",
        "attacks: 2nd of the sheet, your words; h c4: a square",
        _attack,
    ),
    TypedWord("strike d h", "d takes the opportunity that you grant against h", _strike),
    TypedWord("cast h fireball 3", "casts a spell of level 3; quiet: provokes nobody", _cast),
    replace(
        command_word("coup h d", "a coup de grâce", CoupDeGrace, creature, creature),
        fits=lambda rules: rules.combat.mechanisms.helpless != "none",
    ),
    replace(
        command_word(
            "cover h",
            "takes cover (Pathfinder 2); off: leaves it",
            TakeCover,
            creature,
            lambda line: line.flag("off"),
        ),
        fits=lambda rules: rules.combat.cover.taken != Covered(),
    ),
    command_word(
        "wield h 2",
        "fights with the second attack of the sheet",
        TakeInHand,
        creature,
        lambda line: number(line) - 1,
    ),
    TypedWord(
        "chase t by a-c 24",
        "begins a chase, 24 squares ahead; day: all day; ties reroll; over ends it",
        _chase,
    ),
    command_word(
        "init h 15.5",
        "sets the initiative",
        Rule,
        "initiative",
        who=creature,
        value=_total,
        reason=text,
    ),
    command_word("pause", "pauses the encounter", Pause),
)
FIGHT = table(FIGHT_WORDS)
"""The words of a fight."""
