"""Why the rule of corners gives the cover it gives (C-160 to C-178)."""

from __future__ import annotations

from collections.abc import Iterator

from core.combat.board.places import called
from core.combat.board.squares import Block, Point
from core.combat.sight.asked import Asked
from core.combat.sight.between import Between
from core.combat.sight.corners import Chosen
from core.combat.sight.cover_result import Cover, Told, degree_words
from core.combat.sight.cuts import grazes
from core.combat.sight.lines import corners_of, ends, open_line
from core.combat.sight.sightlines import Line, corner_words, cut_words, trace
from core.combat.sight.walls import Walls
from core.combat.sight.why.obstacles import idle_receipts, line_rule, low_receipts
from core.messages import N_, Message, yes_no
from core.quantities import Squares
from core.receipts import Receipt

TOP = {"soft": "C-176", "partial": "C-173", "improved": "C-174", "total": "C-175"}
REACH = 2
"""From this melee reach on the ranged rule applies to adjacent targets too (C-164)."""


def tell_corners(asked: Asked, chosen: Chosen, view: Between, cover: Cover) -> Told:
    """The receipt and the lines of an answer by corners."""
    told = _AtHand(asked, chosen, view) if chosen.squares else _Ranged(asked, chosen, view)
    top = TOP.get(cover.degree, "C-162" if chosen.squares else "C-160")
    lines = told.lines()
    parts = (
        *told.why(),
        *told.drawn(lines),
        *low_receipts(asked.scene, (asked.start,), asked.goal, asked.start, told.cuts),
        *told.creatures(lines),
        *_effect(asked, view, cover),
        *_numbers(asked, cover),
    )
    receipt = asked.scene.rules.cite(top, label_of(asked), degree_words(cover.degree), *parts)
    return Told(receipt, lines)


def label_of(asked: Asked) -> Message:
    """What was asked."""
    return Message(N_("cover of {target} from {attacker}"),
                   target=called(asked.target), attacker=called(asked.attacker))  # fmt: skip


class _Ranged:
    """The parts of the ranged rule: one corner, four lines."""

    def __init__(self, asked: Asked, chosen: Chosen, view: Between) -> None:
        self.asked, self.chosen, self.view = asked, chosen, view
        self.aim = chosen.aim or view.goal
        """What the lines go to: the target's space, in melee a square of it."""

    def why(self) -> Iterator[Receipt]:
        """Why this rule applies, and what big creatures make of it."""
        asked, cite = self.asked, self.asked.scene.rules.cite
        if asked.at_hand:
            label = Message(N_("melee reach: worked out as a ranged attack, adjacent or not"))
            doubt = asked.scene.reach(asked.attacker) < REACH
            yield cite("C-164", label, Squares(asked.reach), questions=("QC-11",) if doubt else ())
        elif asked.mode == "melee":
            away = cite("C-162", Message(N_("adjacent")), yes_no(False))
            label = Message(N_("melee, but not adjacent: worked out as a ranged attack"))
            yield cite("C-163", label, yes_no(True), away)
        rests = () if asked.mode == "melee" else ("QC-10",)
        if asked.start.side > 1:
            label = Message(
                N_("{who} may use any corner of its squares"), who=called(asked.attacker)
            )
            yield cite("C-165", label, yes_no(True), questions=rests)
        if asked.goal.side > 1 and asked.mode == "melee":
            label = Message(N_("{who}'s square that suits the attacker"), who=called(asked.target))
            yield cite("C-165", label, str(self.aim.anchor))
        elif asked.goal.side > 1:
            label = Message(N_("lines go to the outer corners of {who}"), who=called(asked.target))
            yield cite("C-165", label, yes_no(True), questions=rests)

    def lines(self) -> tuple[Line, ...]:
        """The four lines from the chosen corner."""
        view = self.view
        return tuple(
            trace(view, view.full, self.chosen.corner, q, view.start, view.goal)
            for q in self.aim.corners()
        )

    def drawn(self, lines: tuple[Line, ...]) -> Iterator[Receipt]:
        """The chosen corner and its lines."""
        corner = corner_words(self.chosen.corner, self.view.start)
        parts = tuple(
            line_receipt(self.asked, "C-160", line, self.aim, alike=self._alike(line))
            for line in lines
        )
        label = Message(N_("the best corner: {corner}"), corner=corner)
        free = sum(line.clear for line in lines)
        value = Message(N_("{free} of {lines} lines are clear"), free=free, lines=len(lines))
        yield self.asked.scene.rules.cite("C-160", label, value, *parts)

    def _alike(self, line: Line) -> bool:
        # C-161: Another line is cut as badly then, and the hint of partial cover counts no lines
        # (C-173).
        if self.chosen.degree == "soft":
            return not grazes(self.view.hard, line.start, line.end)
        return self.chosen.degree != "none" and not self.chosen.hint

    def creatures(self, lines: tuple[Line, ...]) -> Iterator[Receipt]:
        """The creatures on the lines, and those there that do not count."""
        scene, cite = self.asked.scene, self.asked.scene.rules.cite
        ids = {b.name for line in lines for b in line.blockers if b.what == "creature"}
        found = [creature for creature in scene.creatures if creature.id in ids]
        label = Message(N_("living creatures in the way"))
        tiny = tuple(
            cite("C-177", Message(N_("{who}, small as it is"), who=called(who)),
                 degree_words("soft"))
            for who in found
            if scene.size(who).share
        )  # fmt: skip
        value = tuple(map(called, found)) or Message(N_("nobody"))
        yield cite("C-176", label, value, *tiny)
        if found and self.asked.mode == "melee":
            label = Message(N_("they hinder melee with reach as well"))
            yield cite("C-178", label, yes_no(True))
        yield from idle_receipts(self.asked, self.cuts, "C-177", "C-057")

    def cuts(self, walls: Walls) -> bool:
        """Whether blockers cut a line from any corner that the attacker may use."""
        goals = ends(self.view.goal) if self.asked.mode == "melee" else self._outer()
        return not all(
            open_line(walls, p, q, s, g) for p, s in ends(self.view.start) for q, g in goals
        )

    def _outer(self) -> tuple[tuple[Point, int], ...]:
        return tuple(corners_of(self.view.goal))


