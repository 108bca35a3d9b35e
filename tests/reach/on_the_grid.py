"""Rules of the grid that no worked case shows by keys alone: the fight, the keys, the words."""

from __future__ import annotations

from collections.abc import Mapping

from core.creatures import Attack, Sheet
from core.messages import Refusal
from core.play.facts.encounter import Foe, Lasting
from core.play.facts.state import Member
from core.values import replace
from tests.core.play.fight.boards import HERO, OGRE, OPEN, SWORD, WOLF, fight
from tests.reach.demonstration import Demonstration
from tests.reach.pressing import GridTable
from tests.switched import AS_PACKAGED, Switches
from tui.kit.phrases import say

BOW = Attack("longbow", (5,), "1d8", mode="ranged", weapon="bow", increment=20)
SPEEDS = (("walk", 6), ("swim", 4), ("climb", 4), ("burrow", 3), ("fly", 8))
SHEET = Sheet(
    ac=17,
    dexterity=2,
    reflex=4,
    acrobatics=9,
    attacks=(SWORD, BOW),
    speeds=SPEEDS,
    reaction=True,
)
SKILLED = replace(HERO, sheet=SHEET)
SLOW = replace(HERO, sheet=replace(SHEET, speeds=(("walk", 1),)))
NIB = replace(HERO, name="Nib", sheet=Sheet(ac=15, acrobatics=4, speeds=(("walk", 6),)))
FRIEND = replace(HERO, id="friend", name="Friend", token="F", sheet=SHEET)
REACTS = replace(WOLF, sheet=replace(WOLF.sheet, reaction=True))
BAT = replace(FRIEND, sheet=replace(SHEET, size="T"))
NEAR = {"hero": "C3", "wolf": "D3"}
FAR = {"hero": "B3", "wolf": "H3"}
BETWEEN = {"hero": "C3", "wolf": "D3", "friend": "E3"}
LANE = "######\n......\n######"
RIVER = "\n".join(["~~~~~~~~~~"] * 4)
IN_LANE = {"hero": "B2", "wolf": "C2"}
BEHIND = {"hero": "A2", "wolf": "E2"}
ROCK = ".....\n..#..\n....."


def under(being: Member | Foe, *conditions: str) -> Member | Foe:
    """Return a creature under some conditions."""
    return replace(being, lasting=tuple(map(Lasting, conditions)))


def shows(
    rules: str,
    *keys: str,
    by: tuple[Member | Foe, ...] = (SKILLED, WOLF),
    at: Mapping[str, str] = NEAR,
    board: str = OPEN,
    system: str = "pf1",
    face: int = 20,
    switches: Switches = AS_PACKAGED,
    refused: str = "",
    **figures: Mapping[str, object],
) -> Demonstration:
    """Return that keys show some rules ("C-013 C-034"); `refused` is what refuses them."""

    def press() -> set[str]:
        state, assets = fight(board, *by, at=at, system=system, switches=switches, **figures)
        table = GridTable(state, assets, face)
        try:
            return table.press(*keys)
        except Refusal as refusal:
            if refused and refused in say(refusal.message):
                return set(rules.split())
            raise

    return Demonstration(tuple(rules.split()), keys, system, press)


