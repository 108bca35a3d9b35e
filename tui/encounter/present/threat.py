"""The threat cursor's rows: the cost of going there, who may strike, what awaits there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from core.combat.board.scene import Manner
from core.combat.board.squares import Block, Square, through_the_air
from core.combat.search.reach import reachable
from core.combat.sight.cover import degree_words
from core.combat.threat.provoke import EnemyView
from core.messages import N_, Chance, Message, Refusal, Template
from core.play.fight.blows.planned_attack import PlannedAttack
from core.play.fight.combatants import find
from core.play.fight.health import health
from core.play.fight.moves.planned_move import ON_THE_GRID
from core.play.fight.previews import MoveAhead, preview
from core.play.fight.turns.budget import ActionsLeft
from core.play.fight.turns.budget import left as left_of
from core.values import replace
from tui.encounter.panes.fight_lines import (
    AttackLine,
    FlankLine,
    StrikeLine,
    ThreatLines,
)
from tui.encounter.present.battle import EncounterView
from tui.kit import lengths
from tui.kit.phrases import phrase, say
from tui.view import CampaignView

SPENDS: Mapping[str, Template] = {
    "move": "move action", "standard": "standard action", "run": "run",
    "charge": "charge", "withdraw": "withdraw", "full_round": "full round",
    "stride": "Stride", "action": "action", "crawl": "crawl",
}  # fmt: skip
MODES: Mapping[str, Template] = {
    "walk": "walk", "fly": "fly", "swim": "swim", "climb": "climb",
    "burrow": "burrow", "incorporeal": "incorporeal",
}  # fmt: skip
FAR = 1
"""So many of those who do not threaten the square are named."""


def then_attack(
    view: CampaignView, who: str, ahead: MoveAhead, target: str = ""
) -> PlannedAttack | None:
    """The attack on `target` after a move; "" = on a flanked enemy, else a threatened one.

    Standing enemies come first. None = there is no target.
    """
    targets = ahead.outlook.targets
    flanked = [partner.target for partner in ahead.outlook.partners]
    best = sorted((*flanked, *targets), key=lambda one: _down(view, one))
    if not best:
        return None
    at = target if target in targets else best[0]
    there = replace(ahead.outlook.mover, at=ahead.path[-1])
    scene = ahead.course.stage.scene.moved(who, there.at).with_creatures(there)
    try:
        return preview(ahead.turn_after, view.assets, who, at, scene=scene)
    except Refusal:
        return None


def _down(view: CampaignView, who: str) -> bool:
    being = find(view.state, who)
    return being is not None and health(being, view.assets.rules).out


def threat(
    here: EncounterView,
    who: str,
    to: Square,
    ahead: MoveAhead | None = None,
    attack: PlannedAttack | None = None,
    trouble: str = "",
) -> ThreatLines | None:
    """The rows of the threat panel; None when no creature to be seen could go there.

    An `attack` on the creature under the cursor that is out of reach is shown from where the move
    `ahead` ends; without a target, one on the first enemy it threatens there. `trouble` says why
    there is no route. With all missing, only the acting creature is shown.
    """
    being, figure = here.being(who), here.figure(who)
    if being is None or figure is None:
        return None
    left, brief = _left(here, who, ahead)
    mount = here.figure(figure.mount)
    standing = ThreatLines(
        sign=being.token or being.name[:2],
        name=being.name,
        start=(mount and mount.at) or figure.at,
        to=str(to),
        trouble=trouble,
        attack=_attack(here, who, ahead, attack),
        left=left,
        left_brief=brief,
    )
    if ahead is None:
        return standing
    purse, end, budget = ahead.course.purse, ahead.course.heights[-1], 1
    if purse.each is not None and purse.left is not None:
        budget = purse.left - max(0, purse.free - len(ahead.spends)) * purse.each
    strikes = tuple(_strikes(here, ahead))
    safe, free = _safe(here, who, ahead) if len(strikes) == len(ahead.strikers) else ("", ())
    least = Chance(ahead.hit_at_least_once)
    reasons = (part.rule for receipt in ahead.course.why for part in receipt.walk())
    return replace(
        standing,
        start=str(ahead.path[0]),
        to=str(ahead.path[-1]),
        cost=say(lengths.used(ahead.cost, budget)),
        spends=_spends(ahead),
        mode=phrase(MODES.get(ahead.course.wish.mode, MODES["walk"])),
        steps=tuple(
            f"{at} {cost}" for at, cost in zip(ahead.path[1:], ahead.course.steps, strict=False)
        ),
        rules=tuple(dict.fromkeys(rule for rule in reasons if rule.startswith("C-")))[:4],
        strikes=strikes,
        at_least=least if len(strikes) > 1 and not here.player_view else None,
        safe=safe,
        free=free,
        flanks=tuple(flanks(here, ahead)),
        threatened=threatened(here, ahead),
        cover=tuple(cover(here, ahead)),
        height=say(lengths.height(end)) if end else "",
    )


def _spends(ahead: MoveAhead) -> str:
    if not ahead.spends:
        return phrase("same movement")
    word = ahead.spends[0]
    if word in ("step", "five_foot_step"):
        return say(lengths.small_step())
    text = phrase(SPENDS[word]) if word in SPENDS else word.replace("_", " ")
    count = len(ahead.spends)
    return text if count == 1 else phrase("{count} x {what}", count=count, what=text)


def _strikes(here: EncounterView, ahead: MoveAhead) -> Iterator[StrikeLine]:
    for one in ahead.strikers:
        if here.being(one.by) is not None:
            line, blow = StrikeLine(here.sign(one.by), one.at), one.attack
            if blow is not None and not here.player_view:
                line = replace(line, bonus=blow.bonus, ac=blow.ac, chance=Chance(blow.p_hit))
            yield line


def _safe(here: EncounterView, who: str, ahead: MoveAhead) -> tuple[str, tuple[str, ...]]:
    if not ahead.strikers:
        return "", ()
    if ahead.safe is not None:
        way = tuple(str(at) for at in ahead.safe.path[1:])
        cost = lengths.used(ahead.safe.cost, None)
        return phrase("safe: {cost} by {way}", cost=cost, way=lengths.named(way)), ()
    free = _steps(here, who, ahead)
    if not free:
        return phrase("no path avoids it"), ()
    words: Mapping[int, Template] = {
        1: "no path avoids it; {step}:", 2: "no path avoids both; {step}:",
    }  # fmt: skip
    every = N_("no path avoids all; {step}:")
    return phrase(words.get(len(ahead.strikers), every), step=lengths.small_step()), free


def _steps(here: EncounterView, who: str, ahead: MoveAhead) -> tuple[str, ...]:
    try:
        if not left_of(here.view.state, here.assets, who).step:
            return ()
        scene, mover = ahead.course.stage.scene, ahead.course.stage.mover
        mode = ON_THE_GRID[ahead.course.wish.mode]
        manner = Manner(action=here.assets.rules.combat.mechanisms.small_step, mode=mode)
        squares = reachable(ahead.course.stage.level(mover.elevation), mover, manner).squares
    except Refusal:
        return ()
    side, goal = scene.space(mover), Block(*ahead.path[-1], scene.space(mover))
    heights = (mover.elevation, ahead.course.heights[-1])
    now = through_the_air(scene.body(mover), goal, heights)
    return tuple(
        str(at) for at in squares if through_the_air(Block(*at, side), goal, heights) < now
    )


def _attack(
    here: EncounterView, who: str, ahead: MoveAhead | None, blow: PlannedAttack | None
) -> AttackLine | None:
    if ahead is not None and (blow is None or blow.why_not is not None):
        target = "" if blow is None else blow.at.id
        blow = then_attack(here.view, who, ahead, target) or blow
    if blow is None or here.being(blow.at.id) is None:
        return None
    sign = here.sign(blow.at.id)
    if blow.why_not is not None:
        return AttackLine(sign, trouble=say(blow.why_not))
    if here.player_view:
        return None
    parts = tuple(
        part.value for part in blow.to_the_roll if isinstance(part.value, int) and part.value
    )
    critical = None if blow.p_critical is None else Chance(blow.p_critical)
    return AttackLine(
        sign, blow.ac, parts or (blow.bonus,), blow.needed, Chance(blow.p_hit), critical
    )


def _left(here: EncounterView, who: str, ahead: MoveAhead | None) -> tuple[str, str]:
    view = here.view
    if view.fight is None or view.fight.id != here.encounter.id:
        return "", ""
    state = view.state if ahead is None else ahead.turn_after
    try:
        return left_words(left_of(state, view.assets, who))
    except Refusal:
        return "", ""


def left_words(left: ActionsLeft) -> tuple[str, str]:
    """What is left of a turn, in full and in short for 80 columns."""
    if left.actions:
        actions = phrase("{count:action|actions}", count=left.actions)
        return _with_squares(actions, left), actions
    parts = _actions(left)
    if left.limited and parts:  # staggered, say, or in a surprise round
        parts = [phrase("only {action}", action=parts[0])]
    length = lengths.metres(1)
    if not parts and not left.step and not left.swift:
        nothing = phrase("nothing")
        return _with_squares(nothing, left), nothing
    brief = ", ".join(_actions(left, N_("standard/move"))) or phrase("no action")
    full = ", ".join([*parts, phrase("swift")] if left.swift else parts)
    step = short = phrase("{length} step", length=length)
    if not left.step:
        step = phrase("no {length} step", length=length)
        short = phrase("{length} no", length=length)
    return _with_squares(f"{full}; {step}" if full else step, left), f"{brief}, {short}"


def _actions(left: ActionsLeft, either: str = N_("standard or move")) -> list[str]:
    if left.full:
        return [phrase("full round")]
    if left.standard and left.move:  # without a full round only one of them is left
        return [phrase(either)]
    if left.standard or left.move:
        return [phrase("standard" if left.standard else "move")]
    return []


def _with_squares(text: str, left: ActionsLeft) -> str:
    if not left.squares:
        return text
    squares = lengths.used(left.squares, None)
    return phrase("{text}; {squares} of this move", text=text, squares=squares)


# what awaits there


def flanks(here: EncounterView, ahead: MoveAhead) -> Iterator[FlankLine]:
    """Whom the mover flanks where it ends, and with whom."""
    combat = here.assets.rules.combat
    rule = "C-205" if combat.mechanisms.flanking == "any_square" else "C-212"
    bonus = combat.flanking.attack or -combat.flanking.ac
    for one in ahead.outlook.partners:
        if here.being(one.target) is not None:
            yield FlankLine(here.sign(one.target), here.sign(one.ally), bonus, rule)


def threatened(here: EncounterView, ahead: MoveAhead) -> tuple[str, ...]:
    """Who threatens the mover where it ends, and the distance of the nearest others."""
    views = [view for view in ahead.outlook.views if _stands(here, view.by)]
    near = [here.sign(view.by) for view in views if view.threatens]
    text = phrase("threatened by nobody")
    if near:
        text = phrase("threatened by {who}", who=" ".join(near))
    far = sorted((_away(ahead, view), view.by) for view in views if not view.threatens)
    return text, *(
        phrase("{who} no ({squares} sq)", who=here.sign(by), squares=away) for away, by in far[:FAR]
    )


def _stands(here: EncounterView, who: str) -> bool:
    being = here.being(who)
    return being is not None and not here.health(being).out


def _away(ahead: MoveAhead, view: EnemyView) -> int:
    scene, mover = ahead.course.stage.scene, ahead.outlook.mover
    there, enemy = Block(*ahead.path[-1], scene.space(mover)), scene.by_id[view.by]
    return through_the_air(scene.body(enemy), there, (enemy.elevation, ahead.course.heights[-1]))


def cover(here: EncounterView, ahead: MoveAhead) -> Iterator[str]:
    """Its cover against each enemy there; equal ones grouped."""
    found: dict[tuple[Message, int], list[str]] = {}
    for view in (view for view in ahead.outlook.views if _stands(here, view.by)):
        sign = here.sign(view.by)
        if view.cover.degree != "none":
            words = degree_words(view.cover.degree)
            found.setdefault((words, view.cover.ac_bonus), []).append(sign)
        if view.concealment.miss_chance:
            chance = Chance(Fraction(view.concealment.miss_chance, 100))
            found.setdefault((Message("miss {chance}", chance=chance), 0), []).append(sign)
    for (words, bonus), signs in found.items():
        told = f"{' '.join(signs)} {say(words)}"
        yield f"{told} {bonus:+d}" if bonus else told
