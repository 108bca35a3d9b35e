"""How creatures fare: their states in words, their tokens, their rows in the turn order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from core.combat.board.squares import Block, parse_square
from core.combat.board.tops import Bearer, what_bears
from core.messages import N_, Hours, Message, Template, Value, exact, half_up
from core.play.facts.encounter import Figure, Lasting, Side
from core.play.facts.fight.combatants import Being, attack_of, letters, sheet, side
from core.play.facts.fight.turns.events import ConditionEnded, TurnBegan
from core.play.facts.state import RESOLVE, STAMINA, Member, counter_of, fatigued
from core.play.fight.moves.headings import has_headings
from core.play.fight.previews import ExpiringEffect
from core.play.fight.previews import ticking as ticks_of
from core.play.fight.turns.budget import is_on_board
from core.play.fight.turns.decide import missing_initiative
from core.play.fight.vehicles import is_on_vehicle
from core.rulesets.schema import Ruleset
from core.values import replace
from tui.board.grid_things import Camp, Token
from tui.encounter.panes.fight_lines import OrderLine, TickLine
from tui.encounter.present.battle import EncounterView, health_left
from tui.kit import lengths
from tui.kit.phrases import Words, phrase

PRONE = "prone"
WEARY = ("fatigued", "exhausted")
FEW = 600
"""Rounds in an hour."""


SIDE_WORDS: Mapping[Side, Template] = {
    "party": "ally",
    "foes": "with the foes",
    "neutral": "neutral",
}
"""The sides as a row says them, of who is not where one expects it."""


class StateWord(NamedTuple):
    """One word about a creature: in full, and short. `grave` ones are the first of a group."""

    full: str
    brief: str
    grave: bool = False


def states(seen: EncounterView, being: Being, figure: Figure) -> Iterator[StateWord]:
    """The states of a creature, the gravest first."""
    health = seen.health(being)
    lasts = next((one for one in being.lasting if one.name == health.slug), None)
    if lasts is None or rounds_left(seen, lasts) is None:
        slug = health.slug
    else:
        slug = "ok"
    if slug != "ok":
        depth = (health.degree or health.hp) if slug == "dying" else None
        if depth is None:
            word = _told("{state}", state=health.word)
        else:
            word = _told("{state} {depth}", state=health.word, depth=depth)
        yield word._replace(grave=True)
    yield from _away(seen, figure)
    if figure.surprised and seen.encounter.surprise:
        yield _told("surprised")
    if figure.delaying:
        yield _told("delaying", "delays")
    if figure.readied:
        yield _told("readied: {what}", "readied", what=figure.readied)
    if figure.elevation:
        yield _height(seen, figure)
    if figure.heading and has_headings(seen.assets.rules):
        yield _told("heads {direction}", direction=figure.heading)
    camp = side(being, figure)
    if camp != ("party" if isinstance(being, Member) else "foes"):
        yield _told(SIDE_WORDS[camp])
    for lasting in sorted(being.lasting, key=lambda one: one.name != PRONE):
        if lasting.name != slug:
            yield afflicted(seen, lasting)._replace(grave=lasting.name == PRONE)
    if being.nonlethal:
        yield _told("nonlethal {points}", "nl{points}", points=being.nonlethal)
    weary = any(one.name in WEARY for one in being.lasting)
    if isinstance(being, Member) and fatigued(being) and not weary:
        yield _told("fatigued", "FTG")
    if isinstance(being, Member) and seen.assets.rules.combat.dying.has_resolve:
        yield from _pools(being)
    if being.temporary:
        yield _told("temporary {points}", "t{points}", points=being.temporary)
    if figure.taking_cover:
        yield _told("takes cover", "in cover")
    if figure.trail:
        yield _told("squeezed")
    if figure.mount:
        yield _rides(seen, figure)
    if figure.hidden:
        yield _told("hidden from party", "hidden")
    elif figure.id in seen.encounter.invisible:
        yield _told("unseen by party", "unseen")
    yield from _body(seen, being, figure)
    if figure.reacted:
        yield _told("struck back already", "struck")


ON_TOP: Mapping[Bearer, tuple[Template, Template]] = {
    "vehicle": ("on a vehicle, {height} up ({length})", "on top {height}"),
    "solid": ("on a wall or house, {height} up ({length})", "on top {height}"),
    "low": ("on a tree or low obstacle, {height} up ({length})", "on top {height}"),
}


def _height(seen: EncounterView, figure: Figure) -> StateWord:
    high = abs(figure.elevation)
    bearer = _what_bears(seen, figure)
    if bearer:
        words = ON_TOP[bearer]
    elif figure.elevation < 0:
        words = N_("{height} below the ground ({length})"), N_("below {height}")
    elif figure.mode == "climb":
        words = N_("climbing, {height} up ({length})"), N_("climb {height}")
    else:
        words = N_("flies {height} ({length})"), N_("fly {height}")
    return _told(*words, height=high, length=lengths.metres(high))


def _what_bears(seen: EncounterView, figure: Figure) -> Bearer:
    scene = seen.scene() if figure.elevation > 0 else None
    if scene is None or figure.id not in scene.by_id:
        return ""
    body = scene.body(scene.by_id[figure.id])
    if is_on_vehicle(seen.vehicles, body, figure.elevation):
        return "vehicle"
    return what_bears(scene.field, body, figure.elevation)


def _pools(member: Member) -> Iterator[StateWord]:
    stamina = counter_of(member, STAMINA)
    if stamina is not None:
        yield _told("Stamina {now} of {most}", "SP{now}", now=stamina.now, most=stamina.most)
    resolve = counter_of(member, RESOLVE)
    if resolve is not None:
        yield _told("Resolve {now} of {most}", "RP{now}", now=resolve.now, most=resolve.most)


def _rides(seen: EncounterView, figure: Figure) -> StateWord:
    return _told("rides {mount}", mount=seen.sign(figure.mount))


def _away(seen: EncounterView, figure: Figure) -> Iterator[StateWord]:
    chase = seen.encounter.chase
    if chase is not None and any(one.id == figure.id for one in chase.quarry):
        yield _told("flees")
    elif chase is not None and any(one.id == figure.id for one in chase.pursuers):
        yield _told("follows")
    elif not is_on_board(seen.encounter, figure):
        yield _told("off the board", "away")


def _body(seen: EncounterView, being: Being, figure: Figure) -> Iterator[StateWord]:
    written = sheet(being)
    row = seen.assets.rules.combat.sizes.get(written.size)
    if row is None:
        return
    most = written.reach
    in_hand = attack_of(being, figure)
    if in_hand is not None and in_hand.mode == "melee" and in_hand.reach is not None:
        most = in_hand.reach
    if most is None:
        most = row.long if written.long else row.tall
    if written.size == "M" and most <= 1:
        return
    size = row.name_in()
    if most <= 1:
        yield StateWord(size, size)
    elif written.size == "M":
        yield _told("reach {reach}", "r{reach}", reach=most)
    else:
        yield _told("{size}, reach {reach}", "{size} r{reach}", size=size, reach=most)


def afflicted(seen: EncounterView, lasting: Lasting) -> StateWord:
    """A condition or timer with its value and the rounds left."""
    name = condition_name(seen, lasting.name)
    if lasting.value:
        name = f"{name} {lasting.value}"
    left = rounds_left(seen, lasting)
    if left is None:
        return StateWord(name, name)
    who = seen.sign(lasting.until.who)
    if not left and lasting.until.kind == "turn_end":
        return _told("{name} until {who} has acted", "{name} {who}>", name=name, who=who)
    if not left and lasting.until.who:
        return _told("{name} until {who} acts", "{name} >{who}", name=name, who=who)
    return _told("{name}, {count:round|rounds}", "{name} {count}", name=name, count=left)


def condition_name(seen: EncounterView, slug: str) -> str:
    """A condition's name in the ruleset; a timer's own name."""
    row = seen.assets.rules.combat.conditions.get(slug)
    if row is None:
        return slug
    return row.name_in()


def rounds_left(seen: EncounterView, lasting: Lasting) -> int | None:
    """The rounds left of a condition; None when it is not counted in rounds."""
    until = lasting.until
    if until.kind in ("turn_start", "turn_end"):
        return max(0, until.round - seen.encounter.round)
    if until.kind == "clock" and until.at is not None and seen.encounter.round:
        rounds = half_up(until.at.hours_since(seen.state.clock) * FEW)
        if 0 <= rounds <= FEW // 10:
            return rounds
        return None
    return None


def points(being: Being, rules: Ruleset) -> str:
    """Hit points for a row: "31/31"; the damage alone ("-7") when they are not known."""
    if left := health_left(being, rules):
        return f"{left[0]}/{left[1]}"
    if being.damage:
        return f"-{being.damage}"
    return ""


def _told(full: str, brief: str = "", /, **values: Value) -> StateWord:
    return StateWord(phrase(full, **values), phrase(brief or full, **values))


CAMPS: Mapping[Side, Camp] = {"party": "party", "foes": "foe", "neutral": "neutral"}


def tokens(
    view: EncounterView, marked: Collection[str] = (), acting: str = ""
) -> tuple[Token, ...]:
    """All creatures on the board of an encounter.

    `acting` is the one that acts, "" = all whose turn it is.
    """
    return tuple(_tokens(view, marked, acting))


def _tokens(view: EncounterView, marked: Collection[str], acting: str) -> Iterator[Token]:
    scene = view.scene()
    slot = view.encounter.slot(view.turn)
    if scene is None:
        return
    act = () if slot is None else slot.who
    figure = view.encounter.figure(acting)
    if figure is not None and acting in act:
        act = (acting, figure.mount)
    vehicles = {one.id: one.body for one in view.vehicles}
    for being, figure in view.there():
        if figure.id in vehicles:
            yield _vehicle_token(view, being, figure, vehicles[figure.id], marked)
            continue
        creature = scene.by_id.get(figure.id)
        if creature is None:
            continue
        body = scene.body(creature)
        yield Token(
            id=figure.id,
            sign=being.token or being.name[:2],
            at=parse_square(figure.at) if creature.rides and figure.at else body.anchor,
            side=1 if creature.rides else body.side,
            camp=CAMPS[side(being, figure)],
            state=state_sign(view, being, figure),
            acting=figure.id in act,
            marked=figure.id in marked,
            squares=(*body.squares(), *creature.behind) if creature.behind else None,
            secret=figure.id in view.encounter.unseen,
            name=being.name,
            health=None if view.player_view else health_left(being, view.assets.rules),
            condition=_gravest(view, being, figure),
        )


def _vehicle_token(
    view: EncounterView, being: Being, figure: Figure, body: Block, marked: Collection[str]
) -> Token:
    return Token(
        id=figure.id,
        sign=being.token or being.name[:2],
        at=body.anchor,
        side=body.side,
        camp=CAMPS[side(being, figure)],
        marked=figure.id in marked,
        secret=figure.id in view.encounter.unseen,
        name=being.name,
        health=health_left(being, view.assets.rules),
    )


def _gravest(view: EncounterView, being: Being, figure: Figure) -> tuple[str, ...]:
    # The first state in full and in short; () for none.
    word = next(states(view, being, figure), None)
    if word is None:
        return ()
    return word.full, word.brief


def height_sign(squares: int) -> str:
    """The sign of a height in squares: "+" from ten on, "-" below the ground."""
    if squares < 0:
        return "-"
    if squares < 10:
        return str(squares)
    return "+"


def state_sign(view: EncounterView, being: Being, figure: Figure) -> str:
    """The sign of a creature's gravest state: dead, down, height, prone, hidden, other."""
    health = view.health(being)
    if health.slug == "dead" or being.dead:
        return "x"
    names = {lasting.name for lasting in being.lasting}
    if health.out or "unconscious" in names:
        return "/"
    if figure.elevation:
        return height_sign(figure.elevation)
    if PRONE in names:
        return "_"
    if figure.id in view.encounter.unseen:
        return "?"
    if being.lasting or figure.readied or figure.delaying or health.slug != "ok":
        return "'"
    return ""


