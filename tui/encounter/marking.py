"""Marks on the Encounter screen, and the verbs for marked creatures."""

from __future__ import annotations

from textual import work

from core.messages import N_
from core.play.fight.encounter import NOTHING_SPENT, Foe
from core.play.fight.health import health
from core.play.fight.moves.commands import MountUp
from tui.encounter.watching import WatchingScreen


class MarkingScreen(WatchingScreen):
    """The verbs act on the marked, else on the acting creature or the one under the cursor."""

    def __init__(self) -> None:
        super().__init__()
        self._chosen = ""

    def marked(self) -> tuple[str, ...]:
        return self._marked

    def meant(self) -> tuple[str, ...]:
        """The marked, else those under the cursor."""
        return self._marked or self.under()[:1]

    def movers(self) -> tuple[str, ...]:
        """The creatures that will move: the marked, else the acting creature.

        Of an acting group, the chosen one or the first that still has a turn.
        """
        found = self.battle
        if found is None:
            return ()
        if self._marked:
            return self._marked
        able = [who for who in found.acting if self._able(who)]
        able = [who for who in able if self._up(who)] or able
        if self._chosen in able:
            return (self._chosen,)
        fresh = [who for who in able if self._fresh(who)]
        return tuple((fresh or able)[:1])

    def _able(self, who: str) -> bool:
        found = self.battle
        being = None if found is None else found.being(who)
        return being is not None and not being.dead

    def _up(self, who: str) -> bool:
        found = self.battle
        being = None if found is None else found.being(who)
        return being is not None and not health(being, self.moment.assets.rules).out

    def _fresh(self, who: str) -> bool:
        found = self.battle
        figure = None if found is None else found.encounter.figure(who)
        return figure is not None and figure.spent == NOTHING_SPENT

    def choose_mover(self, who: str) -> None:
        """Choose the member of the acting group that the keys move."""
        self._chosen = who
        self.look_ahead()

    def _names_of(self, who: tuple[str, ...] | list[str]) -> str:
        found = self.battle
        beings = [found.being(one) for one in who] if found is not None else []
        tokens = [b.token or b.name for b in beings if b is not None]
        if len(tokens) == 1:
            return beings[0].name if beings[0] is not None else tokens[0]
        return " ".join(tokens)

    # marks

    def mark(self, who: tuple[str, ...], on: bool) -> None:
        """Mark these creatures, or unmark them."""
        rest = tuple(one for one in self._marked if one not in who)
        self._marked = (*rest, *who) if on else rest
        self.draw_tokens()
        self.look_ahead()

    def action_mark(self) -> None:
        """Toggle the mark of the creature under the cursor."""
        under = self.under()[:1]
        if not under:
            self.say_message("There is no creature here to mark.")
            return
        self.mark(under, under[0] not in self._marked)

    def action_mark_all(self) -> None:
        """Toggle the marks of the whole group under the cursor.

        With none there, mark those whose turn it is, else clear all marks.
        """
        group = self._group()
        if not group:
            self.mark(self._marked, on=False)
            return
        self.mark(group, any(who not in self._marked for who in group))

    def _group(self) -> tuple[str, ...]:
        found = self.battle
        if found is None:
            return ()
        under = self.under()[:1]
        if not under:
            return () if self._marked else tuple(who for who in found.acting if self._able(who))
        being = found.being(under[0])
        if isinstance(being, Foe):
            return tuple(
                foe.id
                for foe in found.encounter.foes
                if foe.id == being.id
                or (foe.group and foe.group == being.group and self._up(foe.id))
            )
        here = (figure.id for figure in found.encounter.figures)
        return tuple(who for who in here if found.side(who) == "party" and self._up(who))

    # mounts

    @work
    async def action_mounts(self) -> None:
        """Mount the creature under the cursor, or dismount there."""
        found, movers = self.battle, self.movers()
        if found is None or len(movers) != 1:
            self.refuse(N_("Who mounts? Mark a creature with v, or wait for its turn."))
            return
        figure = found.encounter.figure(movers[0])
        if figure is not None and figure.mount:
            self.perform(MountUp(movers[0], "", str(self.grid.cursor)))
            return
        beasts = [who for who in self.under() if who != movers[0]]
        if not beasts:
            self.refuse(N_("Put the cursor on the mount, then press m."))
            return
        self.perform(MountUp(movers[0], beasts[0]))
