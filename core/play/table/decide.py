"""Decisions about each command of the table.

A ruling sets one figure now, or overrules a past entry; its values are checked first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from fractions import Fraction
from typing import assert_never

from core.calendars import DAY
from core.combat.attack.scores import total
from core.combat.board.squares import parse_square
from core.creatures import Mode
from core.dice import Question, Situation
from core.files import exact_number
from core.messages import Message, Metres, Refusal, Template, exact
from core.play.facts.encounter import INVISIBLE
from core.play.facts.fight.combatants import (
    Being,
    fight_of,
    figure_of,
    find,
    sheet,
    side,
    someone,
)
from core.play.facts.road.commands import SetRoute
from core.play.facts.road.events import PlanDropped
from core.play.facts.state import AT_THE_START, Assets, Boat, Member, State, refuse_id
from core.play.facts.state import someone as member
from core.play.facts.table.commands import (
    AdoptMap,
    AdoptRuleset,
    Amend,
    CallCheck,
    Correction,
    Count,
    EditMember,
    FoundCampaign,
    Heal,
    Hurt,
    Join,
    Leave,
    MarkHexes,
    PlaceBoat,
    Points,
    Rule,
    SetHouseRule,
    SetPresent,
    TableCommand,
    WriteNote,
)
from core.play.facts.table.events import (
    NOBODY,
    Amended,
    BoatPlaced,
    Founded,
    HexesMarked,
    HouseRuleSet,
    MapAdopted,
    Noted,
    RulesetAdopted,
    RulingMade,
)
from core.play.facts.table.evolve import amended, points_of
from core.play.fight.blows.points import MOST, dealt, dealt_blows
from core.play.fight.fight_scene import changes_of, field_of, situations_of
from core.play.fight.health import damaged, health, known_con_modifier
from core.play.fight.setup.places import HIGHEST, body_at
from core.play.fight.turns.balancing import keep_balance
from core.play.fight.turns.dying import CHECK, checks, heal, settles, strike, survive
from core.play.fight.turns.each_turn import stop_bleeding
from core.play.fight.turns.lasting_conditions import learn_effects
from core.play.party import membership
from core.play.resolution import Resolution
from core.play.road import reunion
from core.play.road.deadlines import change_plan
from core.play.road.way_ahead import set_route
from core.play.table.agreement import further_corrections
from core.play.table.narration import narrate_correction
from core.receipts import Receipt
from core.rulesets.schema import Ruleset
from core.rulesets.switches import setting_words
from core.travel.regionmap import RegionMap
from core.travel.stretches import LAND, boat_row
from core.values import replace

WRITTEN: dict[str, Template] = {
    "fortitude": "Fortitude on the sheet",
    "reflex": "Reflex on the sheet",
    "will": "Will on the sheet",
    "perception": "Perception on the sheet",
    "acrobatics": "Acrobatics on the sheet",
}
"""Checks whose modifiers are on the sheets."""
CONSTITUTION = "constitution"
SAVES = ("fortitude", "reflex", "will")
ABILITY_NAMES = (
    "strength",
    "dexterity",
    "constitution",
    "intelligence",
    "wisdom",
    "charisma",
)
SHORTEST = 3
"""The fewest letters of such a check's name: "ref", "fort"."""


def call(resolution: Resolution, command: CallCheck) -> None:
    """Call a check with each creature's modifier from its sheet plus the GM's.

    Sheets have the saves, Perception and Acrobatics; for all else, and where the sheet has
    nothing, the GM's number is the whole modifier. What conditions do to a check counts on top
    (C-218, C-252). A bare "stabilise" is the check of the dying, as in
    their turn. Refusals: "nobody", "amounts", "unknown_member", "not_dying", "no_improved_cover".
    """
    state = resolution.state
    assets = resolution.assets
    if _of_the_dying(command):
        _stabilise(resolution, command)
        return
    _refuse_cover(command, resolution.rules)
    for being, number in _each(command, state):
        clock = state.clock
        dc = command.dc
        save = is_save(command.name)
        key = f"check/day-{clock.day}/{exact(clock.hour)}/{command.name}/{being.id}"
        said = resolution.said_of(key)
        modifier, why = modified(
            being, command.name, number, state, assets, improved=command.improved, about=said
        )
        question = Question(
            key,
            Message("{check}, {who}", check=command.name, who=being.name),
            being.id,
            modifier=modifier,
            dc=dc,
            naturals=save and dc is not None,
            why=why,
            situations=_situations(being, command.name, state, assets, said),
        )
        outcome = resolution.check(question, command.name)
        resolution.receipts.append(why)
        if save and outcome is not None and outcome.success is False:
            keep_balance(resolution, being.id)