def order(
    view: EncounterView, marked: Collection[str] = (), acting: str = ""
) -> tuple[OrderLine, ...]:
    """The turn order of an encounter, then creatures without initiative.

    `acting` is the one of a group that acts, "" = all whose turn it is.
    """
    slots = view.encounter.order
    slotted = (_slot(view, slot.key, slot.who, exact(slot.total), marked) for slot in slots)
    rows = [row and _with_turn(view, row, acting) for row in slotted]
    ordered = {who for slot in slots for who in slot.who}
    left = [figure for _, figure in view.there() if figure.id not in ordered]
    unrolled = (_slot(view, who[0], who, "", marked) for who in _grouped(view, left))
    rows += (_without_initiative(view, row) for row in unrolled)
    return tuple(row for row in rows if row is not None)


def _with_turn(view: EncounterView, row: OrderLine, acting: str) -> OrderLine:
    # The row says that it is its turn; of those inside it who acts does, or all of them.
    if row.key != view.turn:
        return row
    one = any(line.key == acting for line in row.inside)
    inside = tuple(replace(line, acting=not one or line.key == acting) for line in row.inside)
    return replace(row, acting=True, inside=inside)


def _without_initiative(view: EncounterView, row: OrderLine | None) -> OrderLine | None:
    # The row says so once a round is under way, except of those who take no turns.
    if row is None or not view.encounter.round:
        return row
    keys = {row.key, *(line.key for line in row.inside)}
    if keys.isdisjoint(missing_initiative(view.state, view.encounter)):
        return row
    word = phrase("not rolled")
    if row.state:
        state = f"{word}, {row.state}"
    else:
        state = word
    brief = f"{word} {row.brief}".rstrip()
    return replace(row, state=state, brief=brief)


