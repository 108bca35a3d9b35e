"""The situation where a move ends: flanking, threats, cover."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from core.combat.board.squares import Block, through_the_air
from core.combat.sight.sightlines import degree_words
from core.combat.threat.provoke import EnemyView
from core.messages import Chance, Message
from core.play.fight.previews import MoveAhead
from tui.encounter.panes.fight_lines import CoverLine, FlankLine
from tui.encounter.present.battle import EncounterView
from tui.kit.phrases import phrase

FAR = 1
"""So many of those who do not threaten the square are named."""
DOWN = ("unconscious", "dying", "stable", "dead")
"""Who fares so threatens nobody."""


def flanks(here: EncounterView, ahead: MoveAhead) -> Iterator[FlankLine]:
    """Whom the mover flanks where it ends, and with whom."""
    combat = here.assets.rules.combat
    rule = "C-205" if combat.mechanisms.flanking == "any_square" else "C-212"
    bonus = combat.flanking.attack or -combat.flanking.ac
    for one in ahead.outlook.partners:
        if here.being(one.target) is not None:
            yield FlankLine(here.sign(one.target), here.sign(one.ally), bonus, rule)


def threatened(here: EncounterView, ahead: MoveAhead) -> str:
    """Who threatens the mover where it ends, and the distance of the nearest others."""
    views = [view for view in ahead.outlook.views if _stands(here, view.by)]
    near = [here.sign(view.by) for view in views if view.threatens]
    text = phrase("threatened by nobody")
    if near:
        text = phrase("threatened by {who}", who=" ".join(near))
    far = sorted((_away(ahead, view), view.by) for view in views if not view.threatens)
    told = [
        phrase("{who} no ({squares} sq)", who=here.sign(by), squares=away) for away, by in far[:FAR]
    ]
    return "; ".join((text, *told))


def _stands(here: EncounterView, who: str) -> bool:
    being = here.being(who)
    return being is not None and here.health(being).slug not in DOWN


def _away(ahead: MoveAhead, view: EnemyView) -> int:
    scene, mover = ahead.course.stage.scene, ahead.outlook.mover
    there, enemy = Block(*ahead.path[-1], scene.space(mover)), scene.by_id[view.by]
    return through_the_air(scene.body(enemy), there, (enemy.elevation, ahead.course.heights[-1]))


def cover(here: EncounterView, ahead: MoveAhead) -> Iterator[CoverLine]:
    """Its cover against each enemy there; equal ones grouped."""
    found: dict[tuple[Message, int], list[str]] = {}
    for view in ahead.outlook.views:
        if not _stands(here, view.by):
            continue
        sign = here.sign(view.by)
        if view.cover.degree != "none":
            words = degree_words(view.cover.degree)
            found.setdefault((words, view.cover.ac_bonus), []).append(sign)
        if view.concealment.miss_chance:
            chance = Chance(Fraction(view.concealment.miss_chance, 100))
            found.setdefault((Message("miss {chance}", chance=chance), 0), []).append(sign)
    for (words, bonus), signs in found.items():
        yield CoverLine(" ".join(signs), words, bonus)
