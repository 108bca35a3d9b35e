"""What the GM does at the table on any screen: time, notes, checks, points, conditions, mounts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import partial

from core.effects.effect import Effect
from core.messages import N_, Hours, KmPerHour, Message, Refusal
from core.play import queries
from core.play.facts.fight.combatants import find, name_combatant, token_of
from core.play.facts.fight.turns.commands import DamageAbility, SetCondition
from core.play.facts.road.commands import Camp, Ride, SetRiver
from core.play.facts.state import STAMINA, Boat, Member, State, counter_of, name_of
from core.play.facts.table.commands import CallCheck, PlaceBoat, WriteNote
from core.play.fight.previews import After, after_hurt
from core.play.fight.turns.lasting_conditions import value_of
from core.play.party.membership import carriers_for
from core.play.status import status
from core.play.union import Assets
from core.rulesets.schema import BoatRow, Ruleset
from core.values import replace
from saves.library.effect_library import known_effects
from tui.kit import lengths
from tui.kit.modal import Choice
from tui.kit.phrases import Words, phrase, say
from tui.kit.pick_list import PickOne, PickRow
from tui.kit.text_line import TextLine
from tui.play.command_line.command_line import PlayHost
from tui.play.command_line.damage_kinds import words_for_kinds
from tui.play.command_line.effect_words import (
    duration_by_level,
    read_level,
)
from tui.play.command_line.typed_line import Parsed, points, ruling
from tui.play.dice.dice_tray import DiceTray
from tui.play.road.party_table import boat_lines
from tui.play.table.arrival_words import describe_arrival
from tui.play.table.condition_effects import describe_conditions
from tui.play.table.condition_picker import Conditions, Picking, condition_names, recent
from tui.view import CampaignView

BOAT = "+boat"
"""The choice of a new boat."""
NONE = "none"
"""Who watches where nobody does."""


def camp(screen: PlayHost) -> None:
    """Make camp with last night's watches; ask for them where they matter, and afloat whether."""
    adrift = queries.drift_tonight(screen.state, screen.view.assets)
    if adrift is None:
        _camp(screen)
    else:
        screen.run_worker(_ask_whether_to_camp(screen, adrift))


async def _ask_whether_to_camp(screen: PlayHost, adrift: Message) -> None:
    choices = (
        Choice("camp", "c", Message("camp on the bank")),
        Choice("drift", "d", adrift),
        Choice("always", "e", Message("drift on every night, until :drift off")),
    )
    match await screen.gm.choose(Message("the night on the river"), choices):
        case "camp":
            _camp(screen)
        case "drift":
            screen.perform(SetRiver(replace(screen.state.river, drifts=True, one_night=True)))
        case "always":
            screen.perform(SetRiver(replace(screen.state.river, drifts=True, one_night=False)))


def _camp(screen: PlayHost) -> None:
    if queries.asks_who_watches(screen.state, screen.view.assets.rules):
        screen.run_worker(_ask_watches(screen))
    else:
        screen.perform(Camp(screen.state.watches))


async def _ask_watches(screen: PlayHost) -> None:
    state = screen.state

    def read(text: str) -> Parsed:
        return screen.command_line.parse(f"camp {text.strip() or NONE}")

    with screen.gm.refusing():
        camped = queries.ahead_camp(state, screen.view.assets)
        prompt = Message("{camp}. Who watches, in order? (letters; none)", camp=camped)
        watches = queries.keepers(state, screen.view.assets.rules)
        tokens = (state.member(who) for who in watches)
        start = " ".join(m.token.lower() or m.name for m in tokens if m) or NONE
        typed = await screen.app.push_screen_wait(TextLine(prompt, start, read, replace=True))
        if typed is not None:
            screen.command_line.do(read(typed))