class _AtHand:
    """The parts of the rule of adjacent melee: two squares, sixteen lines."""

    def __init__(self, asked: Asked, chosen: Chosen, view: Between) -> None:
        self.asked, self.chosen, self.view = asked, chosen, view
        self.mine, self.theirs = chosen.squares or (view.start, view.goal)

    def why(self) -> Iterator[Receipt]:
        """What big creatures make of this rule."""
        cite = self.asked.scene.rules.cite
        for who, square in ((self.asked.attacker, self.mine), (self.asked.target, self.theirs)):
            if self.asked.scene.space(who) > 1:
                label = Message(N_("{who}'s square that suits the attacker"), who=called(who))
                yield cite("C-165", label, str(square.anchor))

    def lines(self) -> tuple[Line, ...]:
        """All lines between the two squares."""
        return tuple(
            trace(self.view, self.view.hard, p, q, self.mine, self.theirs)
            for p, _ in ends(self.mine)
            for q, _ in ends(self.theirs)
        )

    def drawn(self, lines: tuple[Line, ...]) -> Iterator[Receipt]:
        """The lines that are cut, and how many only touch."""
        asked = self.asked
        told = [line for line in lines if not line.clear]
        parts = [_from_to(asked, "C-162", line, self.mine, self.theirs) for line in told]
        touch = sum(line.grazes for line in lines)
        if touch:
            label = Message(N_("lines that only touch what stands there are clear"))
            rule = "C-161" if self.chosen.degree == "none" else "C-162"
            parts.append(asked.scene.rules.cite(rule, label, touch))
        free = sum(line.clear for line in lines)
        value = Message(N_("{free} of {lines} lines are clear"), free=free, lines=len(lines))
        label = Message(N_("adjacent melee: lines between all corners of {mine} and {theirs}"),
                        mine=str(self.mine.anchor), theirs=str(self.theirs.anchor))  # fmt: skip
        yield asked.scene.rules.cite("C-162", label, value, *parts)

    def creatures(self, lines: tuple[Line, ...]) -> Iterator[Receipt]:
        """Creatures never matter here."""
        label = Message(N_("creatures in the way of adjacent melee"))
        yield self.asked.scene.rules.cite("C-176", label, Message(N_("do not matter")))

    def cuts(self, walls: Walls) -> bool:
        """Whether blockers cut a line between any squares that may be chosen."""
        return not all(
            open_line(walls, p, q, s, g)
            for mine in self.view.start.squares()
            for theirs in self.view.goal.squares()
            for p, s in ends(Block(*mine, 1))
            for q, g in ends(Block(*theirs, 1))
        )


