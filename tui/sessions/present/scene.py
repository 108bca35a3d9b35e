"""A moment of the history as a picture: the map, or the board of its encounter.

`picture` may be slow for a new board: it runs on the history's thread.
"""

from __future__ import annotations

from core.messages import Message
from core.play import times
from core.play.fight.encounter import Encounter
from core.values import Struct
from saves.history.history import Then
from tui.encounter.present import sights
from tui.encounter.present.battle import Battle, battle
from tui.kit.phrases import say
from tui.play import survey
from tui.sessions.present.marks import Trace, trace, trail
from tui.view import CampaignView


class Picture(Struct):
    """The picture of one moment.

    `battle` is None on the road. `walked` are the hexes that the party went through;
    `seen` is the trace on the board as players may see it.
    """

    then: Then
    view: CampaignView
    battle: Battle | None
    trace: Trace
    seen: Trace
    walked: tuple[str, ...]

    def board(self, player_view: bool) -> Battle | None:
        """The encounter to draw; None on the road, and if players do not know it yet."""
        found = self.battle
        if found is None or found.scene is None:
            return None
        return None if player_view and found.encounter.status == "prepared" else found

    def title(self, player_view: bool = False) -> tuple[Message, Message]:
        """The date, encounter, turn and number of the entry."""
        state, found = self.view.state, self.board(player_view)
        pieces = [say(times.moment(state.clock, state.calendar))]
        if found is not None:
            view = self.view.veiled if player_view else self.view
            encounter = view.state.encounter(found.encounter.id) or found.encounter
            pieces.append(say(sights.stage(encounter, wide=False)))
            pieces += [sights.acting(view, encounter), encounter.name]
        left = "  ".join(piece for piece in pieces if piece)
        right = Message("entry {seq}", seq=self.then.entry.seq)
        return Message("{what}", what=left), right


def picture(then: Then) -> Picture:
    """The picture of a moment."""
    view = past(then)
    encounter = about(then)
    found = None if encounter is None else battle(view, encounter)
    secret = frozenset() if encounter is None else unseen(encounter)
    events = then.entry.events
    return Picture(
        then,
        view,
        found,
        trace(events, found, frozenset()),
        trace(events, found, secret),
        trail(then),
    )


def past(then: Then) -> CampaignView:
    """An old moment for the panes of the present, without actions."""
    entry = then.entry
    return CampaignView(
        then.state, then.assets, entry.seq, entry.tip, True, None, None, (entry,)
    )  # fmt: skip


def about(then: Then) -> Encounter | None:
    """The encounter on whose board an entry is shown; None on the road.

    It was being played after the entry, or ended, was prepared or was changed in it.
    """
    state = then.state
    if state.fight is not None:
        return state.fight
    names = [] if then.before.fight is None else [then.before.fight.id]
    for event in then.entry.events:
        one = getattr(event, "encounter", "")
        names.append(one if isinstance(one, str) else one.id)
    found = (state.encounter(name) for name in names if name)
    return next((one for one in found if one is not None and one.board), None)


def unseen(encounter: Encounter) -> frozenset[str]:
    """The ids of creatures in an encounter that players do not see."""
    return frozenset(figure.id for figure in encounter.figures if figure.hidden)


def told(picture: Picture) -> tuple[str, ...]:
    """The sentences of the entry, in order."""
    entry, view = picture.then.entry, picture.view
    return tuple(say(view.named(line)) for line in survey.story(entry, view.state))
