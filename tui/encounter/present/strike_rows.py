"""The rows about those who may strike on a way or before an attack, and how to avoid it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from core.messages import N_, Chance, Message, Template
from core.play.fight.attack_previews import AttackAhead
from core.play.fight.previews import MoveAhead, StrikerAhead
from core.play.fight.turns.budget import steps_guardedly
from core.values import replace
from tui.encounter.panes.fight_lines import BeforeLines, StrikeLine
from tui.encounter.present.battle import EncounterView
from tui.kit import lengths
from tui.kit.phrases import phrase
from tui.play.terms import name_term


def strike_lines(view: EncounterView, strikers: Iterable[StrikerAhead]) -> Iterator[StrikeLine]:
    """Yield a row for each who may strike; players see no figures."""
    for striker in strikers:
        line = StrikeLine(view.sign(striker.by), striker.at)
        blow = striker.attack
        if blow is not None and not view.player_view:
            line = replace(line, bonus=blow.bonus, ac=blow.ac, chance=Chance(blow.p_hit))
        yield line


def before_lines(view: EncounterView, first: AttackAhead | None) -> BeforeLines | None:
    """Return those who may strike before an attack, and the step that avoids it."""
    if first is None or not first.strikers:
        return None
    strikes = tuple(strike_lines(view, first.strikers))
    before = BeforeLines(strikes)
    if len(strikes) > 1 and not view.player_view:
        before = replace(before, at_least=Chance(first.hit_at_least_once))
    if not first.quiet_steps:
        return before
    avoids = phrase("{step} avoids it:", step=_small_step(view))
    return replace(before, avoids=avoids, free=tuple(map(str, first.quiet_steps)))


def _small_step(view: EncounterView) -> Message:
    step = name_term(view.assets.rules, "small_step")
    if steps_guardedly(view.assets.rules):
        return Message("{step} (move action)", step=step)
    return step


def safe_words(view: EncounterView, ahead: MoveAhead) -> tuple[str, tuple[str, ...]]:
    """Return how a move provokes nobody, and the squares of a small step that does not."""
    if not ahead.strikers:
        return "", ()
    if ahead.safe is not None:
        way = tuple(str(at) for at in ahead.safe.path[1:])
        cost = lengths.used(ahead.safe.cost, None)
        return phrase("safe: {cost} by {way}", cost=cost, way=lengths.named(way)), ()
    if not ahead.quiet_steps:
        return phrase("no path avoids it"), ()
    words: Mapping[int, Template] = {
        1: "no path avoids it; {step}:",
        2: "no path avoids both; {step}:",
    }
    every = N_("no path avoids all; {step}:")
    template = words.get(len(ahead.strikers), every)
    free = tuple(map(str, ahead.quiet_steps))
    return phrase(template, step=_small_step(view)), free
