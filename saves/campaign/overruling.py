"""Overruling: the last entry decided again with other answers. Private to saves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.dice import Answers
from core.messages import Refusal
from core.play.fight.blows.points import Points, retold
from core.play.union import Command, Decided, Needs, decide
from saves.store.entries import Entry, Mark

if TYPE_CHECKING:
    from saves.campaign.campaign_store import CampaignStore


def propose(store: CampaignStore, answers: Answers) -> Decided | Needs:
    """Decide the entry at the tip again, with these answers in place of its own.

    Raises Refusal "nothing_to_overrule" if it asked nothing, or that of its command.
    """
    entry, command = _last(store)
    before = store.before(entry)
    return decide(command, before.moment.state, before.assets, {**entry.answers, **answers})


def overrule(store: CampaignStore, answers: Answers) -> Entry:
    """Replace the entry at the tip by what `propose` returns. Raises also "needs_answers".

    Typed points are recorded as overruled.
    """
    decided = propose(store, answers)
    if isinstance(decided, Needs):
        raise unanswered(decided)
    entry, command = _last(store)
    answers = {**entry.answers, **answers}
    if isinstance(command, Points):
        command = retold(command, store.before(entry).moment.state, answers)
    return store.write_story(command, answers, decided, over=entry)


def unanswered(needs: Needs) -> Refusal:
    """The refusal of a command whose questions are not all answered."""
    return Refusal(
        "needs_answers", "{count} rolls or choices are still missing.",
        count=len(needs.questions),
    )  # fmt: skip


def _last(store: CampaignStore) -> tuple[Entry, Command]:
    entry = store.entry(store.now.head.tip)
    command = entry.command
    if isinstance(command, Mark) or not (entry.answers or isinstance(command, Points)):
        raise Refusal(
            "nothing_to_overrule",
            "The last entry asked for no roll or choice that could be overruled.",
        )
    return entry, command
