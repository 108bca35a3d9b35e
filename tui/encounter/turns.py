"""A creature's turn: whom the keys mean, how it goes, mounts; initiative, delay, ready."""

from __future__ import annotations

from textual import work

from core.messages import N_, Message, Template
from core.play.facts.encounter import is_among
from core.play.facts.fight.moves.commands import Fall, MountUp, Move, Stand
from core.play.facts.fight.turns.commands import ActNow, Delay, Ready, RollInitiative
from core.play.fight.moves.move_plan import OFF
from core.play.fight.turns.budget import AIRBORNE
from core.play.fight.turns.drift import is_weightless
from core.values import replace
from tui.encounter.model import (
    MODES,
    EncounterUI,
    FightHost,
    all_strike,
    group,
    mode,
    movers,
    names,
    speed,
    under,
    waiting_in,
    with_marks,
)
from tui.encounter.present import routes
from tui.encounter.present.battle import IDLE, Battle, idle
from tui.encounter.present.foresight import CursorPreview
from tui.encounter.present.states import PRONE
from tui.kit import lengths
from tui.kit.modal import Choice


def space_asks(screen: FightHost) -> bool:
    """Whether Space asks for attacks of opportunity against the pending movement, or is idle."""
    waiting = waiting_in(screen.state)
    if screen.encounter is not None and idle(screen.state) and screen.performer.due() is None:
        screen.gm.refuse(IDLE)
        return True
    if waiting is None or screen.performer.due() is not None or screen.gm.stray_number():
        return False
    screen.perform(all_strike(waiting))
    return True


@work
async def roll_initiative(screen: FightHost) -> None:
    """Roll initiative for all who have none yet; with marks, ask what they mean."""
    marked = screen.ui.marked
    if not marked:
        screen.perform(RollInitiative())
        return
    who = names(screen.battle, marked)
    choices = (
        Choice("surprised", "s", Message("surprised: {who}", who=who)),
        Choice("anew", "n", Message("only {who}, again", who=who)),
        Choice("all", "i", Message("all who have none yet")),
    )
    picked = await screen.gm.choose(Message("initiative"), choices)
    if picked == "surprised":
        screen.perform(RollInitiative(surprised=marked))
    elif picked is not None:
        screen.perform(RollInitiative(marked) if picked == "anew" else RollInitiative())


def delay(screen: FightHost) -> None:
    """Delay; a delaying creature, marked or under the cursor, acts now."""
    who = _acts_now(screen)
    if who:
        screen.perform(Delay(who))


@work
async def ready(screen: FightHost) -> None:
    """Ready an action; a creature with one ready, marked or under the cursor, acts now."""
    who = _acts_now(screen)
    if who:
        prompt = Message("{who} waits to do what, and when?", who=names(screen.battle, (who,)))
        what = await screen.gm.line(prompt)
        if what:
            screen.perform(Ready(who, what))


def _acts_now(screen: FightHost) -> str:
    # Else the mover, "" where there is none; says so.
    found = screen.battle
    for who in screen.meant():
        figure = None if found is None else found.encounter.figure(who)
        if figure is not None and (figure.delaying or figure.readied):
            screen.perform(ActNow(who))
            return ""
    who = next(iter(movers(screen.ui, found)), "")
    if not who:
        screen.gm.refuse("It is nobody's turn yet. Press i to roll initiative.")
    return who


# how the movers go: their way, the height a flyer ends at


WAYS: tuple[tuple[str, str, Template], ...] = (
    ("walk", "w", "walk: a move"), ("step", "s", "a small step, which provokes nobody"),
    ("run", "r", "run, straight ahead"), ("charge", "c", "charge"),
    ("withdraw", "x", "withdraw"), ("fly", "f", "fly"),
    ("swim", "m", "swim"), ("climb", "b", "climb"), ("burrow", "g", "burrow"),
    ("glide", "i", "glide, incorporeal"),
    ("squeeze", "q", "squeeze through"), ("safe", "n", "by a route that provokes nobody"),
    ("stand", "u", "stand up, now"), ("down", "l", "lie down, now"),
    ("fall", "j", "jump or fall down, now"),
    ("leave", "o", "leave the board over its nearest edge, now"),
)  # fmt: skip
"""Ways of moving: their slugs, letters, words."""

CRAWL = ("walk", "k", N_("crawl, while prone"))
"""What walking is for one who lies on the ground."""

LYING = ("walk", "run", "charge", "withdraw", "step", "down")
"""What one who lies on the ground does not do."""


def ways(lies: bool, glides: bool) -> tuple[tuple[str, str, str], ...]:
    """The modes `p` offers a creature that is standing or prone; `glides`: incorporeal."""
    known = tuple(way for way in WAYS if glides or way[0] != "glide")
    if lies:
        return (CRAWL, *(way for way in known if way[0] not in LYING))
    return tuple(way for way in known if way[0] != "stand")


