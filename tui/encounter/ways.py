"""How the movers go: their way of moving, the height a flyer ends at, a pack's places, mounts."""

from __future__ import annotations

from collections.abc import Container, Mapping

from core.combat.board.squares import DIRECTIONS, sign_of
from core.combat.flight import parse_heading
from core.creatures import Mode
from core.messages import Message, Refusal
from core.play.facts.encounter import is_among
from core.play.facts.fight.moves.commands import (
    ChooseHeading,
    Fall,
    MountUp,
    Move,
    SqueezeThrough,
    Stand,
)
from core.play.fight.moves.headings import has_headings
from core.play.fight.moves.intended_move import OFF
from core.play.fight.moves.squeezing import is_activity, read_difficulty
from core.play.fight.setup.saddles import mounting
from core.play.fight.turns.budget import AIRBORNE, BELOW_GROUND
from core.play.fight.turns.drift import is_weightless
from core.play.fight.turns.hurried_climb import can_hurry
from core.play.fight.turns.moving_on import has_spring_attack
from core.rulesets.schema import Ruleset
from core.values import replace
from tui.encounter.change import Change, Standpoint, going_on
from tui.encounter.model import MODES, EncounterUI, mode, speed, with_marks_toggled
from tui.encounter.present import routes
from tui.encounter.present.actor import find_group
from tui.encounter.present.battle import Battle
from tui.encounter.present.foresight import CursorPreview
from tui.encounter.present.states import PRONE
from tui.kit import lengths
from tui.kit.modal import Choice
from tui.play.dialogs.dialog import ChoiceDialog, LineDialog
from tui.play.terms import name_term

WAYS: Mapping[str, str] = {
    "walk": "w", "step": "s", "run": "r", "charge": "c", "withdraw": "x", "spring": "a", "fly": "f",
    "swim": "m", "climb": "b", "burrow": "g", "glide": "i", "tumble": "t", "overrun": "v",
    "leap": "y", "squeeze": "q", "hurry": "h", "peril": "e", "heading": "d",
    "safe": "n", "stand": "u", "down": "l", "fall": "j", "leave": "o",
}  # fmt: skip
"""Ways of moving and their letters; the ruleset has their words."""

CRAWL = "k"
"""The letter of walking for one who lies on the ground: it crawls."""

LYING = ("walk", "run", "charge", "withdraw", "spring", "step", "tumble", "overrun", "leap", "down")
"""What one who lies on the ground does not do."""
BY_OWN_SPEED: Mapping[str, Mode] = {
    "fly": "fly",
    "burrow": "burrow",
    "glide": "incorporeal",
    "peril": "climb",
    "heading": "fly",
}
"""Ways that take a speed of their own; who has none swims and climbs all the same."""


def offer_ways(
    rules: Ruleset, *, lies: bool, springs: bool, speeds: Container[Mode]
) -> tuple[Choice, ...]:
    """Return what `p` offers a creature that is standing or prone, in the words of the system.

    Nothing that the system or this creature lacks: `springs`: it can make spring attacks; `speeds`
    are the modes that it has a speed for.
    """
    moving = rules.combat.moving
    rare = {
        "spring": springs,
        "run": rules.mechanisms.running != "none",
        "charge": moving.charge > 0,
        "withdraw": moving.withdraw,
        "squeeze": rules.combat.mechanisms.squeezing != "activity" or is_activity(rules),
        "stand": lies,
        "overrun": rules.states("C-062"),
        "leap": moving.leap > 0,
    }
    rare |= {way: mode in speeds for way, mode in BY_OWN_SPEED.items()}
    rare["hurry"] = can_hurry(rules, climbs="climb" in speeds)
    rare["heading"] = rare["heading"] and has_headings(rules)
    known = [way for way in WAYS if rare.get(way, True)]
    if not lies:
        return tuple(Choice(way, WAYS[way], name_term(rules, way)) for way in known)
    crawl = Choice("walk", CRAWL, name_term(rules, "crawl"))
    others = (Choice(way, WAYS[way], name_term(rules, way)) for way in known if way not in LYING)
    return (crawl, *others)