def is_save(name: str) -> bool:
    """Whether a check of this name, or its beginning, is a save: naturals decide it."""
    return _field(name) in SAVES


def _of_the_dying(command: CallCheck) -> bool:
    return command.name.casefold() == CHECK and command.dc is None and not command.modifiers


def _stabilise(resolution: Resolution, command: CallCheck) -> None:
    rules = resolution.rules
    asked = [being for being, _ in _each(command, resolution.state)]
    dying = [
        being.id
        for being in asked
        if side(being, None) in rules.combat.dying.checked and health(being, rules).slug == "dying"
    ]
    if not dying:
        names = tuple(being.name for being in asked)
        raise Refusal("not_dying", "None of these makes a check of the dying: {who}.", who=names)
    for who in dying:
        checks(resolution, who)


def whom(state: State, who: str) -> Being:
    """Return the member, or creature of the fight. Refusal "unknown_member"."""
    return find(state, who) or member(state, who)


def modified(
    being: Being,
    name: str,
    said: int,
    state: State,
    assets: Assets,
    *,
    improved: bool = False,
    about: Iterable[str] = (),
) -> tuple[int, Receipt]:
    """Return the modifier of a check of this name, or its beginning, and its receipt.

    It is the sheet's, with what conditions do to it (C-218, C-252), what a climb or swim speed adds
    to such a check (C-129, C-130, C-139, C-140), and what is `said`. A check of
    Constitution has the modifier of the score where that is known. `improved`: it hides behind
    improved cover. `about` are the GM's words about the occasion: "fear".
    """
    field = _field(name)
    parts = []
    modifier: int | None
    if field:
        modifier = getattr(sheet(being), field)
    else:
        modifier = None
    constitution = known_con_modifier(being) if _is_constitution(name) else None
    if constitution is not None:
        modifier = constitution
        parts.append(Receipt(Message("Constitution on the sheet"), _plus(modifier)))
    elif modifier is not None:
        parts.append(Receipt(Message(WRITTEN[field]), _plus(modifier)))
    elif field:
        parts.append(Receipt(Message("nothing is written on the sheet"), _plus(0)))
    change = _changes_of_check(being, name, field, state, assets, about)
    if _goes_unseen(name):
        change = (*change, *_unseen(being, state, assets.rules))
    if improved:
        change = (*change, *_covered(assets.rules))
    change = (*change, *_by_speed(being, name, assets.rules))
    parts += change
    if said or not parts:
        parts.append(Receipt(Message("the GM's word"), _plus(said)))
    whole = (modifier or 0) + said + total(change)
    label = Message("{check} check of {who}", check=name, who=being.name)
    return whole, Receipt(label, _plus(whole), parts=tuple(parts))


STEALTH = ("stealth", "hide", "sneak")
"""The names of checks to go unseen."""


def _unseen(being: Being, state: State, rules: Ruleset) -> tuple[Receipt, ...]:
    # C-201: what invisibility adds to them, less while its bearer moves in this turn.
    figures = rules.combat.concealment
    traits = (*sheet(being).traits, *(one.name for one in being.lasting))
    if INVISIBLE not in traits or not rules.states("C-201"):
        return ()
    figure = figure_of(state, being.id)
    moves = figure is not None and figure.spent.squares > 0
    number = figures.invisible_moving if moves else figures.invisible_still
    label = Message("invisible, standing still")
    if moves:
        label = Message("invisible, moving in this turn")
    return (rules.cite("C-201", label, number),)


def _goes_unseen(name: str) -> bool:
    return name.strip().casefold().startswith(STEALTH)