async def pass_time(screen: PlayHost) -> None:
    """Let time pass without travel: minutes, hours with h."""

    def read(text: str) -> Parsed:
        return screen.command_line.parse(f"wait {text}")

    prompt = Message("time passes: 20 (minutes), 2h, 1d; busy = no rest")
    typed = screen.gm.count() or await screen.gm.line(prompt, check=read)
    if typed:
        screen.command_line.do(read(typed))


async def write_note(screen: PlayHost) -> None:
    """Write a note at this moment."""
    text = await screen.gm.line(Message("note at this moment, for the GM alone"))
    if text:
        screen.perform(WriteNote(text))


async def call_check(screen: PlayHost, creature_ids: tuple[str, ...] = ()) -> None:
    """Call a check from `creature_ids`, else from the marked, or from the whole party."""
    marked = creature_ids or screen.marked()

    def read(text: str) -> Parsed:
        return screen.command_line.parse(f"check {text}")

    prompt = Message("check: name, DC, modifier, who (swim 10 +2)")
    typed = await screen.gm.line(prompt, "", read)
    if not typed:
        return
    command = read(typed)
    said = any(not re.fullmatch(r"[+-]?\d+", word) for word in typed.split()[1:])
    if isinstance(command, CallCheck) and marked and not said:
        command = replace(command, who=marked)
    screen.command_line.do(command)


async def change_points(screen: PlayHost, sign: str) -> None:
    """Damage ("-") or heal ("+") the marked or the named."""
    state = screen.state
    marked = screen.meant()
    encounter = screen.encounter
    if encounter is not None and any(find(state, who) is None for who in marked):
        screen.gm.refuse(
            "{encounter} has not begun. Press e to begin it; then its creatures can "
            "be hurt and healed.",
            encounter=encounter.name,
        )
        return
    if sign == "+":
        words = N_("healing: 5, 5n nonlethal only; then who (5 h v)")
    else:
        words = N_("damage: 7, 7 fire, 7n nonlethal, 28/2; then who (7n h v)")
    names = ", ".join(name_combatant(state, who) for who in marked)
    prompt = Message("{prompt}  {names}", prompt=Message(words), names=names)
    kinds = words_for_kinds(screen.view.assets.rules)
    read = partial(points, sign=sign, state=state, marked=marked, kinds=kinds)

    def preview(text: str) -> Words | None:
        return _told(text, sign, screen.as_shown, marked)

    typed = await screen.gm.line(prompt, sign, read, preview=preview)
    if typed.strip("+-"):
        screen.perform(read(typed))


async def set_condition(screen: PlayHost, creature_ids: tuple[str, ...] = ()) -> None:
    """Set a condition or timer: on creatures, else the marked, the pointed at, or one picked."""
    creature_ids = creature_ids or screen.meant()
    if not creature_ids:
        picked = await screen.gm.choose(
            Message("whose conditions?"), _choices(screen.state.members, screen.view.assets)
        )
        if picked is None:
            return
        creature_ids = (picked,)
    view = screen.as_shown
    encounter = screen.encounter
    entries = () if screen.player_view else view.entries
    if encounter is not None:
        encounter = view.state.encounter(encounter.id)
    picking = Picking(
        view.state,
        creature_ids,
        condition_names(view.assets),
        recent(entries),
        encounter,
        describe_conditions(view.assets),
        library=library_of(screen, view.state),
        types=view.assets.rules.combat.bonuses,
    )
    command = await screen.app.push_screen_wait(Conditions(picking))
    if isinstance(command, SetCondition):
        command = await _with_duration(screen, command)
    if command is not None:
        screen.perform(command)


def library_of(screen: PlayHost, state: State) -> dict[str, Effect]:
    """The effects by name; without the GM's, and with a sentence, where their file is wrong."""
    rules = screen.view.assets.rules
    try:
        return known_effects(state, rules)
    except Refusal as refusal:
        screen.gm.refuse(refusal.message)
        return known_effects(state, rules, kept=False)


