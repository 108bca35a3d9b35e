"""How the mover goes: its mode of movement, and the height at which a flyer ends."""

from __future__ import annotations

from textual import work

from core.creatures import Mode
from core.messages import N_, Message
from core.play.fight.fight_scene import speed_of
from core.play.fight.moves.commands import Fall, Move, Stand
from core.play.fight.moves.move_budget import AIRBORNE, usual_mode
from core.play.fight.moves.planned_move import OFF
from tui.encounter.marking import MarkingScreen
from tui.encounter.present import routes
from tui.encounter.present.battle import Battle
from tui.encounter.present.states import PRONE
from tui.kit import lengths
from tui.kit.choose import Choice

WAYS: tuple[tuple[str, str, str], ...] = (
    ("walk", "w", N_("walk: a move")), ("step", "s", N_("a small step, which provokes nobody")),
    ("run", "r", N_("run, straight ahead")), ("charge", "c", N_("charge")),
    ("withdraw", "x", N_("withdraw")), ("fly", "f", N_("fly")),
    ("swim", "m", N_("swim")), ("climb", "b", N_("climb")), ("burrow", "g", N_("burrow")),
    ("glide", "i", N_("glide, incorporeal")),
    ("squeeze", "q", N_("squeeze through")), ("safe", "n", N_("by a route that provokes nobody")),
    ("stand", "u", N_("stand up, now")), ("down", "l", N_("lie down, now")),
    ("fall", "j", N_("jump or fall down, now")),
    ("leave", "o", N_("leave the board over its nearest edge, now")),
)  # fmt: skip
"""Ways of moving: their slugs, letters, words."""

CRAWL = ("walk", "k", N_("crawl, while prone"))
"""What walking is for one who lies on the ground."""

LYING = ("walk", "run", "charge", "withdraw", "step", "down")
"""What one who lies on the ground does not do."""


def ways(lies: bool, glides: bool) -> tuple[tuple[str, str, str], ...]:
    """The modes `p` offers a creature that is standing or prone; `glides`: incorporeal."""
    known = tuple(way for way in WAYS if glides or way[0] != "glide")
    if lies:
        return (CRAWL, *(way for way in known if way[0] not in LYING))
    return tuple(way for way in known if way[0] != "stand")


class GoingScreen(MarkingScreen):
    """The choices of `p`, `<` and `>` for the next move; dropped when another creature acts."""

    def __init__(self) -> None:
        super().__init__()
        self._way = "walk"
        self._height: int | None = None

    def _mode(self, found: Battle, movers: tuple[str, ...]) -> Mode:
        mode = routes.mode_of(self._way)
        if mode != "walk" or len(movers) != 1:
            return mode
        usual = usual_mode(found.moment.state, found.moment.assets, movers[0])
        if usual == "walk" and self._height:
            return "fly" if self._speed(movers[0], "fly") else "incorporeal"
        return usual

    @work
    async def action_pace(self) -> None:
        """Choose how the next mover moves."""
        found, movers = self.battle, self.movers()
        if found is None or not movers:
            self.refuse(N_("It is nobody's turn. Press v to mark who moves."))
            return
        being = found.being(movers[0])
        lies = being is not None and any(one.name == PRONE for one in being.lasting)
        offered = ways(lies, self._speed(movers[0], "incorporeal") is not None)
        choices = tuple(Choice(slug, key, Message(words)) for slug, key, words in offered)
        prompt = Message("how does {who} move?", who=self._names_of(movers))
        self.app.hold()
        picked = await self.choose(prompt, choices)
        match picked:
            case None:
                return
            case "stand" | "down":
                self.perform(Stand(movers[0], picked == "down"))
            case "fall":
                self.perform(Fall(movers[0], deliberate=True))
            case "leave":
                self.perform(Move(movers[0], OFF, mode=self._mode(found, movers)))
            case _:
                self._way = picked
                self.look_ahead()

    def action_level_up(self) -> None:
        """Raise a flyer's final height by one square."""
        self._climb(1)

    def action_level_down(self) -> None:
        """Lower a flyer's final height by one square."""
        self._climb(-1)

    def _climb(self, step: int) -> None:
        found, movers = self.battle, self.movers()
        if found is None or not movers:
            self.say_message("Only a flying creature can change its height.")
            return
        figure = found.encounter.figure(movers[0])
        now = 0 if figure is None else figure.elevation
        flies = any(self._speed(movers[0], mode) is not None for mode in AIRBORNE)
        if not now and step > 0 and routes.mode_of(self._way) in ("walk", "fly") and not flies:
            words = N_("{who} has no fly speed. Add one on the character sheet (F3), or type "
                       ":place {sign} k9 2.")  # fmt: skip
            being = found.being(movers[0])
            sign = "" if being is None else being.token or being.name
            self.say_message(words, who=self._names_of(movers[:1]), sign=sign)
            return
        height = (now if self._height is None else self._height) + step
        self._height = max(0, height)
        ends = lengths.height(self._height) if self._height else Message("the ground")
        self.say_message("ends at {height}", height=ends)
        self.look_ahead()

    def _speed(self, who: str, mode: Mode) -> int | None:
        found = self.battle
        figure = None if found is None else found.encounter.figure(who)
        bearer = who if figure is None else figure.mount or who
        return speed_of(self.state, self.moment.assets, bearer, mode)
