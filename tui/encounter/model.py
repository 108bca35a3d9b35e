"""What the Encounter screen remembers, as one value; whom its keys mean; what they ask of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from textual.widget import Widget

from core.combat.board.squares import Square
from core.play.fight.encounter import NOTHING_SPENT, Encounter, Foe
from core.play.union import Command
from core.values import Struct, replace
from tui.encounter.panes.battle_grid import BattleGrid
from tui.encounter.present.battle import Battle
from tui.encounter.present.foresight import CursorPreview, CursorQuery
from tui.encounter.present.layers import LayerChoice, LayerRequest
from tui.kit.phrases import Words
from tui.kit.searching import Cursored
from tui.play.command_line import PlayHost
from tui.view import CampaignView
from tui.worker import Latest


class LetterTarget(Struct):
    """A letter's target: a creature or a door's border, and the square to go to.

    `drawn`: the letter must be written on the grid, as nothing there shows it.
    """

    at: Square
    who: str = ""
    door: str = ""
    drawn: bool = True


class LetterPick(Struct):
    """The targets that letters mean: `by` attack the one picked; with nobody, the cursor jumps.

    `weapon` is the attack's number on the sheet, `prefix` a key that may be pressed before.
    """

    targets: Mapping[str, LetterTarget] = {}
    by: tuple[str, ...] = ()
    weapon: int | None = None
    prefix: str = ""


class EncounterUI(Struct, kw_only=True):
    """Everything about the Encounter screen that is not in the story."""

    looked_at: str = ""
    """The prepared or paused encounter chosen last."""
    gathered: Battle | None = None
    """The encounter as drawn."""
    answer: CursorPreview | None = None
    """The newest answer about a square; `preview` returns it while it is true."""
    perch: tuple[CampaignView, Square] | None = None
    """Where the cursor goes back to when this moment has been gathered."""

    marked: tuple[str, ...] = ()
    chosen: str = ""
    """The member of the acting group that the keys move."""
    way: str = "walk"
    height: int | None = None
    """The height in squares at which a flyer ends; None = unchanged."""
    plan: int = -1
    """The proposal for a pack that is shown; below 0 = none."""
    enter_waits: bool = False
    """Enter was pressed before the answer about the cursor's square was there."""
    refused: Words = ""
    """Why Enter did nothing at the cursor's square."""
    door: str = ""
    """The border of the door that was jumped to."""

    trail: tuple[Square, ...] = ()
    """Where the cursor jumped from, newest last."""
    measured: Square | None = None
    """Where the ruler begins."""
    layer: str = ""
    layer_of: str = ""
    layer_told: bool = False
    """Whether the layer's words have been said."""

    picking: LetterPick | None = None
    """The letters on the grid of which the next key picks one."""
    aim: LetterPick | None = None
    """Targets an attack may still be turned to by their letters."""
    instead: Command | None = None
    """The attack that follows once the dice of another have been put away for it."""
    last_attack: Command | None = None
    area: str = ""
    """The line of the last area."""

    def preview(self, cursor: Square) -> CursorPreview | None:
        """The answer for the cursor's square, if it is known already."""
        found = self.answer
        if found is None or found.query.to != cursor or found.query.battle is not self.gathered:
            return None
        return found


def with_marks(ui: EncounterUI, who: tuple[str, ...], on: bool) -> EncounterUI:
    """Mark these creatures, after those marked before, or unmark them."""
    rest = tuple(one for one in ui.marked if one not in who)
    return replace(ui, marked=(*rest, *who) if on else rest)


def with_battle(ui: EncounterUI, now: Battle) -> EncounterUI:
    """Take a newly gathered encounter: marks stay until another acts, choices until one acts."""
    before = ui.gathered
    present = {figure.id for figure in now.encounter.figures}
    marked = () if passed(before, now) else now.seen(who for who in ui.marked if who in present)
    if before is None or before.encounter != now.encounter:
        ui = replace(ui, way="walk", height=None, plan=-1, enter_waits=False)
    return replace(ui, gathered=now, marked=marked)