async def _with_duration(screen: PlayHost, command: SetCondition) -> SetCondition | None:
    """Ask once how long an effect lasts whose rules say so by level; None: the GM leaves."""
    effect = command.effect
    said = (command.rounds, command.hours, command.of or None)
    if effect is None or any(one is not None for one in said):
        return command
    by_level = duration_by_level(effect.lasts)
    if by_level is None:
        return command

    def read(text: str) -> SetCondition:
        return read_level(text, command, by_level)

    prompt = Message("{name}: {lasts}. Which level?", name=effect.name, lasts=effect.lasts)
    typed = await screen.gm.line(prompt, str(highest_level(screen.state)), read, replace=True)
    if not typed:
        return None
    return read(typed)


def highest_level(state: State) -> int:
    """Return the highest level of a character of the party, who casts it as a rule; 1 with none."""
    return max((one.level for one in state.members if one.role == "character"), default=1)


async def ride(screen: PlayHost) -> None:
    """Mount, board, or dismount: who, then what; or look for a boat, or put one into a hex."""
    assets = screen.view.assets
    characters = (one for one in screen.state.members if one.role == "character")
    riders = _choices(characters, assets)
    view = screen.as_shown
    boats = [
        Choice(boat.id, "", Message("{boat}  {where}", boat=boat.name, where=boat.state))
        for boat in boat_lines(view.state, view.assets)
    ]
    if view.region is not None:
        boats.append(Choice(BOAT, "+", Message("put a boat into a hex")))
    creature_id = await screen.gm.choose(ask_rider(screen.state, bool(boats)), (*riders, *boats))
    if creature_id is None:
        return
    if creature_id == BOAT:
        asked = PickOne(Message("which boat?"), boat_rows(view.assets.rules))
        kind = await screen.app.push_screen_wait(asked)
        if kind:
            screen.command_line.open(f"boat {kind} ")
        return
    boat = next((one for one in view.state.boats if one.id == creature_id), None)
    if boat is not None and boat.at and _is_one_of_several(boat, view.state):
        screen.perform(PlaceBoat(replace(boat, taken=True)))
        return
    if boat is not None:
        screen.gm.say_message(
            "A route over its water boards {boat}: it is at {place}."
            if boat.at
            else "A route over its water boards {boat}, but its place is not known.",
            boat=boat.name,
            place=boat.at,
        )
        if boat.at and "find" in screen.WORDS:
            screen.command_line.do(screen.command_line.parse(f"find {boat.at}"))
        return
    rider = screen.state.member(creature_id)
    carriers = () if rider is None else carriers_for(rider, screen.state)
    members = (one for one in screen.state.members if one in carriers)
    mounts = _choices(members, assets)
    prompt = ask_carrier(name_of(screen.state, creature_id), carriers)
    mount = await screen.gm.choose(prompt, (*mounts, Choice("", "0", Message("on foot"))))
    if mount is not None:
        screen.perform(Ride(creature_id, mount))


def _is_one_of_several(boat: Boat, state: State) -> bool:
    # Whether another boat lies at its place, so that the party chooses.
    return not boat.taken and any(one.at == boat.at and one.id != boat.id for one in state.boats)


def ask_rider(state: State, boats: bool) -> Message:
    """Return the question who rides, in the words of what there is to ride; `boats`: a boat too."""
    roles = {member.role for member in state.members}
    if "vehicle" not in roles:
        question = Message("who mounts or dismounts?")
    elif "mount" not in roles:
        question = Message("who boards or gets off?")
    else:
        question = Message("who mounts, boards or gets off?")
    if boats:
        return Message("{question} or which boat?", question=question)
    return question


def ask_carrier(name: str, carriers: Iterable[Member]) -> Message:
    """Return the question what somebody rides, or boards where there are vehicles alone."""
    roles = {carrier.role for carrier in carriers}
    if "vehicle" not in roles:
        return Message("what does {who} ride?", who=name)
    if "mount" not in roles:
        return Message("what does {who} board?", who=name)
    return Message("what does {who} ride or board?", who=name)


