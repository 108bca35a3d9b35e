"""The kind pursuit."""

from __future__ import annotations

from core.casebook.answers import Answer
from core.casebook.case_kinds import kind
from core.files import Keys
from core.odds import Ties
from core.rulesets.schema import Ruleset
from core.travel.pursuit import long_chase, short_chase

TIES: dict[str, Ties | None] = {
    "": None,
    "pursuer": "pursuer",
    "reroll": "reroll",
    "higher_modifier": "higher_modifier",
}


def _pursuit(given: Keys, rules: Ruleset) -> Answer:
    mode = given.word("mode", None, ("round", "long"))
    ties = TIES[given.word("ties", "", tuple(TIES))]
    quarry = given.whole("quarry_mod", least=None)
    if given.exactly_one("pursuer_mod", "pursuer_mods") == "pursuer_mod":
        pursuers: tuple[int, ...] = (given.whole("pursuer_mod", least=None),)
    else:
        pursuers = given.wholes("pursuer_mods")
    if not pursuers:
        raise given.wrong("pursuer_mods", "must name at least one pursuer")
    if mode == "round":
        speeds = given.number("quarry_speed_m"), given.number("pursuer_speed_m")
        found = short_chase(*speeds, quarry, pursuers, rules, ties)
    else:
        ours, theirs = (given.maybe_number(f"{side}_speed_m") for side in ("quarry", "pursuer"))
        differ = ours is not None and theirs is not None and ours != theirs
        found = long_chase(quarry, pursuers, rules, ties, speeds_differ=differ)
    answer = Answer()
    answer.fields(found, "method", found.receipt)
    answer.chance("p_escape", found.p_escape, found.receipt)
    answer.chance("p_caught", found.p_caught, found.receipt)
    if found.p_first_roll_tie is not None:
        answer.chance("p_first_roll_tie", found.p_first_roll_tie, found.receipt)
    return answer


KINDS = (
    kind(
        "pursuit",
        "mode quarry_speed_m pursuer_speed_m quarry_mod pursuer_mod pursuer_mods ties",
        "method p_escape p_caught p_first_roll_tie",
        _pursuit,
    ),
)