def _grouped(view: EncounterView, left: Iterable[Figure]) -> list[tuple[str, ...]]:
    groups: dict[str, list[str]] = {}
    for figure in left:
        foe = view.encounter.foe(figure.id)
        if foe is not None and foe.group:
            key = f"group {foe.group}"
        else:
            key = figure.id
        groups.setdefault(key, []).append(figure.id)
    return [tuple(who) for who in groups.values()]


def _slot(
    view: EncounterView,
    key: str,
    creature_ids: Iterable[str],
    total: str,
    marked: Collection[str],
) -> OrderLine | None:
    there: list[tuple[Being, Figure]] = []
    for creature_id in creature_ids:
        being = view.being(creature_id)
        figure = view.encounter.figure(creature_id)
        if being is not None and figure is not None:
            there.append((being, figure))
    lines = [_line(view, being, figure, total, marked) for being, figure in there]
    if len(lines) < 2:
        if lines:
            return replace(lines[0], key=key)
        return None
    ids = {figure.id for _, figure in there}
    ridden = {figure.mount for _, figure in there if figure.mount} & ids
    shared = _shared([_words_of(view, being, figure, ridden) for being, figure in there])
    first = there[0][0]
    known = [line.health for line in lines if line.health is not None]
    name, _, last = first.name.rpartition(" ")
    return replace(
        lines[0],
        key=key,
        sign=letters(line.sign for line in lines),
        name=name if name and (last == first.token or last.isdigit()) else first.name,
        hp=together([being for being, _ in there], view.assets.rules),
        state=", ".join(word.full for word in shared),
        brief=" ".join(word.brief for word in shared),
        marked=all(line.marked for line in lines),
        faint=all(line.faint for line in lines),
        inside=tuple(lines),
        saddle=len(lines) == 2 * len(ridden),
        health=(sum(left for left, _ in known), sum(of for _, of in known)) if known else None,
    )


