"""Chases: begun by key or at the board's edge, who runs and who follows, their ladder."""

from __future__ import annotations

from core.combat.board.squares import Battlefield, Square, measure, parse_square
from core.messages import Message, Refusal
from core.play.facts.encounter import Chase, Encounter, Runner
from core.play.facts.fight.combatants import (
    bearer_of,
    find,
    name_combatant,
    side_of,
    token_of,
)
from core.play.facts.fight.moves.events import LeftBoard
from core.play.facts.fight.setup.commands import Place
from core.play.facts.fight.turns.commands import StartChase
from core.play.facts.fight.turns.events import ChaseEnded, RunDown
from core.play.fight.health import health
from core.play.fight.turns.budget import is_on_board
from core.play.fight.turns.chase import next_dc
from core.play.fight.turns.narration import narrate_turns
from core.values import replace
from tui.encounter import gm_rulings
from tui.encounter.change import Change, Standpoint
from tui.encounter.panes.fight_lines import ChaseLines, RunnerLine
from tui.encounter.present import routes
from tui.encounter.present.battle import EncounterView
from tui.kit import lengths
from tui.kit.modal import Choice
from tui.kit.numbers import read_whole
from tui.kit.phrases import Words
from tui.play.dialogs.dialog import ChoiceDialog, LineDialog
from tui.view import CampaignView


def _hunters(view: CampaignView, fight: Encounter, quarry: tuple[str, ...]) -> tuple[str, ...]:
    # Those of other sides than `quarry`, on the board and on their feet.
    first = side_of(view.state, fight, quarry[0])
    ridden = {figure.mount for figure in fight.figures if figure.mount}
    hunters = []
    for figure in fight.figures:
        being = find(view.state, figure.id)
        if being is None or first in (None, side_of(view.state, fight, figure.id)):
            continue
        idle = figure.id in quarry or figure.id in ridden or not is_on_board(fight, figure)
        if not idle and not health(being, view.assets.rules).out:
            hunters.append(figure.id)
    return tuple(hunters)


def gone(view: CampaignView, player_view: bool = False) -> StartChase | None:
    """The chase of those who left the board with the last entry, by all who can; None: of nobody.

    Behind the `player_view` hidden creatures are not named.
    """
    entry = gm_rulings.last(view)
    fight = view.fight
    if entry is None or fight is None or fight.chase is not None:
        return None
    left = [event for event in entry.events if isinstance(event, LeftBoard)]
    if not left:
        return None
    riders = {f.mount: f.id for f in fight.figures if f.mount}
    creature_ids = tuple(riders.get(event.who, event.who) for event in left)
    unseen = fight.unseen if player_view else frozenset()
    after = tuple(one for one in _hunters(view, fight, creature_ids) if one not in unseen)
    if not after:
        return None
    edges = [parse_square(event.at) for event in left]
    stands = [parse_square(f.at) for f in fight.figures if f.id in after and f.at]
    lead = min((measure(at.x - to.x, at.y - to.y) for at in stands for to in edges), default=0)
    return StartChase(creature_ids, after, lead)


def outcome(view: CampaignView) -> Message | None:
    """Who was caught or escaped in the last entry, and whether the chase is over."""
    entry = gm_rulings.last(view)
    if entry is None:
        return None
    ends = tuple(
        narrate_turns(event, view.state)
        for event in entry.events
        if isinstance(event, RunDown | ChaseEnded)
    )
    if ends:
        return Message("{what}", what=ends)
    return None


# its rows


def ladder(view: EncounterView) -> ChaseLines | None:
    """The ladder of the chase where it goes on next; None where another has a turn, or without."""
    chase = view.encounter.chase
    if chase is None or not view.encounter.chase_is_due:
        return None
    tired = Message("tired: rests for a minute")
    runners = (
        *(_runner(view, one, None, _flees(view, one, chase)) for one in chase.quarry),
        *(_runner(view, one, one.lead, tired if one.tired else "") for one in chase.pursuers),
    )
    ahead = Message(
        "Space: the chase goes on for a round.  Enter puts the one pointed at back on the "
        "board.  :chase over ends it, and who is still in flight is gone."
    )
    return ChaseLines(chase.rounds, runners, ahead)