@work
async def choose_way(screen: FightHost) -> None:
    """Ask how the next mover moves; standing up, falling and leaving are done at once."""
    found = screen.battle
    who = movers(screen.ui, found)
    if found is None or not who:
        screen.gm.refuse("It is nobody's turn. Press v to mark who moves.")
        return
    being = found.being(who[0])
    lies = being is not None and is_among(being.lasting, PRONE)
    offered = ways(lies, speed(found, who[0], "incorporeal") is not None)
    choices = tuple(Choice(slug, key, Message(words)) for slug, key, words in offered)
    prompt = Message("how does {who} move?", who=names(found, who))
    picked = await screen.gm.choose(prompt, choices)
    match picked:
        case None:
            return
        case "stand" | "down":
            screen.perform(Stand(who[0], picked == "down"))
        case "fall":
            screen.perform(Fall(who[0], deliberate=True))
        case "leave":
            screen.perform(Move(who[0], OFF, mode=mode(screen.ui, found, who)))
        case _:
            screen.ui = replace(screen.ui, way=picked)


def climb(screen: FightHost, step: int) -> None:
    """Raise or lower a flyer's final height by squares."""
    ui, found = screen.ui, screen.battle
    who = movers(ui, found)
    if found is None or not who:
        screen.gm.say_message("Only a flying creature can change its height.")
        return
    figure = found.encounter.figure(who[0])
    now = 0 if figure is None else figure.elevation
    flies = any(speed(found, who[0], by) is not None for by in AIRBORNE)
    flies = flies or is_weightless(screen.state, screen.view.assets.rules)
    if not now and step > 0 and MODES.get(ui.way, "walk") in ("walk", "fly") and not flies:
        screen.gm.say_message(
            "{who} has no fly speed. Add one on the character sheet (F3), or type "
            ":place {sign} k9 2.",
            who=names(found, who[:1]),
            sign=found.sign(who[0]),
        )
        return
    height = max(0, (now if ui.height is None else ui.height) + step)
    ends = lengths.height(height) if height else Message("the ground")
    screen.gm.say_message("ends at {height}", height=ends)
    screen.ui = replace(ui, height=height)


# the proposals for a pack


def pack_lines(ui: EncounterUI, seen: CursorPreview | None) -> tuple[Message, ...]:
    """The lines of the proposal that is shown; () = none."""
    if seen is None or ui.plan < 0 or not seen.plans:
        return ()
    at = ui.plan % len(seen.plans)
    return tuple(routes.pack_rows(seen.plans[at], seen.query.battle, at + 1, len(seen.plans)))


def turn_page(screen: FightHost, step: int) -> None:
    """Show the next or previous proposal for a pack, else focus another pane."""
    ui = screen.ui
    if ui.plan >= max(0, -step):
        screen.ui = replace(ui, plan=ui.plan + step)
    elif step > 0:
        screen.focus_next()
    else:
        screen.focus_previous()


def close(screen: FightHost) -> bool:
    """Drop the proposal, the way of moving, the marks, what waits for Enter; one of them."""
    before, screen.ui = screen.ui, put_away(screen.ui)
    return screen.ui is not before or screen.performer.unconfirm()


def put_away(ui: EncounterUI) -> EncounterUI:
    """Drop the proposal, else the mode of movement, else the marks."""
    if ui.plan >= 0:
        return replace(ui, plan=-1)
    if ui.way != "walk" or ui.height is not None:
        return replace(ui, way="walk", height=None)
    return replace(ui, marked=()) if ui.marked else ui


# whom the keys mean, and what they ride


def toggle(screen: FightHost) -> None:
    """Toggle the mark of the creature under the cursor."""
    there = under(screen.battle, screen.grid.cursor)[:1]
    if there:
        screen.ui = with_marks(screen.ui, there, there[0] not in screen.ui.marked)
    else:
        screen.gm.say_message("There is no creature here to mark.")


def toggle_group(screen: FightHost) -> None:
    """Toggle the marks of the group under the cursor, or of those whose turn it is."""
    ui = screen.ui
    who = group(ui, screen.battle, screen.grid.cursor)
    screen.ui = with_marks(ui, who or ui.marked, any(one not in ui.marked for one in who))


def slumped(battle: Battle) -> tuple[str, ...]:
    """The riders who are out in the saddle."""
    riders = (one.id for one in battle.encounter.figures if one.mount)
    return tuple(who for who in riders if not battle.up(who))


def mount(screen: FightHost) -> None:
    """Mount the creature under the cursor, or dismount there; a rider there who is out falls."""
    found, cursor = screen.battle, screen.grid.cursor
    falls = () if found is None else set(found.under(cursor)) & set(slumped(found))
    if falls:
        screen.perform(MountUp(min(falls)))
        return
    who = movers(screen.ui, found)
    if found is None or len(who) != 1:
        screen.gm.refuse("Who mounts? Mark a creature with v, or wait for its turn.")
        return
    figure = found.encounter.figure(who[0])
    if figure is not None and figure.mount:
        screen.perform(MountUp(who[0], "", str(cursor)))
        return
    beasts = [one for one in found.under(cursor) if one != who[0]]
    if beasts:
        screen.perform(MountUp(who[0], beasts[0]))
    else:
        screen.gm.refuse("Put the cursor on the mount, then press m.")