def _line(
    view: EncounterView,
    being: Being,
    figure: Figure,
    total: str,
    marked: Collection[str],
) -> OrderLine:
    words = tuple(states(view, being, figure))
    faint = figure.id in view.encounter.unseen or view.health(being).slug == "dead"
    return OrderLine(
        key=figure.id,
        total=total,
        sign=being.token or "-",
        name=being.name,
        hp=points(being, view.assets.rules),
        state=", ".join(word.full for word in words),
        brief=" ".join(word.brief for word in words),
        marked=figure.id in marked,
        faint=faint or not (figure.at or figure.mount),
        health=health_left(being, view.assets.rules),
    )


def _words_of(
    view: EncounterView, being: Being, figure: Figure, ridden: Collection[str]
) -> tuple[str, tuple[StateWord, ...]]:
    # The letter of a creature in a shared row, and its states; whom it rides, the letters say.
    words = states(view, being, figure)
    if figure.mount in ridden:
        rides = _rides(view, figure)
        words = (word for word in words if word != rides)
    return being.token, tuple(words)


def _shared(every: Sequence[tuple[str, tuple[StateWord, ...]]]) -> list[StateWord]:
    # The states of all, then those of some with their letters, the grave ones first.
    common = [one for one in every[0][1] if all(one in words for _, words in every)]
    single: dict[StateWord, list[str]] = {}
    for token, words in every:
        for word in words:
            if word not in common:
                single.setdefault(word, []).append(token)
    for word, tokens in sorted(single.items(), key=lambda item: not item[0].grave):
        signs = letters(tokens)
        common.append(StateWord(f"{signs} {word.full}", f"{signs} {word.brief}"))
    return common