MODES_BY_CHECK: tuple[Mode, ...] = ("climb", "swim")
"""The checks, by the modes of movement whose speed helps them."""


def _by_speed(being: Being, name: str, rules: Ruleset) -> Iterator[Receipt]:
    word = name.strip().casefold()
    for mode in MODES_BY_CHECK:
        row = rules.combat.movements.get(mode)
        helps = len(word) >= SHORTEST and mode.startswith(word)
        if row is None or not helps or not dict(sheet(being).speeds).get(mode):
            continue
        if row.bonus:
            yield rules.cite(row.rule, row.name_in(), row.bonus)


def _covered(rules: Ruleset) -> tuple[Receipt, ...]:
    # C-174: what improved cover adds to a check to go unseen.
    number = rules.combat.cover.of("improved").stealth
    return (rules.cite("C-174", Message("improved cover"), number),)


def _refuse_cover(command: CallCheck, rules: Ruleset) -> None:
    # Improved cover helps only checks to go unseen, in the systems that state what it adds.
    if not command.improved:
        return
    if not rules.combat.cover.of("improved").stealth:
        raise Refusal("no_improved_cover", "In these rules improved cover adds nothing to a check.")
    if not _goes_unseen(command.name):
        raise Refusal("no_improved_cover", "Improved cover helps a check of Stealth only.")


def _changes_of_check(
    being: Being, name: str, field: str, state: State, assets: Assets, about: Iterable[str]
) -> tuple[Receipt, ...]:
    figure = _figure_of_check(name, field, assets.rules)
    if not figure:
        return ()
    return changes_of(being, figure, state, assets, about)


def _situations(
    being: Being, name: str, state: State, assets: Assets, about: Iterable[str]
) -> tuple[Situation, ...]:
    # The occasions that the GM may say of a check of this name.
    figure = _figure_of_check(name, _field(name), assets.rules)
    if not figure:
        return ()
    return situations_of(being, figure, state, assets, about)


def _figure_of_check(name: str, field: str, rules: Ruleset) -> str:
    # The figure that a check of this name, or its beginning, is; "" = none that is known.
    if field in SAVES:
        return field
    if field:
        return f"skill {field}"
    word = name.strip().casefold().replace(" ", "_")
    if len(word) < SHORTEST:
        return ""
    ability = next((each for each in ABILITY_NAMES if each.startswith(word)), "")
    if ability:
        return f"check {ability[:3]}"
    skill = next((each for each in rules.combat.skills if each.startswith(word)), "")
    if skill:
        return f"skill {skill}"
    return ""


def _is_constitution(name: str) -> bool:
    word = name.strip().casefold()
    return len(word) >= SHORTEST and CONSTITUTION.startswith(word)


def _field(name: str) -> str:
    word = name.strip().casefold()
    found = next((one for one in WRITTEN if one.startswith(word)), "")
    if len(word) >= SHORTEST:
        return found
    return ""


def _each(command: CallCheck, state: State) -> Iterator[tuple[Being, int]]:
    # Who is asked, each with the modifier that the GM gives.
    if not command.who:
        raise Refusal("nobody", "Say who makes the check.")
    if len(command.modifiers) not in (0, 1, len(command.who)):
        raise Refusal("amounts", "Give one modifier for all, or one for each.")
    given = command.modifiers or (0,)
    if len(given) == 1:
        said = given * len(command.who)
    else:
        said = given
    for id, number in zip(command.who, said, strict=True):
        yield whom(state, id), number


def _plus(number: int) -> Message:
    return Message("{number:+}", number=number)