def line_receipt(
    asked: Asked, rule: str, line: Line, goal: Block, *, alike: bool = False
) -> Receipt:
    """What becomes of one line, by rule `rule` unless a special one decides.

    `alike`: nothing rests on it that a line which only touches something is clear.
    """
    label = Message(N_("line to {end}"), end=corner_words(line.end, goal))
    if alike and line.grazes:
        return asked.scene.rules.cite(rule, label, cut_words(line))
    return _line(asked, rule, line, label)


def _from_to(asked: Asked, rule: str, line: Line, start: Block, goal: Block) -> Receipt:
    label = Message(N_("line from {start} to {end}"),
                    start=corner_words(line.start, start),
                    end=corner_words(line.end, goal))  # fmt: skip
    return _line(asked, rule, line, label)


def _line(asked: Asked, rule: str, line: Line, label: Message) -> Receipt:
    rule = line_rule(line, rule, low="C-171", creature="C-176")
    return asked.scene.rules.cite(rule, label, cut_words(line))


def _effect(asked: Asked, view: Between, cover: Cover) -> Iterator[Receipt]:
    # C-175
    label = Message(N_("total cover: no line between any corners is clear"))
    if cover.degree == "total":
        yield asked.scene.rules.cite("C-175", label, yes_no(True))
    elif cover.degree not in ("none", "soft"):
        questions = ("QC-7",) if grazed_only(view) else ()
        yield asked.scene.rules.cite("C-175", label, yes_no(False), questions=questions)


def grazed_only(view: Between) -> bool:
    """Whether all lines of effect touch the target's space in one point only (QC-7)."""
    goals = ends(view.goal)
    return not any(
        _enters(p, q, view.goal) and open_line(view.solid, p, q, s, g)
        for p, s in ends(view.start)
        for q, g in goals
    )


def _enters(p: Point, q: Point, goal: Block) -> bool:
    for a, b, low in ((p[0], q[0], 2 * goal.x), (p[1], q[1], 2 * goal.y)):
        if (b == low and a < b) or (b == low + 2 * goal.side and a > b):
            return False
    return p != q


def _numbers(asked: Asked, cover: Cover) -> Iterator[Receipt]:
    cite = asked.scene.rules.cite
    if cover.ac_bonus:
        figures = asked.scene.combat.cover
        taken = cover.degree == "cover" and cover.ac_bonus != figures.full.ac
        parts = (cite("C-181", Message(N_("Take Cover")), cover.ac_bonus),) if taken else ()
        yield cite("C-167", Message(N_("Armour Class")), cover.ac_bonus, *parts)
    if cover.reflex_bonus:
        yield cite("C-168", Message(N_("Reflex saves")), cover.reflex_bonus)
    if cover.improved_evasion:
        label = Message(N_("against attacks that allow a Reflex save"))
        value = Message(N_("improved evasion"))
        yield cite("C-174", label, value, questions=("QC-45",))
    if cover.stealth_bonus:
        yield cite("C-174", Message(N_("Stealth")), cover.stealth_bonus)
    if cover.partial_hint:
        label = Message(N_("three of four lines are free from a corner"))
        value = Message(N_("the GM may call it partial cover"))
        yield cite("C-173", label, value, questions=("QC-12",))
    yield cite("C-170", Message(N_("allows a Stealth check")), yes_no(cover.stealth))
    if cover.degree != "none":
        soft = cover.degree == "soft" and cover.stops_aoo
        label = Message(N_("denies attacks of opportunity"))
        value = yes_no(cover.stops_aoo)
        yield cite("C-112", label, value, questions=("QC-13",) if soft else ())
