"""Narration of the table: a line of the log for each event, a short name for each command."""

from __future__ import annotations

from typing import assert_never

from core.messages import N_, Hours, Message, Template
from core.play import times
from core.play.facts.encounter import is_among
from core.play.facts.fight.combatants import find, name_combatant, names
from core.play.facts.state import State, name_of
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
    Rule,
    RulingTarget,
    SetHouseRule,
    SetPresent,
    TableCommand,
    WriteNote,
)
from core.play.facts.table.events import (
    FORCED_MARCH,
    Amended,
    BoatPlaced,
    Checked,
    Counted,
    Damaged,
    DamagePart,
    Edited,
    FatigueEnded,
    Founded,
    Healed,
    HexesMarked,
    HouseRuleSet,
    Joined,
    MapAdopted,
    MemberLeft,
    Noted,
    PresenceSet,
    RulesetAdopted,
    RulingMade,
    TableEvent,
)
from core.play.fight.saving_throws import SAVES
from core.play.fight.turns.narration import spoken
from core.rulesets.switches import setting_words
from core.values import replace

SHORT = 40


TARGETS: dict[RulingTarget, Template] = {
    "damage": "damage",
    "nonlethal": "nonlethal damage",
    "strain": "damage that fatigues",
    "clock": "the clock",
    "hours_used": "hours travelled today",
    "marched": "hours marched",
    "hustled": "hours hustled",
    "place": "the party's place",
    "speed": "speed in metres",
    "temporary": "temporary hit points",
    "stable": "stable",
    "dead": "dead",
    "position": "place on the board",
    "elevation": "height in squares",
    "movement": "squares moved this turn",
    "initiative": "initiative",
}
"""What a ruling may set, in words."""


def narrate_table(event: TableEvent, state: State) -> Message:
    """Return an event as one line; `state` is the state after it."""
    match event:
        case Damaged() | Healed() if _is_of_effect(event, state):
            plain = narrate_table(replace(event, cause=""), state)
            return Message("{effect}: {said}", effect=spoken(event.cause), said=plain)
        case Healed():
            return _narrate_healing(event, state)
        case FatigueEnded():
            return Message("{who} is no longer fatigued", who=name_combatant(state, event.who))
        case Checked():
            who = name_combatant(state, event.who)
            check = check_name(event.name)
            verdict = VERDICTS[event.success]
            if event.how == "ruled":
                return Message(
                    "{check}: {who} {verdict} by ruling", check=check, who=who, verdict=verdict
                )
            if event.dc is None:
                return Message("{check}: {who} {total}", check=check, who=who, total=event.total)
            return Message(
                "{check}: {who} {total} against {dc}, {verdict}",
                check=check,
                who=who,
                total=event.total,
                dc=event.dc,
                verdict=verdict,
            )
        case Damaged():
            return _narrate_damage(event, state)
        case Founded(name):
            return Message("{campaign} begins", campaign=name)
        case RulesetAdopted(_, ruleset_name):
            return Message("now played by {rules}", rules=ruleset_name)
        case HouseRuleSet():
            return _narrate_house_rule(event)
        case MapAdopted(_, _, place):
            return Message("a new map; the party is at {place}", place=place)
        case HexesMarked(hexes, explored, known):
            return Message(
                "{count:hex|hexes} now {explored}, {known}",
                count=len(hexes),
                explored=Message("explored") if explored else Message("unexplored"),
                known=Message("known to the players")
                if known
                else Message("unknown to the players"),
            )
        case Joined(member):
            return Message("{who} joins", who=member.name)
        case Edited(member):
            return Message("{who} is edited", who=member.name)
        case MemberLeft(who, name):
            return Message("{who} leaves for good", who=name or who)
        case PresenceSet():
            return _narrate_presence(event, state)
        case Counted(who, name, now):
            return Message("{who}: {name} {now}", who=name_of(state, who), name=name, now=now)
        case BoatPlaced(boat, True):
            return Message("{boat} is gone", boat=boat.name)
        case BoatPlaced(boat) if boat.taken:
            return Message("the party takes {boat}", boat=boat.name)
        case BoatPlaced(boat):
            return Message(
                "{boat} lies at {place}" if boat.at else "{boat} has no place yet",
                boat=boat.name,
                place=boat.at,
            )
        case Noted(_, text):
            return Message("note: {text}", text=text)
        case RulingMade():
            target = target_name(event.target)
            value = event.value or Message("off the board")
            reason = event.reason or Message("unexplained")
            return Message(
                "ruling: {who}, {target} is {value} ({reason})"
                if event.who
                else "ruling: {target} is {value} ({reason})",
                who=name_combatant(state, event.who),
                target=target,
                value=value,
                reason=reason,
            )
        case Amended(entry, word, corrections, reason):
            words = N_("entry {seq} overruled, {word}: {changes}")
            if not word:
                words = N_("entry {seq} overruled: {changes}")
            elif reason:
                words = N_("entry {seq} overruled, {word} ({reason}): {changes}")
            return Message(
                words,
                seq=entry,
                word=word,
                reason=reason,
                changes=tuple(narrate_correction(one, state) for one in corrections),
            )
        case _:
            assert_never(event)