def boat_rows(rules: Ruleset) -> tuple[PickRow, ...]:
    """The boats of these rules, with their pace, hours a day, and how many each carries (T-180)."""
    return tuple(_boat_row(slug, boat) for slug, boat in rules.boats.items())


def _boat_row(slug: str, boat: BoatRow) -> PickRow:
    figures = [say(KmPerHour(boat.km_h)), phrase("{hours} a day", hours=Hours(boat.hours))]
    if boat.carries is not None:
        figures.append(phrase("carries {n}", n=boat.carries))
    return PickRow(slug, boat.name_in(), ", ".join(figures), also=tuple(boat.name.values()))


def _choices(members: Iterable[Member], assets: Assets) -> tuple[Choice, ...]:
    return tuple(
        Choice(m.id, m.token, Message("{name}  {state}", name=m.name, state=status(m, assets)))
        for m in members
    )


async def overrule(screen: PlayHost) -> None:
    """Overrule the row of the dice tray in focus, or one figure of the state."""
    if screen.query_one(DiceTray).display:
        await overrule_row(screen)
    else:
        screen.command_line.open("rule ")


async def overrule_row(screen: PlayHost) -> None:
    """Ask for a ruling on the row of the tray in focus."""
    prompt = Message("your ruling: pass, fail, skip or a number; then why")
    typed = await screen.gm.line(prompt, check=ruling)
    word, _, reason = typed.partition(" ")
    if word:
        screen.query_one(DiceTray).overrule(word, reason)


def _told(text: str, sign: str, view: CampaignView, marked: tuple[str, ...]) -> Words | None:
    # A line such as "a 13>6  b 13>dying"; None while the text is incomplete.
    if not text.strip(" +-"):
        return None
    try:
        kinds = words_for_kinds(view.assets.rules)
        command = points(text, sign, view.state, marked, kinds)
        if isinstance(command, DamageAbility):
            return tuple(_score_words(command, view))
        outcomes = after_hurt(view.state, view.assets, command)
    except Refusal:
        return None
    return tuple(_one(one, view) for one in outcomes)


def _score_words(command: DamageAbility, view: CampaignView) -> Iterator[Message]:
    # "H Strength damage 0>2" for each creature.
    row = f"{command.ability}_{'drain' if command.drain else 'damage'}"
    conditions = view.assets.rules.combat.conditions
    name = conditions[row].name_in() if row in conditions else row
    for creature_id in command.who:
        being = find(view.state, creature_id)
        if being is not None:
            before = value_of(being, row)
            yield Message(
                "{sign} {name} {before}>{after}",
                sign=being.token or being.id,
                name=name,
                before=before,
                after=max(0, before + command.points),
            )


def _one(outcome: After, view: CampaignView) -> Message:
    sign = token_of(view.state, outcome.being.id) or outcome.being.id
    if outcome.before is None or outcome.now.hp is None:
        return Message("{sign} {word}", sign=sign, word=outcome.now.word)
    if outcome.asks:
        return Message("{sign} asks which kind", sign=sign)
    texts = [phrase("{before}>{after}", before=outcome.before, after=outcome.now.hp)]
    if outcome.arrival is not None:
        rules = view.assets.rules.combat.damage
        texts[:0] = [say(told) for told in describe_arrival(outcome.arrival, rules)]
    texts.insert(0, sign)
    if outcome.now.slug != "ok":
        texts.append(say(outcome.now.word))
    if isinstance(outcome.being, Member):
        stamina = counter_of(outcome.being, STAMINA)
        if stamina is not None:
            texts.append(phrase("Stamina {now}", now=stamina.now))
    if outcome.being.nonlethal:
        texts.append(phrase("nl {points}", points=outcome.being.nonlethal))
    if outcome.being.temporary:
        texts.append(phrase("temporary {points}", points=outcome.being.temporary))
    return Message(
        "{told}, falls {height}" if outcome.falls else "{told}",
        told=" ".join(texts),
        height=lengths.metres(outcome.falls),
    )
