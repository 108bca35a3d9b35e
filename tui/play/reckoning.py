"""The effect of damage or healing, shown while it is typed."""

from __future__ import annotations

from core.messages import Message, Refusal
from core.play.fight.blows.attack_preview import After, after_hurt
from core.play.fight.blows.commands import GiveTemporary
from core.play.fight.combatants import token_of
from core.play.table.commands import Heal
from tui.kit import lengths
from tui.play.typed import reading
from tui.view import CampaignView


def points(text: str, sign: str, view: CampaignView, marked: tuple[str, ...]) -> Message | None:
    """A line such as "a 13>6  b 13>dying"; None while the text is incomplete."""
    if not text.strip(" +-"):
        return None
    try:
        command = reading.points(text, sign, view.state, marked)
        found = after_hurt(
            view.state,
            view.assets,
            command.who,
            command.amounts,
            nonlethal=not isinstance(command, GiveTemporary) and command.nonlethal,
            healing=isinstance(command, Heal),
            temporary=isinstance(command, GiveTemporary),
        )
    except Refusal:
        return None
    return Message("{fares}", fares=tuple(_one(one, view) for one in found))


def _one(one: After, view: CampaignView) -> Message:
    sign = token_of(view.state, one.who) or one.who
    if one.before is None or one.after is None:
        return Message("{sign} {word}", sign=sign, word=one.word)
    told = Message("{sign} {before}>{after}", sign=sign, before=one.before, after=one.after)
    if one.slug != "ok":
        told = Message("{told} {word}", told=told, word=one.word)
    if one.nonlethal:
        told = Message("{told} nl {points}", told=told, points=one.nonlethal)
    if one.temporary:
        told = Message("{told} temporary {points}", told=told, points=one.temporary)
    if one.falls:
        told = Message("{told}, falls {height}", told=told, height=lengths.metres(one.falls))
    return told