def together(beings: Sequence[Being], rules: Ruleset) -> str:
    """The points of a group: "13x3, d 7", "13x3, 2 dead"; "" when they are not known."""
    living = [being for being in beings if not being.dead]
    left = [(being.token, hp[0]) for being in living if (hp := health_left(being, rules))]
    parts = []
    if left:
        most, count = Counter(hp for _, hp in left).most_common(1)[0]
        if count > 1:
            parts.append(f"{most}x{count}")
        parts += (f"{token} {hp}" for token, hp in left if count == 1 or hp != most)
    if dead := len(beings) - len(living):
        parts.append(phrase("{count} dead", count=dead))
    return ", ".join(parts)


def ticking(view: EncounterView) -> Iterator[TickLine]:
    """What ended as this turn began in the fight, then what will end, the soonest first."""
    yield from _joined(_ended(view))
    yield from _joined(_ticks(view))


def _joined(lines: Iterable[TickLine]) -> tuple[TickLine, ...]:
    # One line for an effect on several that ends for all of them alike.
    by_effect: dict[TickLine, list[str]] = {}
    for line in lines:
        by_effect.setdefault(replace(line, sign=""), []).append(line.sign)
    return tuple(replace(line, sign=" ".join(signs)) for line, signs in by_effect.items())


def _ticks(view: EncounterView) -> Iterator[TickLine]:
    for tick in ticks_of(view.state, view.assets):
        lasting = _lasting(view, tick.who, tick.name)
        if lasting is None:
            continue
        name = condition_name(view, tick.name)
        if tick.value:
            text = f"{name} {tick.value}"
        else:
            text = name
        yield TickLine(
            text,
            view.sign(tick.who),
            left(view, lasting, tick),
            next=tick.next,
            brief=brief(view, lasting, tick),
        )


def _lasting(view: EncounterView, who: str, name: str) -> Lasting | None:
    being = view.being(who)
    every = () if being is None else being.lasting
    return next((one for one in every if one.name == name), None)


def left(view: EncounterView, lasting: Lasting, tick: ExpiringEffect) -> Words:
    """Time left: "4 rounds, ends before M", "ends when O acts", "20 min"."""
    until = lasting.until
    rounds = rounds_left(view, lasting)
    if until.kind == "clock" and until.at is not None:
        if rounds is not None:
            return lengths.rounds(rounds)
        return Message("{time}", time=Hours(until.at.hours_since(view.state.clock)))
    name = view.sign(until.who)
    if rounds is None:
        return tick.left
    if until.kind == "turn_end":
        if not rounds:
            return Message("ends after {who} has acted", who=name)
        return Message("{rounds}, ends after {who}", rounds=lengths.rounds(rounds), who=name)
    if tick.next or not rounds:
        return Message("ends when {who} acts", who=name)
    return Message("{rounds}, ends before {who}", rounds=lengths.rounds(rounds), who=name)


def brief(view: EncounterView, lasting: Lasting, tick: ExpiringEffect) -> Words:
    """Time left in short: "4 rounds", "20 min", "until O acts"."""
    rounds = rounds_left(view, lasting)
    if rounds:
        return lengths.rounds(rounds)
    name = view.sign(lasting.until.who)
    if lasting.until.kind == "turn_end":
        return Message("until {who} has acted", who=name)
    if lasting.until.kind == "turn_start":
        return Message("until {who} acts", who=name)
    return left(view, lasting, tick)


def _ended(view: EncounterView) -> Iterator[TickLine]:
    # before the first turn of a fight nothing has ended in it
    endings: list[ConditionEnded] = []
    began = view.encounter.began
    for entry in reversed(view.view.entries):
        if entry.undone or entry.kind != "play":
            continue
        if began is None or entry.clock < began:
            return
        ended = [e for e in entry.events if isinstance(e, ConditionEnded) and e.expired]
        endings = [*ended, *endings]
        if any(isinstance(event, TurnBegan) for event in entry.events):
            break
    for event in endings:
        if view.being(event.who) and _lasting(view, event.who, event.name) is None:
            yield TickLine(condition_name(view, event.name), view.sign(event.who), "", ended=True)
