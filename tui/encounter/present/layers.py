"""The grid's layers: reach, threat, flanking, cover, light, height; and the ruler.

Pure and possibly slow: the screen computes them in a thread, one at a time.
"""

from __future__ import annotations

from contextlib import suppress

from core.combat.board.squares import Block, Square, risen, through_the_air
from core.combat.movement.distances import distance_between
from core.combat.threat.threat import find_flankings, threatened
from core.creatures import AttackMode
from core.messages import N_, Message, Refusal
from core.play.facts.fight.combatants import attack_of, someone
from core.play.fight.fight_scene import find_on_board
from core.play.fight.previews import cover_signs, flank_bits, reach_bands, threat_bits
from core.receipts import Receipt
from core.values import Struct
from tui.board.grid_things import NO_LAYER, Layer
from tui.encounter.present.battle import Battle
from tui.encounter.present.states import height_sign
from tui.kit import lengths

ORDER = ("", "move", "threat", "flank", "cover", "light", "height")
"""The layers as `O` goes through them; the first is none."""
OF_A_CREATURE = ("move", "threat", "flank", "cover")
"""Those that tell of one creature, for its turn."""

COVER_SIGNS = {"soft": "s", "partial": "p", "cover": "c", "improved": "i", "total": "t"}
"""The degrees of cover by their signs."""


class LayerRequest(Struct):
    """A layer of one creature ("" = of none) at one moment."""

    battle: Battle
    name: str
    who: str


class LayerChoice(Struct):
    """A layer and its description."""

    layer: Layer
    words: Message


def failed_layer(wanted: LayerRequest, trouble: Message) -> LayerChoice:
    """No layer, and the sentence that says why."""
    return LayerChoice(NO_LAYER, trouble)


def layer(wanted: LayerRequest) -> LayerChoice:
    """Compute a layer; "" is none. If it cannot be, there is none, and the words say why."""
    if not wanted.name:
        return LayerChoice(NO_LAYER, Message("no layer"))
    try:
        return _LAYERS[wanted.name](wanted)
    except Refusal as refusal:
        return LayerChoice(NO_LAYER, refusal.message)


def _named(wanted: LayerRequest) -> str:
    being = wanted.battle.being(wanted.who)
    if being is None:
        raise Refusal("nobody_here", "Whose? Put the cursor on a creature.")
    return being.name


def _move(wanted: LayerRequest) -> LayerChoice:
    view = wanted.battle.view
    name = _named(wanted)
    bands = reach_bands(view.state, view.assets, wanted.who, scene=wanted.battle.scene)
    signs = (("1", bands.one), ("2", bands.two), ("4", bands.run))
    legend = Message("1 one move  2 two moves  4 run")
    return LayerChoice(
        Layer("move", signs, legend),
        Message("reach of {who}: {legend}", who=name, legend=legend),
    )


def _threat(wanted: LayerRequest) -> LayerChoice:
    view = wanted.battle.view
    name = _named(wanted)
    bits = threat_bits(view.state, view.assets, wanted.who, scene=wanted.battle.scene)
    legend = Message("! threatened")
    words = Message("{who} threatens these squares: !", who=name)
    return LayerChoice(Layer("threat", (("!", bits),), legend, underlined=True), words)


def _flank(wanted: LayerRequest) -> LayerChoice:
    view = wanted.battle.view
    name = _named(wanted)
    found = flank_bits(view.state, view.assets, wanted.who, scene=wanted.battle.scene)
    flanked = wanted.battle.seen(found.targets)
    legend = Message("F flanks an enemy")
    words = Message("{who} would flank nobody", who=name)
    if found.bits:
        signs = tuple(map(wanted.battle.sign, flanked))
        words = Message(
            "{who} would flank {enemies} from these squares: F", who=name, enemies=signs
        )
    return LayerChoice(Layer("flank", (("F", found.bits),), legend), words)


def _cover(wanted: LayerRequest) -> LayerChoice:
    view = wanted.battle.view
    name = _named(wanted)
    sign_by_id = cover_signs(view.state, view.assets, wanted.who, scene=wanted.battle.scene)
    signs: dict[str, int] = {}
    for one, bits in wanted.battle.bits.items():
        sign = COVER_SIGNS.get(sign_by_id.get(one, ""))
        if sign is not None:
            signs[sign] = signs.get(sign, 0) | bits
    legend = Message("s soft  p partial  c cover  i improved  t total")
    words = Message("cover from {who}: {legend}", who=name, legend=legend)
    return LayerChoice(Layer("cover", tuple(signs.items()), legend), words)


def _light(wanted: LayerRequest) -> LayerChoice:
    scene = wanted.battle.scene
    light = wanted.battle.encounter.light
    lit = {}
    if scene is not None:
        lit = dict(scene.lit) or {light: scene.field.every}
    legend = Message(", dim  ; dark")
    words = Message("light: {light} all over, unless marked", light=light)
    drawn = ((",", lit.get("dim", 0)), (";", lit.get("dark", 0)))
    return LayerChoice(Layer("light", drawn, legend), words)


