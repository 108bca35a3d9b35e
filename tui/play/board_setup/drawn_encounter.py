"""An encounter that is prepared on a board: drawn, or read from a file."""

from __future__ import annotations

from core.combat.board.drawing import Board
from core.combat.board.encounter_file import EncounterFile, parse_encounter
from core.effects.effect import KnownEffect
from core.files import FileError
from core.messages import Refusal
from core.play.facts.encounter import Encounter, Zone
from core.play.facts.state import Assets, State
from core.play.fight.setup.places import check_figures
from core.play.fight.setup.recruits import drafted, encounter_id
from core.rulesets.schema import Ruleset
from core.values import Struct, replace
from saves.exchange.findings import read_text
from saves.library.effect_library import known_effects
from tui.kit.text_line import typed_path


class DrawnEncounter(Struct):
    """An encounter to prepare on a board; `ruleset` is that of its file ("" = it is from none).

    `effects` are those with figures on its creatures that the campaign does not have yet.
    """

    encounter: Encounter
    board: Board
    ruleset: str = ""
    effects: tuple[KnownEffect, ...] = ()


class Redrawn(Struct):
    """Another board for an encounter, for `Campaign.redraw`."""

    encounter: str
    board: Board


def drawn(name: str, board: Board | EncounterFile, state: State, rules: Ruleset) -> DrawnEncounter:
    """An encounter of this name on a board, empty or as in its file.

    Refusals: "no_name", "unknown_effect", "unreadable_effects".
    """
    words = name.strip() or (board.name if isinstance(board, EncounterFile) else "")
    if not words:
        raise Refusal("no_name", "An encounter needs a name.")
    encounter = Encounter(encounter_id(words, state), words, "", place=state.place)
    if not isinstance(board, EncounterFile):
        return DrawnEncounter(encounter, board)
    library = known_effects(state, rules) if board.effect_names else {}
    creatures = drafted(board.creatures, state, rules, library)
    zones = tuple(Zone(where, light) for where, light in board.zones)
    encounter = replace(
        encounter,
        light=board.light,
        wind=board.wind,
        gravity=board.gravity,
        zones=zones,
        foes=creatures.foes,
        figures=creatures.figures,
        start=board.start,
    )
    return DrawnEncounter(encounter, board.board, board.ruleset, creatures.effects)


def _with_effects(file: EncounterFile, state: State, assets: Assets) -> Ruleset:
    rules = assets.rules
    if not file.effect_names:
        return rules
    known = known_effects(state, rules)
    return rules.with_effects(KnownEffect(name, effect) for name, effect in known.items())


def read_file(text: str, state: State, assets: Assets) -> EncounterFile:
    """Read an encounter file that these rules can set up.

    Refusals "bad_file", "unreadable_effects", and those of `check_figures`.
    """
    written = read_text(typed_path(text))
    try:
        encounter_file = parse_encounter(written)
        field = encounter_file.scene(_with_effects(encounter_file, state, assets)).field
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