def _narrate_presence(event: PresenceSet, state: State) -> Message:
    who = name_of(state, event.who)
    absence = event.absence
    if event.present and event.apart:
        hours = Hours(event.apart)
        return Message("{who} is here again, after {hours}", who=who, hours=hours)
    if event.present:
        return Message("{who} is here again", who=who)
    if absence is not None and absence.due is not None:
        due = times.moment(absence.due, state.calendar)
        return Message("{who} comes back, and is due {when}", who=who, when=due)
    where = ""
    if absence is not None:
        where = absence.place or absence.hex
    if where:
        return Message("{who} is away, at {place}", who=who, place=where)
    return Message("{who} is away", who=who)


def _is_of_effect(event: Damaged | Healed, state: State) -> bool:
    # Whether it is what an effect does in each turn.
    being = find(state, event.who)
    return bool(event.cause) and being is not None and is_among(being.lasting, event.cause)


def _narrate_damage(event: Damaged, state: State) -> Message:
    told = _narrate_points(event, state)
    if not event.parts:
        return told
    dealt = tuple(map(_name_part, event.parts))
    if all(part.arrives == part.amount for part in event.parts):
        return Message("{told} ({dealt})", told=told, dealt=dealt)
    return Message("{told}, of {dealt}", told=told, dealt=dealt)


def _name_part(part: DamagePart) -> Message:
    if not part.kinds:
        return Message("{points}", points=part.amount)
    kinds = " ".join(kind.replace("_", " ") for kind in part.kinds)
    return Message("{points} {kinds}", points=part.amount, kinds=kinds)


def _narrate_points(event: Damaged, state: State) -> Message:
    who = name_combatant(state, event.who)
    if event.absorbed and event.stamina:
        return Message(
            "{who}: {amount} damage, {absorbed} of it temporary hit points, {stamina} Stamina",
            who=who,
            amount=event.amount,
            absorbed=event.absorbed,
            stamina=event.stamina,
        )
    if event.absorbed:
        return Message(
            "{who}: {amount} damage, {absorbed} of it temporary hit points",
            who=who,
            amount=event.amount,
            absorbed=event.absorbed,
        )
    if event.stamina:
        return Message(
            "{who}: {amount} damage, {stamina} of it Stamina",
            who=who,
            amount=event.amount,
            stamina=event.stamina,
        )
    return Message(
        "{who}: {amount} damage" if event.lethal else "{who}: {amount} nonlethal damage",
        who=who,
        amount=event.amount,
    )


def _narrate_healing(event: Healed, state: State) -> Message:
    name = name_combatant(state, event.who)
    being = find(state, event.who)
    if being is not None and being.dead:
        points = event.lethal or event.nonlethal
        return Message("{who} heals {amount} and stays dead", who=name, amount=points)
    if event.lethal and event.nonlethal:
        return Message(
            "{who} heals {lethal} and {nonlethal} nonlethal",
            who=name,
            lethal=event.lethal,
            nonlethal=event.nonlethal,
        )
    if event.nonlethal:
        return Message("{who} heals {amount} nonlethal", who=name, amount=event.nonlethal)
    return Message("{who} heals {amount}", who=name, amount=event.lethal)


def _narrate_house_rule(event: HouseRuleSet) -> Message:
    template: Template = "house rule: {switch} is {value}"
    if event.usual:
        template = "no house rule: {switch} is {value}, as in the ruleset"
    elif event.reason:
        template = "house rule: {switch} is {value} ({reason})"
    value = setting_words(event.value)
    return Message(template, switch=event.name, value=value, reason=event.reason)


VERDICTS: dict[bool | None, Message] = {
    None: Message("no difficulty"),
    True: Message("passes"),
    False: Message("fails"),
}
CHECKS: dict[str, Template] = {FORCED_MARCH: "forced march", **SAVES}


def check_name(name: str) -> Message | str:
    """Return the name of a check: the program's own in words, else the GM's word."""
    if name in CHECKS:
        return Message(CHECKS[name])
    return name


def target_name(target: RulingTarget) -> Message:
    """Return a ruling's target in words."""
    return Message(TARGETS[target])


def _describe_edit(command: EditMember, state: State) -> Message:
    member = command.member
    if command.also:
        who = (member.name, *(one.name for one in command.also))
        return Message("edit {who}", who=who)
    before = state.member(member.id)
    if before is None or member.pulls == before.pulls:
        return Message("edit {who}", who=member.name)
    if member != replace(before, pulls=member.pulls):
        return Message("edit {who}", who=member.name)
    if not member.pulls:
        return Message("unharness {who}", who=member.name)
    return Message(
        "harness {who} to {vehicle}", who=member.name, vehicle=name_of(state, member.pulls)
    )