def _runner(view: EncounterView, runner: Runner, behind: int | None, says: Words) -> RunnerLine:
    being = view.being(runner.id)
    return RunnerLine(
        id=runner.id,
        sign=view.sign(runner.id)[:2],
        name=runner.id if being is None else being.name,
        squares=runner.speed,
        behind=behind,
        runs=None if runner.rounds is None else max(0, runner.rounds),
        dc=None if view.player_view else next_dc(runner, view.assets),
        says=says,
    )


def _flees(view: EncounterView, runner: Runner, chase: Chase) -> Words:
    # T-210
    squares = lengths.used(runner.lead, None)
    rounds = [
        (-(-pursuer.lead // (pursuer.speed - runner.speed)), pursuer)
        for pursuer in chase.pursuers
        if pursuer.speed > runner.speed
    ]
    if rounds:
        soonest, pursuer = min(rounds, key=lambda pair: pair[0])
        return Message(
            "{squares} ahead; {who} catches up in {rounds}",
            squares=squares,
            who=view.sign(pursuer.id),
            rounds=lengths.rounds(soonest),
        )
    if any(pursuer.speed == runner.speed for pursuer in chase.pursuers):
        return Message("{squares} ahead; equally fast: Dexterity decides", squares=squares)
    return Message("{squares} ahead and faster: it gets away", squares=squares)


ALL = "all"


def start_chase(standpoint: Standpoint) -> Change:
    """Begin a chase: the marked flee, the others pursue; the distance is asked."""
    battle = standpoint.battle
    quarry = standpoint.ui.marked
    if battle is None or not quarry:
        raise Refusal("nobody_flees", "Who flees? Mark them with v, then e c.")
    hunters = _hunters(battle.view, battle.encounter, quarry)
    if not hunters:
        raise Refusal("nobody_follows", "Nobody is left to follow them.")
    return LineDialog(
        prompt=Message("how many squares are between them?"),
        start="12",
        check=read_whole,
        replaces=True,
        then=lambda _, typed: StartChase(quarry, hunters, read_whole(typed)),
    )


def follow(standpoint: Standpoint, chase: StartChase) -> Change:
    """Ask who pursues those who left the board, and begin the chase."""
    state = standpoint.state
    choices = tuple(
        Choice(one, token_of(state, one), Message("{who} follows", who=name_combatant(state, one)))
        for one in chase.pursuers
    )
    if len(choices) > 1:
        signs = tuple(one.letter for one in choices)
        choices = (Choice(ALL, "", Message("all follow: {who}", who=signs)), *choices)
    prompt = Message(
        "{who} left the board, {squares:square|squares} ahead. A chase? Esc: nobody",
        who=tuple(name_combatant(state, one) for one in chase.quarry),
        squares=chase.lead,
    )
    return ChoiceDialog(
        prompt,
        choices,
        lambda _, picked: chase if picked == ALL else replace(chase, pursuers=(picked,)),
    )


def bring_back(standpoint: Standpoint, creature_id: str) -> Change:
    """Put a runner back on the board, at a square that is asked."""
    battle = standpoint.battle
    if battle is None:
        return ()
    carried = bearer_of(standpoint.state, creature_id)
    if battle.scene is None:
        field = Battlefield(0, 0)
    else:
        field = battle.scene.field

    def put_back(_: Standpoint, typed: str) -> Change:
        spots = routes.formation(battle, (carried,), on_map(typed, field))
        return Place(battle.encounter.id, spots)

    return LineDialog(
        prompt=Message(
            "which square does {who} come back to?",
            who=name_combatant(standpoint.state, creature_id),
        ),
        start=str(battle.place(carried) or standpoint.cursor),
        check=lambda typed: on_map(typed, field),
        replaces=True,
        then=put_back,
    )


def on_map(text: str, field: Battlefield) -> Square:
    """The square of this name; Refusals of `parse_square`, and "off_the_map"."""
    square = parse_square(text.upper())
    if not field.holds(square):
        raise Refusal("off_the_map", "{square} is not on the map.", square=str(square))
    return square