@going_on
def choose_way(standpoint: Standpoint) -> Change:
    """Ask how the next mover moves; standing up, falling and leaving are done at once."""
    battle = standpoint.battle
    creature_ids = standpoint.actor.who
    if battle is None or not creature_ids:
        raise Refusal("nobody", "It is nobody's turn. Press v to mark who moves.")

    def go(now: Standpoint, picked: str) -> Change:
        match picked:
            case "stand" | "down":
                return Stand(creature_ids[0], picked == "down")
            case "fall":
                return Fall(creature_ids[0], deliberate=True)
            case "leave":
                return Move(creature_ids[0], OFF, mode=mode(now.ui, battle, creature_ids))
            case "heading":
                return ask_heading(now, creature_ids[0])
            case "squeeze" if is_activity(rules):
                return ask_squeeze(now, creature_ids[0])
            case _:
                return replace(now.ui, way=picked)

    being = battle.being(creature_ids[0])
    lies = being is not None and is_among(being.lasting, PRONE)
    rules = standpoint.view.assets.rules
    own = (mode for mode in {*BY_OWN_SPEED.values()} if speed(battle, creature_ids[0], mode))
    springs = being is not None and has_spring_attack(being, rules)
    choices = offer_ways(rules, lies=lies, springs=springs, speeds=frozenset(own))
    prompt = Message("how does {who} move?", who=standpoint.names(creature_ids))
    return ChoiceDialog(prompt, choices, go)


def ask_heading(standpoint: Standpoint, creature_id: str) -> Change:
    """Ask for the main direction of a flyer; the cursor and the height chosen are proposed."""

    def choose(_: Standpoint, typed: str) -> Change:
        return ChooseHeading(creature_id, typed)

    prompt = Message(
        "main direction of {who}, as in NE, UNE (up), U or D",
        who=standpoint.names((creature_id,)),
    )
    return LineDialog(
        prompt=prompt,
        start=heading_towards(standpoint, creature_id),
        then=choose,
        check=parse_heading,
        replaces=True,
    )


def ask_squeeze(standpoint: Standpoint, creature_id: str) -> Change:
    """Ask for the difficulty of squeezing to the cursor, which is the GM's alone."""
    to = str(standpoint.cursor)

    def choose(_: Standpoint, typed: str) -> Change:
        return SqueezeThrough(creature_id, to, read_difficulty(typed))

    prompt = Message(
        "{who} squeezes to {to} (a square a minute, two on a critical success): difficulty",
        who=standpoint.names((creature_id,)),
        to=to,
    )
    return LineDialog(prompt=prompt, then=choose, check=read_difficulty)


RISING: Mapping[int, str] = {1: "U", 0: "", -1: "D"}


def heading_towards(standpoint: Standpoint, creature_id: str) -> str:
    """Return the direction from a flyer to the cursor and the height chosen ("UNE").

    At its own square and height it is the direction that it has; "" = none.
    """
    battle = standpoint.battle
    place = None if battle is None else battle.place(creature_id)
    if battle is None or place is None:
        return ""
    figure = battle.encounter.figure(creature_id)
    feet = 0 if figure is None else figure.elevation
    dx = sign_of(standpoint.cursor.x - place.x)
    dy = sign_of(standpoint.cursor.y - place.y)
    height = standpoint.ui.height
    rise = 0 if height is None else sign_of(height - feet)
    point = next((name for name, step in DIRECTIONS.items() if step == (dx, dy)), "")
    if not point and not rise and figure is not None:
        return figure.heading
    return RISING[rise] + point