def rule(resolution: Resolution, command: Rule) -> None:
    """Set the figure; marched and hustled hours without `who` are for all present.

    From a new place a new way to the plan's goal is found, or the plan is dropped.
    Refusals `bad_ruling` for an unreadable value, `unknown_member`, `unknown_place`.
    """
    state = resolution.state
    assets = resolution.assets
    target = command.target
    reason = command.reason
    creature_ids: tuple[str, ...] = (command.who,)
    match target:
        case "clock":
            value = _clock(command.value, state)
        case "hours_used":
            value = exact(_hours_of_a_day(command))
        case "place":
            value, reason = _place_and_reason(command, _map(state, assets))
        case "damage" | "nonlethal" | "temporary":
            value = str(_points(command, whom(state, command.who)))
        case "strain":
            value = str(_points(command, member(state, command.who)))
        case "marched" | "hustled":
            value = exact(_hours_of_a_day(command))
            marching = (member(state, command.who),) if command.who else state.travellers
            creature_ids = tuple(one.id for one in marching)
        case "speed":
            value = exact(_speed(command, member(state, command.who)))
        case "stable" | "dead" | "position" | "elevation" | "movement" | "initiative":
            value = read_in_fight(command, state, assets)
        case _:
            assert_never(target)
    resolution.emit(*(RulingMade(target, value, one, reason) for one in creature_ids))
    if target in ("damage", "nonlethal"):
        settles(resolution, command.who)
    if target == "dead" and value == "no" and whom(state, command.who).dead:
        survive(resolution, command.who)
    if target == "place" and state.plan is not None and state.plan.goal:
        there = replace(state, place=value, plan=None, progress=AT_THE_START, aside=None)
        try:
            change_plan(resolution, set_route(SetRoute(state.plan.goal), there, assets))
        except Refusal:  # no way there any more: the party has to be sent anew
            change_plan(resolution, PlanDropped())


def _place_and_reason(command: Rule, region: RegionMap) -> tuple[str, str]:
    """Return the hex of a ruling and its reason: "alder ford by boat" has a name of two words."""
    words = [command.value, *command.reason.split()]
    for count in range(len(words), 1, -1):
        with suppress(Refusal):
            return region.find(" ".join(words[:count])), " ".join(words[count:])
    return region.find(command.value), command.reason


def _number(command: Rule) -> Fraction:
    number = exact_number(command.value)
    if number is None:
        raise Refusal("bad_ruling", "{value} is not a number.", value=command.value)
    if number < 0:
        raise Refusal("bad_ruling", "{value} is less than 0.", value=command.value)
    return number


def _hours_of_a_day(command: Rule) -> Fraction:
    number = _number(command)
    if number > DAY:
        raise Refusal(
            "bad_ruling", "A day has only 24 hours; {value} are too many.", value=command.value
        )
    return number


def _points(command: Rule, being: Being) -> int:
    number = _number(command)
    if number.denominator != 1:
        raise Refusal("bad_ruling", "Damage is a whole number, not {value}.", value=command.value)
    if number > MOST:
        raise Refusal("bad_ruling", "{value} is more than any creature has.", value=command.value)
    if command.target == "strain" and number > being.nonlethal + being.damage:
        raise Refusal(
            "bad_ruling",
            "{who} has {points} points of damage; no more than that can fatigue.",
            who=being.name,
            points=being.nonlethal + being.damage,
        )
    return int(number)


def _speed(command: Rule, member: Member) -> Fraction:
    if member.role != "character":
        raise Refusal(
            "bad_ruling",
            "The pace of {who} comes from the ruleset's tables; edit its kind or its load.",
            who=member.name,
        )
    speed = _number(command)
    if speed == 0:
        raise Refusal("bad_ruling", "A speed must be more than 0.")
    if speed > FASTEST_M:
        raise Refusal("bad_ruling", "A speed must be at most {most}.", most=Metres(FASTEST_M))
    return speed


def _clock(value: str, state: State) -> str:
    wrong = Refusal(
        "bad_ruling",
        "{value} is not a moment; type the day's number and the hour, such as 12 8.",
        value=value,
    )
    try:
        day, hour = value.split()
        hours = Fraction(hour)
        number = int(day)
    except (ValueError, ZeroDivisionError):
        raise wrong from None
    if not 0 <= hours < 24:
        raise wrong
    if abs(number - state.clock.day) > LONGEST_LEAP:
        raise Refusal(
            "bad_ruling", "The clock can be moved by at most {days} days.", days=LONGEST_LEAP
        )
    return f"{number} {exact(hours)}"


