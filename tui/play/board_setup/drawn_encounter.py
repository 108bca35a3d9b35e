"""An encounter that is prepared on a board: drawn, or read from a file."""

from __future__ import annotations

from core.combat.board.drawing import Board
from core.combat.board.encounter_file import EncounterFile, parse_encounter
from core.files import FileError
from core.messages import Refusal
from core.play.facts.encounter import Encounter, Zone
from core.play.facts.state import Assets, State
from core.play.fight.setup.places import check_figures
from core.play.fight.setup.recruits import drafted, encounter_id
from core.rulesets.schema import Ruleset
from core.values import Struct, replace
from saves.exchange.findings import read_text
from tui.kit.text_line import typed_path


class DrawnEncounter(Struct):
    """An encounter to prepare on a board; `ruleset` is that of its file ("" = it is from none)."""

    encounter: Encounter
    board: Board
    ruleset: str = ""


class Redrawn(Struct):
    """Another board for an encounter, for `Campaign.redraw`."""

    encounter: str
    board: Board


def drawn(name: str, board: Board | EncounterFile, state: State, rules: Ruleset) -> DrawnEncounter:
    """An encounter of this name on a board, empty or as in its file. Refusal "no_name"."""
    words = name.strip() or (board.name if isinstance(board, EncounterFile) else "")
    if not words:
        raise Refusal("no_name", "An encounter needs a name.")
    encounter = Encounter(encounter_id(words, state), words, "", place=state.place)
    if not isinstance(board, EncounterFile):
        return DrawnEncounter(encounter, board)
    foes, figures = drafted(board.creatures, state, rules)
    zones = tuple(Zone(where, light) for where, light in board.zones)
    encounter = replace(
        encounter,
        light=board.light,
        wind=board.wind,
        gravity=board.gravity,
        zones=zones,
        foes=foes,
        figures=figures,
        start=board.start,
    )
    return DrawnEncounter(encounter, board.board, board.ruleset)


def read_file(text: str, state: State, assets: Assets) -> EncounterFile:
    """Read an encounter file that these rules can set up.

    Refusals "bad_file", and those of `check_figures`.
    """
    written = read_text(typed_path(text))
    try:
        encounter_file = parse_encounter(written)
        field = encounter_file.scene(assets.rules).field
    except FileError as wrong:
        raise Refusal(
            "bad_file",
            "{key}: {message}" if wrong.key else "{message}",
            key=wrong.key,
            message=wrong.message,
        ) from None
    check_figures(
        drawn("from a file", encounter_file, state, assets.rules).encounter, state, field, assets
    )
    return encounter_file
