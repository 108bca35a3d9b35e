"""Why enemies may strike at a mover or not: the receipts of opportunities (C-106 to C-121)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.combat.board.distance import distance
from core.combat.board.places import called
from core.combat.board.squares import Block, Square
from core.combat.board.strikes import strike_receipt
from core.combat.sight.cover_result import Cover, degree_words
from core.combat.threat.lookout import Lookout
from core.combat.threat.occasions import Occasion, Watch, Watched
from core.messages import N_, Message, Value
from core.quantities import Squares
from core.receipts import Receipt

NOBODY = Message(N_("nobody"))
NONE = Message(N_("none"))
STRIKES = Message(N_("may strike"))
KEPT = Message(N_("may not strike"))
NOTHING = Message(N_("provokes nothing"))


def course_receipt(
    lookout: Lookout, path: tuple[Square, ...], watched: Sequence[Watched]
) -> Receipt:
    """For each enemy and each square of a path why it may strike at the mover, or not."""
    rules = lookout.scene.rules
    label = Message(N_("who may strike at {mover} on its way"), mover=called(lookout.mover))
    told = (one for one in watched if one.occasions or not lookout.quiet)
    parts = (*_terms(lookout, path), *(_enemy(lookout, one, path) for one in told))
    return rules.cite(_leaving(lookout), label, _strikers(watched), *parts)


def standing_receipt(lookout: Lookout, watched: Sequence[Watched]) -> Receipt:
    """Why enemies may strike at a creature for what it does where it stands (C-247)."""
    label = Message(
        N_("who may strike at {mover} for a coup de grâce"), mover=called(lookout.mover)
    )
    at = lookout.scene.body(lookout.mover).anchor
    parts = (_enemy(lookout, one, (at, at)) for one in watched)
    return lookout.scene.rules.cite("C-247", label, _strikers(watched), *parts)


def staying_receipt(lookout: Lookout) -> Receipt:
    """Why nobody strikes at one who stays where it is."""
    label = Message(N_("{mover} stays where it is"), mover=called(lookout.mover))
    return lookout.scene.rules.cite(_leaving(lookout), label, NOTHING)


def _strikers(watched: Sequence[Watched]) -> Value:
    return tuple(called(one.watch.by) for one in watched if one.strikes) or NOBODY


def _leaving(lookout: Lookout) -> str:
    return "C-106" if lookout.by_round else "C-118"


def _terms(lookout: Lookout, path: tuple[Square, ...]) -> Iterator[Receipt]:
    rules = lookout.scene.rules
    yield from _quiet(lookout)
    if len(path) == 1 and not lookout.by_round and not lookout.quiet:
        label = Message(N_("a move action that leaves no square triggers where it ends"))
        yield rules.cite("C-119", label, str(path[0]))
    if lookout.side > 1:
        label = Message(N_("the whole space before each step counts: squares a side"))
        yield rules.cite("C-114", label, lookout.side)
    if len(lookout.pair) > 1:
        label = Message(N_("one mover: one opportunity for each enemy against all of"))
        yield rules.cite("C-257", label, tuple(called(one) for one in lookout.pair))
    if lookout.scene.combat.mechanisms.opportunity_denied == "never":
        label = Message(N_("cover and concealment stop no reaction"))
        yield rules.cite("C-121", label, Message(N_("line of effect suffices")))
    if _bought(lookout, path):
        label = Message(N_("one square of bad ground is no step of 1.5 m"))
        yield rules.cite("C-155", label, Message(N_("provokes")))


def _quiet(lookout: Lookout) -> Iterator[Receipt]:
    # C-108, C-120, C-152, C-153
    rules, action = lookout.scene.rules, lookout.manner.action
    if not lookout.quiet:
        return
    if action == "forced":
        label = Message(N_("forced movement"))
        yield rules.cite("C-153" if lookout.by_round else "C-152", label, NOTHING)
        if not lookout.by_round:
            yield rules.cite("C-120", label, NOTHING)
        return
    label = Message(N_("a step of 1.5 m"))
    yield rules.cite("C-108" if lookout.by_round else "C-120", label, NOTHING)


def _bought(lookout: Lookout, path: tuple[Square, ...]) -> bool:
    # C-034, C-155
    bought = lookout.scene.combat.mechanisms.minimum_move == "one_square"
    if len(path) != 2 or lookout.quiet or not bought:
        return False
    field = lookout.scene.field
    return bool(field.hampered & field.block(Block(*path[1], lookout.side)))


def _enemy(lookout: Lookout, one: Watched, path: tuple[Square, ...]) -> Receipt:
    rules, by = lookout.scene.rules, one.watch.by
    if one.watch.excuse:
        return _excused(lookout, one.watch)
    reach = strike_receipt(lookout.scene, by)
    if not one.occasions:
        parts = (reach, *_walled(lookout, one.watch, path))
        label = Message(N_("squares left that {by} threatens"), by=called(by))
        return rules.cite("C-096", label, NONE, *parts)
    occasions = (_occasion(lookout, one.watch, occasion) for occasion in one.occasions)
    squares = tuple(str(square) for square in one.strikes)
    parts = (reach, *_reflexes(lookout, one.watch), *occasions)
    if len(squares) > 1 and lookout.by_round:
        label = Message(N_("one opportunity for {by}, first at"), by=called(by))
        parts = (*parts, rules.cite("C-107", label, squares[0]))
    label = Message(N_("squares where {by} may strike"), by=called(by))
    return rules.cite(_leaving(lookout), label, squares or NONE, *parts)


def _walled(lookout: Lookout, watch: Watch, path: tuple[Square, ...]) -> Iterator[Receipt]:
    # C-103
    field = lookout.scene.field
    cut = tuple(str(at) for at in path[:-1] if watch.near & field.block(Block(*at, lookout.side)))
    if cut and not lookout.quiet:
        label = Message(N_("within reach, but walls stop every line"))
        yield lookout.scene.rules.cite("C-103", label, cut)


def _excused(lookout: Lookout, watch: Watch) -> Receipt:
    rules, by = lookout.scene.rules, called(watch.by)
    if watch.excuse == "unable":
        return strike_receipt(lookout.scene, watch.by)
    if watch.excuse == "no_reaction":
        label = Message(N_("{by} has no reaction to strike at who moves"), by=by)
        return rules.cite("C-118", label, KEPT)
    if watch.excuse == "flat_footed":
        label = Message(N_("{by} is flat-footed and has no Combat Reflexes"), by=by)
        return rules.cite("C-115", label, KEPT)
    if watch.excuse == "already":
        label = Message(N_("{by} had its opportunity against {mover} this round"), by=by,
                        mover=called(lookout.mover))  # fmt: skip
        return rules.cite("C-107", label, KEPT)
    label = Message(N_("{mover} tumbles past {by}"), mover=called(lookout.mover), by=by)
    return rules.cite("C-117", label, KEPT)


def _occasion(lookout: Lookout, watch: Watch, occasion: Occasion) -> Receipt:
    rules, at, by = lookout.scene.rules, str(occasion.at), called(watch.by)
    parts = tuple(_circumstances(lookout, watch, occasion))
    if occasion.verdict == "withdraws":
        label = Message(N_("{at}: where {mover} withdraws from, seeing {by}"), at=at, by=by,
                        mover=called(lookout.mover))  # fmt: skip
        return rules.cite("C-116", label, KEPT, *parts)
    if isinstance(occasion.denied, Cover):
        degree = degree_words(occasion.denied.degree)
        label = Message(N_("{at}: {mover} has {cover} from {by}"), at=at, by=by, cover=degree,
                        mover=called(lookout.mover))  # fmt: skip
        return rules.cite("C-112", label, KEPT, *parts, occasion.denied.receipt)
    if occasion.denied is not None:
        label = Message(N_("{at}: {by} does not see {mover}"), at=at, by=by,
                        mover=called(lookout.mover))  # fmt: skip
        return rules.cite("C-113", label, KEPT, *parts, occasion.denied.receipt)
    label = Message(N_("{at}: {by} threatens it"), at=at, by=by)
    return rules.cite(_leaving(lookout), label, STRIKES, *parts)


def _reflexes(lookout: Lookout, watch: Watch) -> Iterator[Receipt]:
    # C-115
    if lookout.scene.has(watch.by, "reacts_not"):
        label = Message(N_("{by} is flat-footed but has Combat Reflexes"), by=called(watch.by))
        yield lookout.scene.rules.cite("C-115", label, STRIKES)


def _circumstances(lookout: Lookout, watch: Watch, occasion: Occasion) -> Iterator[Receipt]:
    rules, scene, by = lookout.scene.rules, lookout.scene, called(watch.by)
    place = Block(*occasion.at, lookout.side)
    overlaps = place.overlaps(watch.reach.body)
    if occasion.unseen:
        label = Message(N_("{mover} does not see {by}"), mover=called(lookout.mover), by=by)
        yield rules.cite("C-116", label, STRIKES)
    if occasion.rise:
        label = Message(
            N_("{mover} and {by} at different heights: each as high as its space is wide, counted "
               "1-2-1-2; apart"),
            mover=called(lookout.mover), by=by,
        )  # fmt: skip
        yield rules.cite("C-097", label, Squares(abs(occasion.rise)), default=True)
    if occasion.entering:
        label = Message(N_("{mover} enters the space of {by}"), mover=called(lookout.mover), by=by)
        yield rules.cite("C-110", label, STRIKES)
    if overlaps:
        label = Message(N_("{by} can strike into its own space"), by=by)
        yield rules.cite("C-094", label, str(watch.reach.body.anchor))
    if overlaps and lookout.by_round and lookout.sizes_apart(watch.by):
        label = Message(N_("crossing the space of {by} for its size provokes"), by=by)
        yield rules.cite("C-111", label, STRIKES)
    far = distance(place, watch.reach.body)
    if far > 1 and lookout.by_round:
        label = Message(N_("the long reach of {by}: squares away"), by=by)
        yield rules.cite("C-109", label, far)
    passed = tuple(called(one) for one in lookout.others_in(place, watch))
    if passed and scene.combat.mechanisms.opportunity_denied != "never":
        label = Message(N_("no cover from those whose space it is in"))
        yield rules.cite("C-057", label, passed)