def with_cursor_moved(ui: EncounterUI) -> EncounterUI:
    """Drop what was meant for the square the cursor has left."""
    return replace(ui, plan=-1, enter_waits=False, refused="", door="")


def with_curtain_turned(ui: EncounterUI, player_view: bool) -> EncounterUI:
    """Drop letters, layer and the marks of the hidden: others look on now."""
    ui = replace(ui, aim=None, instead=None, picking=None, layer="", layer_of="")
    found = ui.gathered
    if found is None:
        return ui
    found = replace(found, player_view=player_view)
    return replace(ui, gathered=found, marked=found.seen(ui.marked))


def passed(before: Battle | None, now: Battle) -> bool:
    """Whether it is another creature's turn, another encounter, or one that has just begun."""
    if before is None or before.encounter.id != now.encounter.id:
        return True
    return before.turn != now.turn or before.runs < now.runs


@dataclass
class FightAnswers:
    """What is worked out in threads: the encounter, what awaits at the cursor, a layer."""

    battles: Latest[tuple[CampaignView, Encounter, bool], Battle]
    previews: Latest[CursorQuery, CursorPreview]
    layers: Latest[LayerRequest, LayerChoice]


class FightHost(PlayHost, Cursored[Square], Protocol):
    """The Encounter screen as its parts see it; `EncounterScreen` says what each member is."""

    ui: EncounterUI
    answers: FightAnswers

    @property
    def grid(self) -> BattleGrid: ...
    @property
    def encounter(self) -> Encounter | None: ...
    @property
    def battle(self) -> Battle | None: ...

    def has_class(self, name: str, /) -> bool: ...
    def mount(self, widget: Widget, /, *, before: str) -> object: ...
    def focus_next(self) -> object: ...
    def focus_previous(self) -> object: ...


def under(battle: Battle | None, at: Square) -> tuple[str, ...]:
    """The ids of the creatures seen on a square."""
    return () if battle is None else battle.under(at)


def movers(ui: EncounterUI, battle: Battle | None) -> tuple[str, ...]:
    """The creatures that will move: the marked, else the acting creature.

    Of an acting group, the chosen one or the first that still has a turn; of those off the
    board, one that got away for example, only where nobody of the group is on it.
    """
    if battle is None:
        return ()
    if ui.marked:
        return ui.marked
    able = [who for who in battle.acting if _lives(battle, who)]
    if ui.chosen in able:
        return (ui.chosen,)
    able = [who for who in able if battle.place(who) is not None] or able
    fresh = [who for who in able if _fresh(battle, who)]
    return tuple((fresh or able)[:1])


def _lives(battle: Battle, who: str) -> bool:
    being = battle.being(who)
    return being is not None and not being.dead


def _fresh(battle: Battle, who: str) -> bool:
    figure = battle.encounter.figure(who)
    return figure is not None and figure.spent == NOTHING_SPENT


def names(battle: Battle | None, who: Iterable[str]) -> str:
    """One creature by its name, several by their letters."""
    beings = [] if battle is None else [b for b in map(battle.being, who) if b is not None]
    if len(beings) == 1:
        return beings[0].name
    return " ".join(being.token or being.name for being in beings)


def group(ui: EncounterUI, battle: Battle | None, at: Square) -> tuple[str, ...]:
    """The whole group of the creature on a square; with none there, those whose turn it is.

    Empty where that means to clear the marks.
    """
    if battle is None:
        return ()
    there = battle.under(at)[:1]
    if not there:
        return () if ui.marked else tuple(who for who in battle.acting if _lives(battle, who))
    being = battle.being(there[0])
    if isinstance(being, Foe):
        foes = battle.encounter.foes
        able = (foe.id for foe in foes if foe.group == being.group and battle.up(foe.id))
        return (tuple(able) if being.group else ()) or there
    here = (figure.id for figure in battle.encounter.figures)
    return tuple(who for who in here if battle.side(who) == "party" and battle.up(who))