FASTEST_M = 15_000
"""The greatest speed, in metres a round."""
LONGEST_LEAP = 100_000
"""The most days by which a ruling moves the clock, either way."""
FARTHEST = 10_000
"""The longest movement of a turn, in squares."""
WORDS = {
    "yes": "yes", "y": "yes", "true": "yes", "1": "yes", "on": "yes",
    "no": "no", "n": "no", "false": "no", "0": "no", "off": "no",
}  # fmt: skip


def read_in_fight(command: Rule, state: State, assets: Assets) -> str:
    """Return the value of a ruling as it is recorded.

    Refusals: "unknown_member", "no_fight", "unknown_creature", "unknown_square", "off_the_map",
    and "bad_ruling" for an unreadable value.
    """
    value = command.value.strip()
    if command.target in ("stable", "dead"):
        whom(state, command.who)
        word = WORDS.get(value.lower())
        if word is None:
            raise Refusal(
                "bad_ruling", "{value} is not a ruling here; type yes or no.", value=value
            )
        return word
    fight = fight_of(state)
    being = someone(state, command.who)
    match command.target:
        case "position":
            if fight.figure(command.who) is None:
                raise Refusal("unknown_creature", "{who} is not on the board.", who=being.name)
            if value.lower() in ("", "off", "-"):
                return ""
            at = str(parse_square(value))
            body_at(being, at, field_of(fight, assets), assets.rules)
            return at
        case "elevation":
            return str(_count(value, HIGHEST))
        case "movement":
            return str(_count(value, FARTHEST))
        case _:
            number = exact_number(value)
            if number is None or abs(number) > FARTHEST:
                raise Refusal(
                    "bad_ruling",
                    "{value} is not a number from {least} to {most}.",
                    value=value,
                    least=-FARTHEST,
                    most=FARTHEST,
                )
            return exact(number)


def _count(value: str, most: int) -> int:
    number = exact_number(value)
    if number is None or number.denominator != 1 or not 0 <= number <= most:
        raise Refusal(
            "bad_ruling",
            "{value} is not a whole number from 0 to {most}.",
            value=value,
            most=most,
        )
    return int(number)


def amend(resolution: Resolution, command: Amend) -> None:
    """Apply the corrections of the amendment in order.

    Strain is a part of damage, so it is reduced before it and added after it. No more points are
    taken away than there are, nor dealt than the system knows. Hit points, dying, death and lying
    on the ground agree afterwards: what follows from the corrections is corrected, too. Refusals:
    "nothing_to_amend", "unknown_creature", "no_fight", "bad_ruling", those of a position.
    """
    now = resolution.state
    made = []
    for one in sorted(command.corrections, key=_turn):
        for each in _read(one, now, resolution.assets):
            now = amended(now, (each,))
            made.append(each)
    if not made:
        raise Refusal("nothing_to_amend", "There is nothing to correct.")
    for who in dict.fromkeys(each.who for each in made):
        while more := tuple(further_corrections(who, resolution.state, now, resolution.rules)):
            now = amended(now, more)
            made += more
    label = Message("entry {seq} overruled", seq=command.entry)
    parts = tuple(
        Receipt(narrate_correction(each, resolution.state), each.by or each.to, source="GM")
        for each in made
    )
    resolution.explain(Receipt(label, command.word, source="GM", parts=parts))
    resolution.emit(Amended(command.entry, command.word, tuple(made), command.reason))


def _turn(correction: Correction) -> int:
    if correction.target not in ("strain", "strain_lethal"):
        return 1
    return 0 if correction.by < 0 else 2


def _read(correction: Correction, state: State, assets: Assets) -> Iterator[Correction]:
    being = someone(state, correction.who)
    match correction.target:
        case "damage" | "nonlethal" | "temporary" | "strain" | "strain_lethal":
            by = _corrected_points(correction, correction.target, being, assets.rules)
            if by:
                yield replace(correction, by=by)
        case "position" | "elevation":
            fight_of(state)
            told = Rule(correction.target, correction.to or "off", correction.who)
            yield replace(correction, to=read_in_fight(told, state, assets))
        case "stable" | "dead":
            yield replace(
                correction,
                to=read_in_fight(
                    Rule(correction.target, correction.to, correction.who), state, assets
                ),
            )
        case "condition":
            yield correction