@going_on
def climb(standpoint: Standpoint, step: int) -> Change:
    """Raise or lower the height at which the movement ends, by squares; below 0 under ground."""
    ui = standpoint.ui
    battle = standpoint.battle
    who = standpoint.actor.who
    if battle is None or not who:
        return Message("It is nobody's turn: there is no height to change.")
    creature_id = who[0]
    actor_ids = (creature_id,)
    figure = battle.encounter.figure(creature_id)
    now = 0 if figure is None else figure.elevation
    has_speed = any(speed(battle, creature_id, by) is not None for by in AIRBORNE)
    flies = has_speed or is_weightless(standpoint.state, standpoint.view.assets.rules)
    if not now and step > 0 and MODES.get(ui.way, "walk") in ("walk", "fly") and not flies:
        return Message(
            "{who} has no fly speed. Add one on the character sheet (F3), or type "
            ":place {sign} k9 2.",
            who=standpoint.names((creature_id,)),
            sign=battle.sign(creature_id),
        )
    height = (now if ui.height is None else ui.height) + step
    going = mode(ui, battle, actor_ids)
    if height < 0 and going not in UNDER_GROUND:
        return Message("Only who burrows, swims or glides goes below the ground: p g, p m, p i.")
    if height > 0 and going in BELOW_GROUND:
        return Message(
            "{who} cannot rise above water or earth that way: fly or climb (p).",
            who=standpoint.names(actor_ids),
        )
    ends = lengths.height(height) if height else Message("the ground")
    return Message("ends at {height}", height=ends), replace(ui, height=height)


UNDER_GROUND: tuple[Mode, ...] = (*BELOW_GROUND, "incorporeal")
"""The modes that lead below the ground."""

# the proposals for a pack


def pack_lines(ui: EncounterUI, seen: CursorPreview | None) -> tuple[Message, ...]:
    """The lines of the proposal that is shown; () = none."""
    if seen is None or ui.plan < 0 or not seen.plans:
        return ()
    at = ui.plan % len(seen.plans)
    return tuple(routes.pack_rows(seen.plans[at], seen.query.battle, at + 1, len(seen.plans)))


def turn_page(ui: EncounterUI, step: int) -> EncounterUI | None:
    """Show the next or previous proposal for a pack; None when none is shown."""
    if ui.plan < max(0, -step):
        return None
    return replace(ui, plan=ui.plan + step)


def put_away(ui: EncounterUI) -> EncounterUI:
    """Drop the proposal, else the mode of movement, else the marks."""
    if ui.plan >= 0:
        return replace(ui, plan=-1)
    if ui.way != "walk" or ui.height is not None:
        return replace(ui, way="walk", height=None)
    if ui.marked:
        return replace(ui, marked=())
    return ui


# who is marked, and what they ride


def toggle(standpoint: Standpoint) -> Change:
    """Toggle the mark of the creature under the cursor."""
    under = standpoint.actor.under
    if not under:
        return Message("There is no creature here to mark.")
    return with_marks_toggled(standpoint.ui, (under,))


def toggle_group(standpoint: Standpoint) -> Change:
    """Toggle the marks of the group under the cursor, or of those whose turn it is."""
    who = find_group(standpoint.ui, standpoint.battle, standpoint.cursor)
    return with_marks_toggled(standpoint.ui, who)


def slumped(battle: Battle) -> tuple[str, ...]:
    """The riders who are out in the saddle."""
    riders = (one.id for one in battle.encounter.figures if one.mount)
    return tuple(who for who in riders if not battle.up(who))


def mount(standpoint: Standpoint) -> Change:
    """Mount the creature under the cursor, or dismount there; a rider there who is out falls."""
    battle = standpoint.battle
    falls = () if battle is None else set(standpoint.under) & set(slumped(battle))
    if falls:
        return MountUp(min(falls), falls=True)
    actor = standpoint.actor
    if battle is None or len(actor.who) != 1:
        raise Refusal("nobody", "Who mounts? Mark a creature with v, or wait for its turn.")
    rider = actor.who[0]
    figure = battle.encounter.figure(rider)
    if figure is not None and figure.mount:
        return mounting(standpoint.state, battle.encounter, rider, "", str(standpoint.cursor))
    if actor.under in ("", rider):
        raise Refusal("no_mount", "Put the cursor on the mount, then press m.")
    return mounting(standpoint.state, battle.encounter, rider, actor.under)
