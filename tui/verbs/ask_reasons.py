"""The words of the casebook in sentences: why a move fails, what cover and concealment there is."""

from __future__ import annotations

from collections.abc import Mapping

from core.messages import N_

MOVED: Mapping[str, str] = {
    "cannot_move": N_("it cannot move at all"),
    "in_the_air": N_("it is in the air, where nobody walks"),
    "fatigued": N_("who is fatigued can neither run nor charge"),
    "no_step_by": N_("no Step is made with a special Speed"),
    "too_long": N_("such a step is one square, and no more"),
    "not_adjacent": N_("{at} is not next to the square before it"),
    "offmap": N_("{at} is not on the map"),
    "blocked": N_("{at} cannot be entered"),
    "corner": N_("the diagonal to {at} cuts the corner of something solid"),
    "occupied": N_("somebody holds {at}"),
    "fills_space": N_("somebody fills {at} wholly"),
    "ally_charge": N_("a charge leads through no friend, as at {at}"),
    "hampered_run": N_("nobody runs through what hampers, as {at} does"),
    "hampered_charge": N_("nobody charges through what hampers, as {at} does"),
    "hampered_five_foot_step": N_("no 1.5 m step leads into what hampers, as {at} does"),
    "hampered_step": N_("no Step leads into difficult ground, as {at} is"),
    "not_straight": N_("a run or a charge is straight, and {at} lies off its line"),
    "budget": N_("it costs more than the mover has"),
    "obstacle_end": N_("nobody may stop on the obstacle at {at}"),
    "end_occupied": N_("nobody may stop where another is, as at {at}"),
    "end_full": N_("there is no room left at {at}"),
}
"""Why a path may not be taken; `at` is the square in question."""

ENDING: Mapping[str, str] = {
    "ok": N_("{mover} may stop at {at}."),
    "offmap": N_("{mover} may not stop at {at}: it is not on the map."),
    "blocked": N_("{mover} may not stop at {at}: it does not fit in there."),
    "obstacle_end": N_("{mover} may not stop at {at}: it is an obstacle."),
    "end_occupied": N_("{mover} may not stop at {at}: somebody else is there."),
    "end_full": N_("{mover} may not stop at {at}: there is no room left."),
}

COVERED: Mapping[str, str] = {
    "none": N_("{target} has no cover from {attacker} ({mode})."),
    "soft": N_("{target} has soft cover from {attacker} ({mode}): somebody stands in the line."),
    "screen": N_("{target} is screened from {attacker} ({mode})."),
    "partial": N_("{target} has partial cover from {attacker} ({mode})."),
    "cover": N_("{target} has cover from {attacker} ({mode})."),
    "improved": N_("{target} has improved cover from {attacker} ({mode})."),
    "total": N_("{target} has total cover from {attacker}: it cannot be attacked."),
}

CONCEALED: Mapping[str, str] = {
    "none": N_("{target} is not concealed from {attacker} ({mode})."),
    "concealment": N_("{target} is concealed from {attacker} ({mode})."),
    "total": N_("{target} is totally concealed from {attacker} ({mode})."),
}

FLANKED: Mapping[str, str] = {
    "ok": N_("{attacker} and {ally} flank {target}."),
    "ranged": N_("{attacker} does not flank {target}: only melee attacks flank."),
    "reach_zero": N_("{attacker} and {ally} do not flank {target}: one of them has no reach."),
    "attacker_not_threatening": N_("{attacker} does not flank {target}: it does not threaten it."),
    "ally_not_threatening": N_("{attacker} and {ally} do not flank {target}: {ally} does not "
                               "threaten it."),
    "not_opposite": N_("{attacker} and {ally} do not flank {target}: they are not on opposite "
                       "sides or corners of it."),
}  # fmt: skip

NO_ATTACK: Mapping[str, str] = {
    "cannot_act": N_("it cannot act"),
    "out_of_reach": N_("it does not reach that far"),
    "total_cover": N_("total cover"),
    "weapon": N_("not with that weapon while it lies prone"),
}

FITS: Mapping[str, str] = {
    "normal": N_("Size {size} goes through {width} as usual."),
    "squeeze": N_("Size {size} squeezes through {width}."),
    "escape_artist": N_("Size {size} gets through {width} only by Escape Artist."),
    "squeeze_activity": N_("Size {size} gets through {width} only by the Squeeze activity."),
    "impossible": N_("Size {size} does not get through {width}."),
}