def _height(wanted: LayerRequest) -> LayerChoice:
    signs: dict[str, int] = {}
    flyers = []
    for figure in wanted.battle.encounter.figures:
        being = wanted.battle.being(figure.id)
        high = figure.elevation
        if high and being is not None and figure.id in wanted.battle.bits:
            sign = height_sign(high)
            signs[sign] = signs.get(sign, 0) | wanted.battle.bits[figure.id]
            words = Message("{name} {height}", name=being.name, height=lengths.height(high))
            flyers.append(words)
    legend = Message("1-9 squares up, + ten or more, - underground")
    nobody = N_("nobody is in the air or below the ground")
    words = Message("not on the ground: {who}" if flyers else nobody, who=tuple(flyers))
    return LayerChoice(Layer("height", tuple(signs.items()), legend), words)


_LAYERS = {
    "move": _move,
    "threat": _threat,
    "flank": _flank,
    "cover": _cover,
    "light": _light,
    "height": _height,
}


def ruler(battle: Battle, start: Square, end: Square) -> tuple[dict[Square, int], Message]:
    """The squares counted on the straight way between two squares, and their description.

    From the space of the creature on the first to that of the one on the second (C-005), from
    height to height; behind the curtain, of seen ones. Where nobody is, the square itself counts.
    """
    space = _space(battle, start)
    goal = _space(battle, end)
    low, high = (_feet(battle, at) for at in (start, end))
    squares = line(start, end)
    last = len(squares) - 1
    away = through_the_air(space, goal, (low, high))
    counted: dict[Square, int] = {}
    for step, at in enumerate(squares[1:], start=1):
        if high < low:
            height = low - risen(high - low, step, last)
        else:
            height = low + risen(high - low, step, last)
        counted[at] = min(away, through_the_air(space, Block(*at, 1), (low, height)))
    if counted:
        counted[end] = away
    length = lengths.length(away)
    if low == high:
        template = N_("{start} to {end}: {length}")
    else:
        template = N_("{start} at height {low} to {end} at height {high}: {length}")
    words = Message(template, start=str(start), end=str(end), low=low, high=high, length=length)
    return counted, words


def explain_ruler(battle: Battle, start: Square, end: Square) -> tuple[Receipt, ...]:
    """Return why the ruler says so between two squares; () without a board."""
    if battle.scene is None:
        return ()
    heights = (_feet(battle, start), _feet(battle, end))
    spaces = (_space(battle, start), _space(battle, end))
    away = distance_between(battle.scene, *spaces, heights=heights)
    return (away.receipt,)


def explain_threat(battle: Battle, creature_id: str) -> tuple[Receipt, ...]:
    """Return why a creature threatens its squares; () without a board, or for one off it."""
    if battle.scene is None:
        return ()
    with suppress(Refusal):
        creature = find_on_board(battle.scene, battle.view.state, creature_id)
        return (threatened(battle.scene, creature).receipt,)
    return ()


def explain_flank(battle: Battle, creature_id: str, target_id: str) -> tuple[Receipt, ...]:
    """Return why a creature flanks another with each of its allies, or does not.

    () without a board, for one off it, and without a target.
    """
    if battle.scene is None or not target_id:
        return ()
    with suppress(Refusal):
        creature = find_on_board(battle.scene, battle.view.state, creature_id)
        target = find_on_board(battle.scene, battle.view.state, target_id)
        seen = frozenset(battle.seen(one.id for one in battle.scene.creatures))
        found = find_flankings(battle.scene, creature, target, _attack_mode(battle, creature_id))
        return tuple(one.receipt for one in found if one.ally.id in seen)
    return ()


def _attack_mode(battle: Battle, creature_id: str) -> AttackMode:
    # That of the attack in hand; without one it is melee.
    figure = battle.encounter.figure(creature_id)
    attack = None
    if figure is not None:
        attack = attack_of(someone(battle.view.state, creature_id), figure)
    return "melee" if attack is None else attack.mode


def _feet(battle: Battle, at: Square) -> int:
    figures = (battle.encounter.figure(who) for who in battle.under(at))
    return next((one.elevation for one in figures if one is not None), 0)


def _space(battle: Battle, at: Square) -> Block:
    """The space of whoever is on a square, of a rider its mount's; else the square itself."""
    standing = battle.under(at)
    if battle.scene is None or not standing:
        return Block(*at, 1)
    return battle.scene.body(battle.scene.creature(standing[0]))


def line(start: Square, end: Square) -> tuple[Square, ...]:
    """The squares nearest to the straight line between two, both included."""
    dx = end.x - start.x
    dy = end.y - start.y
    steps = max(abs(dx), abs(dy))
    if not steps:
        return (start,)
    return tuple(
        start.by((2 * dx * n + steps) // (2 * steps), (2 * dy * n + steps) // (2 * steps))
        for n in range(steps + 1)
    )