GRID = (
    shows("C-006", "C3", "M", "D3", "w"),
    shows("C-007", ":any h a"),
    shows("C-013 C-015", "E4", "w", at=FAR),
    shows("C-018 C-024", "D5", "Enter", "E6", "w", at=FAR, system="pf2"),
    shows("C-023", "D5", "Enter", "E6", "w", at=FAR),
    shows("C-019 C-133", "p", "f", "D3", "w", at=FAR, system="pf2"),
    shows("C-020", "D1", "w", by=(SKILLED,), at={"hero": "A1"}, board=".~~.", system="pf2"),
    shows("C-031", "p", "r", "C5", "w", at=FAR),
    shows("C-030", "p", "r", "D1", "w", by=(SKILLED,), at={"hero": "A1"}, board=".:..."),
    shows("C-034", "p", "s", "B4", "Enter", at=FAR),
    shows("C-037", "p", "y", "C1", "Enter", by=(SKILLED,), at={"hero": "A1"}, board=".~:.",
          system="pf2"),
    shows("C-038", "p", "s", "B1", "w", by=(SKILLED,), at={"hero": "A1"}, board=".:",
          system="pf2"),
    shows("C-048", "C1", "w", by=(NIB,), at={"hero": "B1"}, board=".-.", system="pf2"),
    shows("C-049", "C1", "w", by=(NIB,), at={"hero": "B1"}, board=".*.", system="pf2"),
    shows("C-050", "C1", "w", by=(NIB,), at={"hero": "B1"}, board="./.", system="pf2"),
    shows("C-062", "p", "v", "E2", "Enter", by=(SKILLED, REACTS), at=IN_LANE, board=LANE),
    shows("C-063 C-117", "p", "t", "E2", "Enter", by=(SKILLED, REACTS), at=IN_LANE, board=LANE),
    shows("C-068", "p", "t", "E2", "Enter", by=(SKILLED, REACTS), at=IN_LANE, board=LANE,
          system="pf2"),
    shows("C-072", "p", "u", by=(under(SKILLED, "prone"), FRIEND),
          at={"hero": "C3", "friend": "C3"}, system="pf2", refused="cannot get up"),
    shows("C-076 C-078 C-081", "p", "q", "D2", "w", by=(replace(OGRE, id="hero"),),
          at={"hero": "A2"}, board="..###\n.....\n..###"),
    shows("C-082", "p", "q", "D2", "w", by=(replace(OGRE, id="hero"),),
          at={"hero": "A2"}, board="..###\n.....\n..###", system="sf"),
    shows("C-083", "D3", "w", by=(SKILLED, under(WOLF, "entangled"))),
    shows("C-085", "E3", "p", "q", "15", at=FAR, system="pf2"),
    shows("C-119", "p", "u", by=(under(SKILLED, "prone"), REACTS), system="pf2"),
    shows("C-122 C-123 C-124", "p", "f", ">", "F4", "Enter", at=FAR, system="sf"),
    shows("C-122", "D2", "p", "d", "Enter", "p", "f", "D3", "w", at=FAR, system="sf"),
    shows("C-126 C-127", "p", "f", ">", ">", "F4", "w", at=FAR, system="sf"),
    shows("C-125", ":gravity low", "p", "f", ">", "F4", "w", at=FAR, system="sf"),
    shows("C-129", "p", "b", ">", "B3", "w", at=FAR, system="sf"),
    shows("C-129", "p", "h", ">", "B3", "Enter", at=FAR, system="sf"),
    shows("C-130 T-023", "p", "m", "D1", "w", at={"hero": "B1", "wolf": "H1"}, board=RIVER,
          system="sf"),
    shows("C-132", "p", "g", "D3", "w", at=FAR, system="sf"),
    shows("C-134", ":wind W", "p", "f", "F3", "w", at=FAR, system="pf2"),
    shows("C-135", ":wind E", "p", "f", "F3", "w", at=FAR, system="pf2"),
    shows("C-136", "p", "f", ">", "F4", "w", at=FAR, system="pf2"),
    shows("C-137", "<", "<", "B3", "Enter", at=FAR, system="pf2", hero={"elevation": 2,
          "mode": "fly"}),
    shows("C-138", ":gravity zero", "p", "f", ">", "F4", "w", at=FAR, system="pf2"),
    shows("C-139", "p", "b", ">", "B3", "w", at=FAR, system="pf2"),
    shows("C-139", "p", "e", ">", "B3", "Enter", at=FAR, system="pf2"),
    shows("C-140", "p", "m", "D1", "w", at={"hero": "B1", "wolf": "H1"}, board=RIVER, system="pf2"),
    shows("C-141", "p", "m", "<", "D1", "w", at={"hero": "B1", "wolf": "H1"}, board=RIVER,
          system="pf2"),
    shows("C-142", "p", "g", "D3", "w", at=FAR, system="pf2"),
    shows("C-144 C-146", ":fall h 4", system="pf2"),
    shows("C-145", ":fall h 400", system="pf2"),
    shows("C-147", ":fall h 6 soft 2", system="pf2"),
    shows("C-148", ":fall h 6 grab"),
    shows("C-149", ":fall h 6 on a", system="pf2"),
    shows("C-150", ":fall rock 6 on a", system="pf2"),
    shows("C-151", ":fall h 4 jumps"),
    shows("C-152", ":push h c4 c5", system="pf2"),
    shows("C-153", ":push h c4 c5"),
    shows("C-154", "B2", "w", by=(SLOW,), at={"hero": "A1"}, board="::\n::"),
    shows("C-156", ":spend h action", "B1", "w", by=(SLOW,), at={"hero": "A1"}, board=".%",
          system="pf2"),
    shows("C-157", "C6", "Enter", "Enter", by=(replace(SKILLED, hp=1), REACTS)),
    shows("C-158", "C6", "Enter", "Enter", by=(replace(SKILLED, hp=1), REACTS), system="sf"),
    shows("C-159", "C6", "Enter", "Enter", by=(replace(SKILLED, hp=1), REACTS), system="pf2"),
    shows("C-168", "E6", "A burst 4 6d6 reflex 15"),
    shows("C-169", "E6", "A spread 4 6d6 reflex 15"),
    shows("C-173", ":attack h a 2 partial", at=BEHIND, board=ROCK),
    shows("C-174", ":attack h a 2 improved", at=BEHIND, board=ROCK),
    shows("C-181", ":cover a", "E2", "w", at=BEHIND, board=ROCK, system="pf2",
          hero={"weapon": 1}),
    shows("C-184", ":attack h a 2 nocover", at=BEHIND, board=ROCK, system="pf2"),
    shows("C-182", "E6", "A burst 4 6d6 reflex 15", system="pf2"),
    shows("C-191", ":paint veil e2/f2 e3/f3 e4/f4", "H3", "w", at=FAR, hero={"weapon": 1}),
    shows("C-198", "D3", "a", wolf={"hidden": True}),
    shows("C-202", ":attack h a miss 30", by=(SKILLED, under(WOLF, "blur"))),
    shows("C-209", "O", "O", "O", "D3", "w", by=(SKILLED, WOLF, BAT), at=BETWEEN),
    shows("C-210", ":wield h 2", "O", "O", "O", "D3", "w", by=(SKILLED, WOLF, FRIEND),
          at=BETWEEN),
    shows("C-215", ":lie h", "D3", "w"),
    shows("C-216", ":condition dazzled h", "D3", "w"),
    shows("C-217", ":attack h a high"),
    shows("C-218", ":condition entangled h", "D3", "w"),
    shows("C-219", ":condition invisible h", "D3", "w"),
    shows("C-220", ":condition shaken h", "D3", "w"),
    shows("C-224", ":condition kneeling a", "D3", "w"),
    shows("C-225", ":lie a", "D3", "w"),
    shows("C-226", ":condition blinded a", "D3", "w"),
    shows("C-228", ":condition entangled a", "D3", "w"),
    shows("C-229", ":condition grappling a", "D3", "w"),
    shows("C-231", ":condition pinned a", "D3", "w"),
    shows("C-233", ":condition cowering a", "D3", "w"),
    shows("C-235", ":condition squeezing a", "D3", "w"),
    shows("C-236", ":condition shaken h", ":condition dazzled h", "D3", "w"),
    shows("C-242 C-243 C-244 C-245 C-246 C-247", ":coup h a",
          by=(SKILLED, under(REACTS, "helpless"))),
    shows("C-248", ":coup h a",
          by=(SKILLED, replace(under(WOLF, "helpless"),
              sheet=replace(WOLF.sheet, traits=("crit_immune",)))), refused="critical"),
    shows("C-249", ":coup h a", by=(SKILLED, under(WOLF, "helpless", "invisible"))),
    shows("C-251", "E3", "Enter", by=(under(SKILLED, "paralyzed"), WOLF),
          refused="cannot act now: paralysed"),
    shows("C-252", "D3", "w", by=(under(SKILLED, "fatigued"), WOLF)),
    shows("C-253 T-210", ":chase a by h", "w", at=FAR),
    shows("C-254 T-211 T-212 T-214 T-215", ":chase f by h", "w", by=(SKILLED, FRIEND),
          at={"hero": "C3", "friend": "E3"}),
    shows("C-255 T-213", ":chase f by h day", by=(SKILLED, FRIEND),
          at={"hero": "C3", "friend": "E3"}),
)  # fmt: skip