def describe_table(command: TableCommand, state: State) -> Message:
    """Return a short name of the command for undo and lists; `state` is the one before it."""
    match command:
        case FoundCampaign(name):
            return Message("begin {campaign}", campaign=name)
        case AdoptRuleset(_, ruleset_name):
            another = ruleset_name == state.ruleset_name
            return Message(
                "play by another edition of {rules}" if another else "play by {rules}",
                rules=ruleset_name,
            )
        case SetHouseRule(switch, value):
            return Message(
                "house rule, {switch} {value}",
                switch=switch.replace("_", " "),
                value=setting_words(value),
            )
        case AdoptMap(_, _, place):
            return Message("take the map, party at {place}", place=place)
        case MarkHexes(hexes, explored, known):
            templates: dict[tuple[bool, bool], Template] = {
                (True, True): "{count:hex|hexes} explored",
                (True, False): "{count:hex|hexes} explored in secret",
                (False, True): "{count:hex|hexes} shown to the players",
                (False, False): "{count:hex|hexes} unexplored",
            }
            return Message(templates[explored, known], count=len(hexes))
        case Join(member, also):
            if also:
                return Message("{who} join", who=tuple(m.name for m in (member, *also)))
            return Message("{who} joins", who=member.name)
        case EditMember():
            return _describe_edit(command, state)
        case Leave(who):
            return Message("{who} leaves", who=name_of(state, who))
        case Count(who, name, by):
            return Message("{who}: {name} {by:+}", who=name_of(state, who), name=name, by=by)
        case SetPresent():
            return _describe_presence(command, state)
        case PlaceBoat(boat, True):
            return Message("{boat} is gone", boat=boat.name)
        case PlaceBoat(boat) if boat.taken:
            return Message("take {boat}", boat=boat.name)
        case PlaceBoat(boat):
            return Message(
                "{boat} to {place}" if boat.at else "{boat}, without a place yet",
                boat=boat.name,
                place=boat.at,
            )
        case Hurt(who, amounts, nonlethal):
            return Message(
                "{amounts} nonlethal damage to {who}" if nonlethal else "{amounts} damage to {who}",
                amounts=amounts,
                who=names(state, who),
            )
        case Heal(who, amounts, nonlethal):
            return Message(
                "heal {who}, {amounts} nonlethal" if nonlethal else "heal {who}, {amounts}",
                amounts=amounts,
                who=names(state, who),
            )
        case CallCheck(name):
            return Message("{check} check", check=name)
        case WriteNote(text):
            return Message('note "{text}"', text=shortened(text))
        case Rule(target, value):
            return Message("ruling, {target} {value}", target=target_name(target), value=value)
        case Amend(entry):
            return Message("overrule entry {seq}", seq=entry)
        case _:
            assert_never(command)


def _describe_presence(command: SetPresent, state: State) -> Message:
    who = names(state, (command.who, *command.others))
    if command.how == "way":
        return Message("on the way back: {who}", who=who)
    if command.present:
        return Message("back with the party: {who}", who=who)
    if command.place:
        return Message("away, at {place}: {who}", who=who, place=command.place)
    return Message("away: {who}", who=who)


def shortened(text: str) -> str:
    """Return the text, or its beginning and three dots when it is long."""
    if len(text) <= SHORT:
        return text
    return text[: SHORT - 3].rstrip() + "..."


CORRECTED: dict[str, tuple[Template, Template]] = {
    "damage": ("{who} {points} damage more", "{who} {points} damage less"),
    "nonlethal": ("{who} {points} nonlethal damage more", "{who} {points} nonlethal damage less"),
    "strain": (
        "{who} {points} damage more that fatigues",
        "{who} {points} damage less that fatigues",
    ),
    "temporary": (
        "{who} {points} temporary hit points more",
        "{who} {points} temporary hit points less",
    ),
    "stable": ("{who} is stable", "{who} is not stable"),
    "dead": ("{who} is dead", "{who} is not dead"),
}
"""A correction in words: more and less, or set and not."""


def narrate_correction(correction: Correction, state: State) -> Message:
    """Return a correction of one creature in words."""
    name = name_combatant(state, correction.who)
    match correction.target:
        case "damage" | "nonlethal" | "strain" | "strain_lethal" | "temporary":
            more, less = CORRECTED[correction.target.removesuffix("_lethal")]
            return Message(more if correction.by > 0 else less, who=name, points=abs(correction.by))
        case "stable" | "dead":
            set_, unset = CORRECTED[correction.target]
            return Message(set_ if correction.to == "yes" else unset, who=name)
        case "condition":
            if correction.lasting is None:
                return Message(
                    "{who} is no longer {condition}", who=name, condition=spoken(correction.to)
                )
            return Message(
                "{who} is {condition} {value}"
                if correction.lasting.value
                else "{who} is {condition}",
                who=name,
                condition=spoken(correction.to),
                value=correction.lasting.value,
            )
        case "position":
            return Message(
                "{who} stands at {square}" if correction.to else "{who} is off the board",
                who=name,
                square=correction.to,
            )
        case "elevation":
            return Message("{who} is {height} squares up", who=name, height=correction.to)
        case _:
            assert_never(correction.target)
