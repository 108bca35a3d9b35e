"""What a key of the Encounter goes by (`Standpoint`), and what comes of it (`Change`).

A key or a typed word is a plain function: `def roll_initiative(standpoint: Standpoint) -> Change`.
It reads values and returns one; it has no screen, draws nothing and assigns nothing. The screen
carries the change out at one place (`carry_out` in `execution.py`):

- an `EncounterUI` is what the screen remembers from now on;
- a command is performed, and an `Act` is a function of every play screen that is called with it;
- a `Message` is said; a `Refusal`, returned or raised, is said and drops what was typed ahead;
- a dialog is shown. Its answer goes to its function `then`, with the standpoint of that moment,
  and what that returns is carried out, too;
- `Jump`, `FoundSquares`, `GoTo`, `Confirm`, `Following`, `AimedAttack` and `Letters` say what
  they do;
- of a tuple each is carried out, in order. () changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeAlias

from core.combat.board.squares import Square
from core.messages import Message, Refusal
from core.play.facts.encounter import Encounter
from core.play.facts.fight.blows.commands import MakeAttack
from core.play.facts.state import State
from core.play.union import Command
from core.values import Struct, replace
from tui.encounter.model import EncounterUI, EnterAction, LetterPick, enter_action, names
from tui.encounter.present.actor import Actor, find_actor, find_other
from tui.encounter.present.battle import Battle
from tui.play.command_line.typed_line import Act
from tui.play.dialogs.dialog import AnyDialog
from tui.play.performing.performer import READ_ONLY
from tui.view import CampaignView

P = ParamSpec("P")


class Standpoint(Struct, kw_only=True):
    """What a key goes by: what is remembered, what is shown, and where the cursor is.

    `encounter` is the one that is shown and `battle` the same as drawn, which is that of an
    earlier `view` until the newest has been gathered. What `battle` does not say is not told to
    the onlookers either.
    """

    view: CampaignView
    cursor: Square
    ui: EncounterUI = EncounterUI()
    encounter: Encounter | None = None
    battle: Battle | None = None
    pointed: str = ""
    """The runner selected on the ladder of a chase."""
    player_view: bool = False

    @property
    def state(self) -> State:
        """The current state."""
        return self.view.state

    @property
    def board(self) -> Battle:
        """The encounter as drawn. Refusal "no_encounter" when none is shown."""
        if self.battle is None:
            raise Refusal("no_encounter", "No encounter is shown. Press e to prepare one.")
        return self.battle

    @property
    def actor(self) -> Actor:
        """Who acts, with which attack, at whom, and who is meant under the cursor."""
        return find_actor(self.ui, self.battle, self.cursor)

    @property
    def gone_on(self) -> Standpoint:
        """The same, once the creature acts with which Enter goes on."""
        if self.battle is None:
            return self
        other = find_other(self.actor, self.battle)
        if not other:
            return self
        return replace(self, ui=replace(self.ui, chosen=other))

    @property
    def under(self) -> tuple[str, ...]:
        """The ids of all creatures seen on the cursor's square."""
        if self.battle is None:
            return ()
        return self.battle.under(self.cursor)

    @property
    def enter(self) -> EnterAction:
        """What Enter means now."""
        if self.view.read_only:
            return EnterAction(READ_ONLY)
        return enter_action(self.ui, self.battle, self.state, self.cursor, self.pointed)

    def names(self, who: Iterable[str]) -> str:
        """One creature by its name, several by their letters."""
        return names(self.battle, who)


def going_on(
    key: Callable[Concatenate[Standpoint, P], Change],
) -> Callable[Concatenate[Standpoint, P], Change]:
    """Return a key that goes on first with whom Enter would go on, and means that creature."""

    @wraps(key)
    def press(standpoint: Standpoint, /, *values: P.args, **named: P.kwargs) -> Change:
        gone_on = standpoint.gone_on
        change = key(gone_on, *values, **named)
        if gone_on is standpoint:
            return change
        return gone_on.ui, change

    return press


class Jump(Struct):
    """Move the cursor to a square, from where Backspace leads back; None: nowhere.

    `door` is the border of the door that was jumped to, which Enter then opens or closes; `who`
    the creature there, which is meant then, of several, and selected on the ladder of a chase.
    """

    square: Square | None
    door: str = ""
    who: str = ""


class FoundSquares(Struct):
    """Keep the squares that a search has found for `n` and `N`, and jump to the first."""

    places: tuple[Square, ...]


class GoTo(Struct):
    """Go to another screen, once this one has been drawn."""

    screen: str


class Confirm(Struct):
    """Perform the command on the next Enter; any other key drops it.

    `words` offer it once the screen has been drawn, unless something else is asked by then.
    """

    command: Command
    words: Message | None = None


class Following(Struct):
    """Perform a command, and carry out what `then` returns once it is recorded."""

    command: Command
    then: Callable[[Standpoint], Change]


class AimedAttack(Struct):
    """Perform an attack that the letters of `aim` turn before its dice are asked, or if refused."""

    command: MakeAttack
    aim: LetterPick


class Letters(Struct):
    """Put letters on the grid, of which the next key picks one; `prompt` asks for it."""

    letters: LetterPick
    prompt: Message


Dialog: TypeAlias = "AnyDialog[Standpoint, Change]"

Change: TypeAlias = (
    "EncounterUI | Command | Act | Message | Refusal | Dialog"
    " | Jump | FoundSquares | GoTo | Confirm | Following | AimedAttack | Letters"
    " | tuple[Change, ...]"
)