def _corrected_points(correction: Correction, target: Points, being: Being, rules: Ruleset) -> int:
    if abs(correction.by) > MOST:
        raise Refusal("bad_ruling", "{value} is more than any creature has.", value=correction.by)
    if correction.by < 0:
        return max(correction.by, -points_of(being, target))
    if target in ("strain", "strain_lethal") and not isinstance(being, Member):
        return 0
    if target == "damage":
        return correction.by - damaged(replace(being, temporary=0), correction.by, rules).beyond
    return correction.by


def house_rule(command: SetHouseRule, rules: Ruleset) -> HouseRuleSet:
    """Set a switch.

    Refusals: `unknown_switch`; `bad_setting` for a value that it does not have; `already_set`.
    """
    row = rules.switches.get(command.switch)
    if row is None:
        raise Refusal(
            "unknown_switch",
            "There is no switch {name}. Type one of {choices}.",
            name=command.switch,
            choices=tuple(rules.switches),
        )
    if command.value not in row.settings:
        raise Refusal(
            "bad_setting",
            "{value} is not a value of {switch}: type one of {choices}.",
            value=setting_words(command.value),
            switch=row.name_in(),
            choices=tuple(setting_words(value) for value in row.settings),
        )
    if command.value == row.value:
        raise Refusal(
            "already_set",
            "{switch} is {value} already.",
            switch=row.name_in(),
            value=setting_words(command.value),
        )
    usual = command.value == rules.default_of(command.switch)
    return HouseRuleSet(command.switch, command.value, row.name_in(), usual, command.reason)


def decide_table(resolution: Resolution, command: TableCommand) -> None:
    """Decide a command of the table; Refusals are those of its own function."""
    state = resolution.state
    assets = resolution.assets
    emit = resolution.emit
    match command:
        case FoundCampaign():
            if state.ruleset:
                raise Refusal("already_founded", "This campaign has already begun.")
            if not command.name.strip():
                raise Refusal("no_name", "A campaign needs a name.")
            emit(
                Founded(
                    command.name,
                    command.ruleset,
                    command.ruleset_name,
                    command.calendar,
                    command.start,
                )
            )
        case AdoptRuleset(ruleset, ruleset_name):
            emit(RulesetAdopted(ruleset, ruleset_name))
        case SetHouseRule():
            emit(house_rule(command, assets.rules))
        case AdoptMap():
            change_plan(resolution, adopt_map(command, assets))
        case MarkHexes(hexes, explored, known):
            if not hexes:
                raise Refusal("nothing_marked", "Mark a hex first.")
            refuse_unmapped(hexes, _map(state, assets))
            emit(HexesMarked(hexes, explored, known))
        case PlaceBoat():
            emit(*place_boat(command, state, assets))
            if command.boat.taken and not command.gone:
                _go_by_boat_taken(command.boat, resolution, assets)
        case Join():
            learn_effects(resolution, command.effects or ())
            for member in (command.member, *(command.also or ())):
                emit(membership.join(member, resolution.state, assets))
            for mounting in command.riders or ():
                emit(membership.let_ride(mounting.rider, mounting.mount, resolution.state))
        case EditMember():
            for member in (command.member, *(command.also or ())):
                emit(membership.edit(member, resolution.state, assets))
        case Leave():
            emit(*membership.leave(command, state))
        case Count():
            emit(membership.count(command, state))
        case SetPresent():
            reunion.set_present(resolution, command)
        case Hurt():
            for blow in dealt_blows(command, state, resolution.answers):
                target_id = whom(state, blow.who).id
                lethal = not command.nonlethal
                by = _find_dealer(state, target_id)
                strike(resolution, target_id, blow.parts, blow.key, lethal=lethal, by=by)
        case Heal():
            for creature_id, amount in dealt(command, state, resolution.answers):
                heal(resolution, whom(state, creature_id), amount, nonlethal_only=command.nonlethal)
                if not command.nonlethal:
                    stop_bleeding(resolution, creature_id)
        case CallCheck():
            call(resolution, command)
        case WriteNote():
            if not command.text.strip():
                raise Refusal("empty_note", "The note is empty: type its text.")
            emit(Noted(state.clock, command.text, command.shared))
        case Rule():
            rule(resolution, command)
        case Amend():
            amend(resolution, command)
        case _:
            assert_never(command)


def _find_dealer(state: State, target_id: str) -> str:
    # Who dealt typed points: who acts, unless it is the one that they are taken from.
    if state.fight is None or state.fight.sole_actor == target_id:
        return NOBODY
    return state.fight.sole_actor


def adopt_map(command: AdoptMap, assets: Assets) -> MapAdopted:
    """Adopt a map. Refusals `unknown_map`, `bad_scale`, `unknown_place`, `ambiguous_place`."""
    region = assets.regions.get(command.region)
    if region is None:
        raise Refusal("unknown_map", "There is no such map in this campaign.")
    if command.hex_km <= 0:
        raise Refusal("bad_scale", "A hex must be more than 0 km across.")
    place = region.find(command.place)
    return MapAdopted(command.region, command.hex_km, place, command.revision)


def _map(state: State, assets: Assets) -> RegionMap:
    region = assets.region(state)
    if region is None:
        raise Refusal("no_map", "This campaign has no map.")
    return region


def refuse_unmapped(hexes: Iterable[str], region: RegionMap) -> None:
    """Raise Refusal where one of these is no hex of the map: a mark there would mark nothing.

    Refusals "off_map", "unknown_place", "ambiguous_place"; "not_a_hex" for the name of a place.
    """
    for text in hexes:
        hex_id = region.find(text)
        if hex_id != text:
            raise Refusal(
                "not_a_hex", "'{text}' is not a hex. Write it as {hex}.", text=text, hex=hex_id
            )


def place_boat(command: PlaceBoat, state: State, assets: Assets) -> tuple[BoatPlaced, ...]:
    """Place a new boat, or one of the campaign elsewhere; take it instead of others; or remove it.

    Refusals `bad_id`, `no_name`, `id_used`, `unknown_boat`, `no_map`, `unknown_place`, `aboard`.
    """
    boat = command.boat
    if state.boat(boat.id) is not None and _is_aboard(boat.id, state):
        raise Refusal("aboard", "The party is aboard {boat}.", boat=boat.name)
    if command.gone and state.boat(boat.id) is None:
        raise Refusal("unknown_boat", "There is no boat {boat}.", boat=boat.name)
    refuse_id(boat.id, state)
    if not boat.name.strip():
        raise Refusal("no_name", "A boat needs a name.")
    if boat.id == LAND:
        raise Refusal("id_used", "The id {id} is taken.", id=boat.id)
    boat_row(assets.rules, boat.boat)
    if boat.at:
        _map(state, assets).find(boat.at)
    left = [one for one in state.boats if one.taken and one.id != boat.id and one.at == boat.at]
    if not boat.taken or command.gone:
        left = []
    return (
        *(BoatPlaced(replace(one, taken=False)) for one in left),
        BoatPlaced(boat, command.gone),
    )


def _go_by_boat_taken(boat: Boat, resolution: Resolution, assets: Assets) -> None:
    """Choose the way to the same goal anew where it would go by another boat of that place."""
    state = resolution.state
    plan = state.plan
    if plan is None or not plan.goal:
        return
    left_behind = {one.id for one in state.boats if one.at == boat.at and one.id != boat.id}
    ahead = plan.stretches[state.progress.stretch :]
    if all(stretch.mode not in left_behind for stretch in ahead):
        return
    ends = {stretch.end for stretch in ahead}
    via = tuple(place for place in plan.via if place in ends)
    with suppress(Refusal):  # else the way stays, for the game master to change
        change_plan(resolution, set_route(SetRoute(plan.goal, via), state, assets))


def _is_aboard(boat_id: str, state: State) -> bool:
    # Whether the party is in the midst of a way that it makes in this boat.
    at = state.progress
    if state.plan is None or not at.into_km or at.stretch >= len(state.plan.stretches):
        return False
    return state.plan.stretches[at.stretch].mode == boat_id
