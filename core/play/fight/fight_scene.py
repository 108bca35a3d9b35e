"""The scene of an encounter, its mover, and who may still make an attack of opportunity."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from core.combat.board.drawing import Board, battlefield, lit
from core.combat.board.scene import Creature, Held, Scene, held
from core.combat.board.squares import SURFACES, Battlefield, Square, parse_square
from core.combat.board.tops import top_under
from core.combat.movement.footing import MEDIUM, leading_side, level
from core.combat.movement.squeeze import is_squeezing, stretch
from core.combat.movement.turns import in_squares
from core.combat.threat.opportunities import ActInPlace, Provoked, standing
from core.creatures import PLAIN, Attack, Mode, Sheet, feat_row, is_natural
from core.dice import Situation
from core.effects.worn import parse_worn
from core.messages import N_, Refusal, Template
from core.play.facts.encounter import Encounter, Figure
from core.play.facts.fight.combatants import (
    Being,
    attack_of,
    bearer_of,
    being_of,
    fight_of,
    figure_of,
    find,
    name_combatant,
    sheet,
    side,
    waiting_in,
)
from core.play.facts.riding import loaded
from core.play.facts.state import Assets, Member, State, Striker
from core.play.fight.creature_now import (
    CreatureNow,
    SheetNow,
    creature_now,
    sheet_now,
    speed_now,
    with_size_now,
)
from core.play.fight.health import afflictions, is_vehicle
from core.play.fight.vehicles import find_vehicles, with_vehicles
from core.receipts import Receipt
from core.rulesets.combat_schema import Effect
from core.rulesets.schema import Ruleset
from core.travel.movers import Mover, resolve
from core.values import Struct, replace


def framed(being: Being, rules: Ruleset) -> Sheet:
    """Return the sheet of a combatant with its size as it is now.

    A mount without one has the size of its kind (table of mounts, house default).
    """
    if being.sheet is not None or not isinstance(being, Member):
        return with_size_now(sheet(being), being, rules)
    return shape_as_mount(PLAIN, being.mover, rules)


def shape_as_mount(sheet: Sheet, mover: Mover, rules: Ruleset) -> Sheet:
    """Return the sheet with the size and body of the kind of mount that moves so, if it is one."""
    row = rules.mounts.get(mover.mount or "")
    if row is None:
        return sheet
    return replace(sheet, size=row.size, long=row.long)


SQUEEZING = "squeezing"


def scene_of(state: State, assets: Assets, encounter: Encounter | None = None) -> Scene:
    """Return the scene of an encounter (None = the fight) under the rules.

    It has those who are wholly on the board; the dead stay as corpses. A squeezing creature takes
    up its leading block (G-8) and has the condition where C-078 says so. An unknown size counts as
    Medium. Refusals: "no_fight", "unknown_board".
    """
    if encounter is None:
        fight = fight_of(state)
    else:
        fight = encounter
    field = ground_of(state, fight, assets)
    wholes = tuple(_creatures(state, assets, fight))
    zones = lit(field, fight.light, ((zone.where, zone.light) for zone in fight.zones))
    scene = Scene(
        rules=assets.rules,
        field=field,
        creatures=wholes,
        light=fight.light,
        wind=fight.wind,
        gravity=fight.gravity,
        lit=zones,
    )
    trails = {one.id: trail for one in wholes if (trail := _trail(scene, fight, one))}
    if trails:
        blocks = (
            _squeezed(scene, one, trails[one.id]) if one.id in trails else one for one in wholes
        )
        scene = replace(scene, creatures=tuple(blocks))
    there = tuple(one for one in scene.creatures if scene.field.contains(scene.body(one)))
    ids = {one.id for one in there}
    scene = replace(
        scene,
        creatures=tuple(
            one if not one.rides or one.rides in ids else replace(one, rides="") for one in there
        ),
    )
    scene = _with_surfaces(scene)
    if not trails or SQUEEZING not in scene.combat.conditions:
        return scene
    suffer = {
        one.id
        for one in wholes
        if one.id in ids and one.id in trails and is_squeezing(scene, one, trails[one.id])
    }  # C-078
    suffering = (
        replace(one, conditions=(*one.conditions, SQUEEZING)) if one.id in suffer else one
        for one in scene.creatures
    )
    return replace(scene, creatures=tuple(suffering))


def _with_surfaces(scene: Scene) -> Scene:
    # C-048 to C-050: who is on such ground has its condition by that; the mount of a rider.
    field = scene.field
    surfaces = [(name, bits) for name in SURFACES if (bits := getattr(field, name))]
    changed = []
    for creature in scene.creatures if surfaces else ():
        if creature.rides or creature.elevation:
            continue
        under = field.block(scene.body(creature))
        on = (name for name, bits in surfaces if bits & under)
        names = tuple(name for name in on if name not in creature.conditions)
        if names:
            changed.append(replace(creature, conditions=(*creature.conditions, *names)))
    if changed:
        return scene.with_creatures(*changed)
    return scene


A_VEHICLE: Template = (
    "{who} is a vehicle: on a board it is an object, which neither acts nor is attacked. One "
    "climbs onto it (p b, then >); :place moves it."
)


def find_on_board(scene: Scene, state: State, creature_id: str) -> Creature:
    """Return the creature of the fight's scene with this id.

    Refusals: "no_fight", "unknown_creature", "not_on_board", "a_vehicle".
    """
    fight = fight_of(state)
    found = scene.by_id.get(creature_id)
    if found is not None:
        return found
    being = find(state, creature_id)
    if being is not None and is_vehicle(being):
        raise Refusal("a_vehicle", A_VEHICLE, who=being.name)
    if fight.figure(creature_id) is None:
        raise Refusal(
            "unknown_creature", "There is no {who} here.", who=name_combatant(state, creature_id)
        )
    raise Refusal(
        "not_on_board", "{who} is not on the board.", who=name_combatant(state, creature_id)
    )


def speed_of(state: State, assets: Assets, creature_id: str, mode: Mode = "walk") -> int | None:
    """Return a creature's own speed in squares as it is now; None = none of that mode, or unknown.

    That of its sheet as its conditions leave it; a member's walk (or flight) without one follows
    from its travel speed, armour and load (C-009). A rider's is not that of its mount.
    """
    being = find(state, creature_id)
    if being is None:
        return None
    return speed_in(state, assets, being, mode)


def speed_in(state: State, assets: Assets, being: Being, mode: Mode = "walk") -> int | None:
    """Return the speed of a combatant in squares, as `speed_of`."""
    written = written_speed(state, assets, being, mode)
    if not written:
        return written
    return speed_now(being, written, mode, afflictions(being, assets.rules), assets.rules)


def written_speed(state: State, assets: Assets, being: Being, mode: Mode = "walk") -> int | None:
    """Return the speed of a combatant in squares without what conditions do to it."""
    written = dict(sheet(being).speeds).get(mode)
    if written is not None or not isinstance(being, Member):
        return written
    try:
        mover = resolve(loaded(being, state), assets.rules)
    except Refusal:  # a mover that these rules do not know
        return None
    own_mode = "fly" if mover.flying else "walk"
    if mover.speed_m is None or mode != own_mode:
        return None
    return in_squares(mover.speed_m, assets.rules).squares


def board_of(encounter: Encounter, assets: Assets) -> Board:
    """Return the board of an encounter without its edits. Refusal "unknown_board"."""
    board = assets.boards.get(encounter.board)
    if board is None:
        raise Refusal(
            "unknown_board", "The board of {encounter} is missing.", encounter=encounter.name
        )
    return board


def field_of(encounter: Encounter, assets: Assets) -> Battlefield:
    """Return the battlefield of an encounter with its edits. Refusal "unknown_board"."""
    return battlefield(board_of(encounter, assets), encounter.edits, assets.rules.combat.ground)


def ground_of(state: State, encounter: Encounter, assets: Assets) -> Battlefield:
    """Return the battlefield of an encounter with the vehicles on it. Refusal "unknown_board"."""
    field = field_of(encounter, assets)
    return with_vehicles(field, find_vehicles(state, encounter, assets.rules))


def find_drop(state: State, assets: Assets, creature_id: str) -> int:
    """Return how far a creature of the fight is above what is under it, in squares.

    That is the ground, or a roof; its whole height where the board cannot be read.
    """
    figure = figure_of(state, creature_id)
    if figure is None or figure.elevation <= 0:
        return 0
    try:
        scene = scene_of(state, assets)
    except Refusal:
        return figure.elevation
    creature = scene.by_id.get(creature_id)
    if creature is None:
        return figure.elevation
    return figure.elevation - top_under(scene.field, scene.body(creature), figure.elevation)


def _creatures(state: State, assets: Assets, encounter: Encounter) -> Iterator[Creature]:
    for figure in encounter.figures:
        creature = _creature(state, assets, encounter, figure)
        if creature is not None:
            yield creature


def _creature(
    state: State, assets: Assets, encounter: Encounter, figure: Figure
) -> Creature | None:
    # As it is on the board; None = it is not.
    being = being_of(state, encounter, figure.id)
    if being is not None and is_vehicle(being):
        return None  # an object on the map
    # C-257
    mount = encounter.figure(figure.mount)
    carrier = mount if mount is not None and mount.at and not mount.mount else None
    placed = figure if carrier is None else carrier
    if being is None or not placed.at:
        return None
    stats = framed(being, assets.rules)
    conditions = afflictions(being, assets.rules, encounter)
    speed = written_speed(state, assets, being)
    if speed:
        speed = speed_now(being, speed, "walk", conditions, assets.rules)
    in_hand = attack_of(being, figure)
    melee = in_hand if in_hand is not None and in_hand.mode == "melee" else None
    reach, near = _melee_reach(stats, melee, assets.rules)
    return Creature(
        id=figure.id,
        size=stats.size if stats.size in assets.rules.combat.sizes else MEDIUM,
        at=parse_square(placed.at),
        side=side(being, figure),
        long=stats.long,
        reach=stats.reach,
        weapon_reach=reach,
        near=near,
        space=stats.space,
        conditions=conditions,
        values=tuple((one.row, one.value) for one in being.lasting if one.value),
        scores=stats.scores,
        worn=parse_worn(stats.worn),
        rides="" if carrier is None else carrier.id,
        name=being.name,
        speed=speed,
        speeds=tuple((mode, n) for mode, n in stats.speeds if mode != "walk"),
        hp=being.hp,
        ac=stats.ac,
        attack=None if in_hand is None or not in_hand.bonuses else in_hand.bonuses[0],
        init=stats.init,
        elevation=placed.elevation,
        hidden=figure.hidden,
        reaction=stats.reaction,
    )


def scene_later(scene: Scene, state: State, assets: Assets, mover_id: str) -> Scene:
    """Return a scene as it is in a later state, in which one of its creatures has moved.

    It is that of `scene_of` without those who are not in the scene before, but only the mover and
    its riders are looked up again: a large fight has hundreds. It does not squeeze, before or then.
    """
    encounter = fight_of(state)
    moved = [figure for figure in encounter.figures if mover_id in (figure.id, figure.mount)]
    creatures = [_creature(state, assets, encounter, figure) for figure in moved]
    there = (one for one in creatures if one is not None and one.id in scene.by_id)
    return _with_surfaces(scene.with_creatures(*there))


def _melee_reach(stats: Sheet, in_hand: Attack | None, rules: Ruleset) -> tuple[int | None, bool]:
    # C-095, C-096: A creature threatens with what is in its hand and with every part of its body,
    # whose reach holds near squares too. None = the natural reach.
    parts = [attack for attack in stats.attacks if is_natural(attack)]
    if not parts:
        if in_hand is None:
            return (None, False)
        return (in_hand.reach, in_hand.near)
    if in_hand is None:
        arms = parts
    else:
        arms = [in_hand, *parts]
    natural = _natural_reach(stats, rules)
    longest = max(natural if arm.reach is None else arm.reach for arm in arms)
    if longest == natural:
        return (None, False)
    return (longest, True)


def _natural_reach(stats: Sheet, rules: Ruleset) -> int:
    if stats.reach is not None:
        return stats.reach
    sizes = rules.combat.sizes
    size = sizes[stats.size if stats.size in sizes else MEDIUM]
    if stats.long:
        return size.long
    return size.tall


def _trail(scene: Scene, encounter: Encounter, creature: Creature) -> tuple[Square, ...]:
    figure = encounter.figure(creature.id)
    trail = () if figure is None else tuple(map(parse_square, figure.trail))
    if trail and trail[-1] == creature.at and scene.space(creature) > 1:
        return trail
    return ()


def _squeezed(scene: Scene, creature: Creature, trail: tuple[Square, ...]) -> Creature:
    # C-079, G-8
    side = scene.space(creature)
    return replace(creature, space=leading_side(side), behind=stretch(side, trail))


UNABLE: tuple[Effect, ...] = ("cannot_move", "acts_not")


class MoverScene(Struct):
    """A scene with its mover (the mount of a rider); `named` is the id that the GM named.

    `scene` is that of `state`, or as it would be after other moves, with the mover at its full size
    even if it squeezes; `figure` is the mover's.
    """

    state: State
    assets: Assets
    scene: Scene
    mover: Creature
    figure: Figure
    named: str

    @property
    def feet(self) -> int:
        """The height of the mover, in squares."""
        return self.mover.elevation

    @property
    def striker(self) -> Creature:
        """The creature that strikes: the rider of a mount, if the GM named it (C-257)."""
        return self.scene.by_id[self.named]

    def placed(self, square: Square, feet: int) -> MoverScene:
        """Return the scene with the mover, and who rides it, at an anchor and a height."""
        moved = self.scene.moved(self.mover.id, square)
        if feet != self.feet:
            raised = (
                replace(creature, elevation=feet)
                for creature in moved.creatures
                if self.mover.id in (creature.id, creature.rides)
            )
            moved = moved.with_creatures(*raised)
        return replace(self, scene=moved, mover=moved.by_id[self.mover.id])

    def level(self, feet: int, keep: Collection[str] = ()) -> Scene:
        """Return the scene with only those whom the mover would meet at this height, and `keep`."""
        return level(self.scene, self.mover, feet, keep)


def find_mover_scene(
    state: State, assets: Assets, creature_id: str, scene: Scene | None = None
) -> MoverScene:
    """Return the scene for a movement of `creature_id`.

    Refusals: those of `scene_of` and `find_on_board`.
    """
    scene = scene or scene_of(state, assets)
    creature = find_on_board(scene, state, creature_id)
    if creature.rides:
        mover = scene.by_id.get(creature.rides, creature)
    else:
        mover = creature
    figure = figure_of(state, mover.id)
    if figure is None:
        raise Refusal(
            "not_on_board", "{who} is not on the board.", who=name_combatant(state, creature_id)
        )
    if mover.behind:
        being = find(state, mover.id)
        mover = replace(mover, space=None if being is None else sheet(being).space, behind=())
        scene = scene.with_creatures(mover)
    return MoverScene(state, assets, scene, mover, figure, creature_id)


def refuse_unable(mover_scene: MoverScene) -> None:
    """Raise Refusal "cannot_move" for a creature that cannot move by itself, with the cause."""
    scene = mover_scene.scene
    mover = mover_scene.mover
    if scene.has(mover, "acts_not"):
        raise make_inability(scene, mover, "cannot_move")
    if scene.has(mover, "cannot_move"):
        causes = scene.names_of_causes(mover, "cannot_move")
        template = N_("{who} cannot move now: {causes}.")
        raise Refusal("cannot_move", template, who=mover.name, causes=causes)


def make_inability(scene: Scene, creature: Creature, code: str = "cannot_act") -> Refusal:
    """Return the refusal that a creature cannot act, with the conditions that cause it."""
    causes = scene.names_of_causes(creature, "acts_not")
    return Refusal(code, "{who} cannot act now: {causes}.", who=creature.name, causes=causes)


def find_creature_now(being: Being, state: State, assets: Assets) -> CreatureNow:
    """Return a combatant as it is now; squeezing counts (C-082) where `assets` has the board."""
    return creature_now(being, _conditions_now(being, state, assets), assets.rules)


def find_sheet_now(
    being: Being, state: State, assets: Assets, encounter: Encounter | None = None
) -> SheetNow:
    """Return the sheet of a combatant with its figures as they are now in an encounter.

    A member's walk or flight that is not written follows from its travel speed, as `speed_in`.
    """
    conditions = _conditions_now(being, state, assets, encounter)
    written = with_travel_speed(being, state, assets)
    return sheet_now(written, creature_now(being, conditions, assets.rules, written))


def with_travel_speed(being: Being, state: State, assets: Assets) -> Sheet:
    """Return the sheet of a combatant with the walk or flight that its travel speed gives it."""
    written = sheet(being)
    speeds = dict(written.speeds)
    for mode in TRAVELLED:
        squares = written_speed(state, assets, being, mode)
        if squares is not None and mode not in speeds:
            speeds = {mode: squares, **speeds}
    return replace(written, speeds=tuple(speeds.items()))


TRAVELLED: tuple[Mode, ...] = ("fly", "walk")
"""The speeds that a member has by its travel speed."""


BY_DOCUMENTS = ("fortitude", "reflex", "will", "skill acrobatics", "check dex")
"""The figures that the documents' conditions change: saves, and what depends on Dexterity."""


def changes_of(
    being: Being, figure: str, state: State, assets: Assets, said: Iterable[str] = ()
) -> tuple[Receipt, ...]:
    """Return what its conditions do to a figure of a combatant: "will", "skill climb".

    `said` are the GM's words about the occasion ("fear"). The documents have only what hangs on
    Dexterity (C-218, C-252), and fear in saves.
    """
    if not _changes(figure, assets.rules):
        return ()
    return find_creature_now(being, state, assets).figure(figure, said).receipts


def situations_of(
    being: Being, figure: str, state: State, assets: Assets, said: Iterable[str] = ()
) -> tuple[Situation, ...]:
    """Return the occasions that the GM may say of a figure of a combatant, as in `changes_of`."""
    if not being.lasting or not _changes(figure, assets.rules):
        return ()
    return find_creature_now(being, state, assets).figure(figure, said).situations


def _changes(figure: str, rules: Ruleset) -> bool:
    # Whether conditions change a figure.
    if rules.has_open_conditions or figure in BY_DOCUMENTS:
        return True
    return figure == "initiative" and rules.combat.turn.initiative == "dexterity"


def conditions_held(being: Being, state: State, assets: Assets) -> tuple[Held, ...]:
    """Return the conditions of a combatant that the system has rows for."""
    values = ((one.row, one.value) for one in being.lasting if one.value)
    return held(_conditions_now(being, state, assets), assets.rules, values)


RUNNING = "running"
"""The row of who has run, until its next turn."""
RUN = "run"


def conditions_of_turn(state: State, figure: Figure, rules: Ruleset) -> tuple[str, ...]:
    """Return what a creature has of its last turn: who ran is easier to hit, on the way, too."""
    being = find(state, figure.id)
    has_run = _runs(state, figure) or RUN in figure.spent.actions
    if being is None or not has_run or RUNNING not in rules.combat.rows:
        return ()
    if RUN in map(feat_row, sheet(being).feats):
        return ()
    return (RUNNING,)


def _runs(state: State, figure: Figure) -> bool:
    # Whether it is on its way: who rides does not run itself.
    waiting = waiting_in(state)
    if waiting is None or waiting.action != RUN:
        return False
    return bearer_of(state, waiting.who) == figure.id


def _conditions_now(
    being: Being, state: State, assets: Assets, encounter: Encounter | None = None
) -> tuple[str, ...]:
    if encounter is None:
        fight = state.fight
    else:
        fight = encounter
    if fight is None:
        return afflictions(being, assets.rules)
    figure = fight.figure(being.id)
    if fight.board in assets.boards and figure is not None and figure.trail:
        creature = scene_of(state, assets, fight).by_id.get(being.id)
        if creature is not None:
            return creature.conditions
    names = afflictions(being, assets.rules, fight)
    if figure is None:
        return names
    return (*names, *conditions_of_turn(state, figure, assets.rules))


class Strikers(Struct):
    """The creatures that may strike, in the order of the path, and why."""

    who: tuple[Striker, ...]
    provoked: Provoked


def strikers_in_place(mover_scene: MoverScene, act: ActInPlace) -> Strikers:
    """Return who may strike at a creature that gets up or makes a coup de grâce (C-247).

    Getting up is a house default: as for leaving a square.
    """
    provoked = standing(mover_scene.scene, mover_scene.mover, act)
    return in_order(provoked, (mover_scene.mover.at,), used_up(mover_scene))


def in_order(provoked: Provoked, path: tuple[Square, ...], used: frozenset[str]) -> Strikers:
    """Return those provoked along a path of squares, without the ids in `used`."""
    asked = (one for one in provoked.opportunities if one.by not in used)
    by_place = sorted(asked, key=lambda one: (path.index(one.at), one.by))
    return Strikers(tuple(Striker(one.by, str(one.at)) for one in by_place), provoked)


def used_up(mover_scene: MoverScene) -> frozenset[str]:
    """Return the ids of those who cannot strike at this mover before their next turn (C-107).

    Each creature has as many opportunities in a round as the system gives (house default: one, in
    pf2 one reaction, and none while it delays: open rules, Delay), with Combat Reflexes its
    Dexterity modifier more, and one against each mover.
    """
    scene = mover_scene.scene
    creature_ids = set()
    pair = {one.id for one in scene.creatures if scene.paired(mover_scene.mover, one)}  # C-257
    pair.add(mover_scene.mover.id)
    for figure in fight_of(mover_scene.state).figures:
        if pair & set(figure.reacted) or not _left(mover_scene, figure):
            creature_ids.add(figure.id)
    return frozenset(creature_ids)


def with_reactions_used(mover_scene: MoverScene, scene: Scene) -> Scene:
    """Return a scene in which who cannot strike at this mover has no reaction left (C-118).

    Where opportunities are counted by the round, the scene as it is: they know who had theirs.
    """
    if scene.combat.mechanisms.opportunity == "per_round":
        return scene
    used = used_up(mover_scene) - {mover_scene.mover.id}
    spent = [replace(one, reaction=False) for one in scene.creatures if one.id in used]
    if spent:
        return scene.with_creatures(*spent)
    return scene


def spare(mover_scene: MoverScene, who: str) -> int:
    """Return the opportunities that `who` has left before its next turn; 0 off the board."""
    figure = figure_of(mover_scene.state, who)
    if figure is None:
        return 0
    return _left(mover_scene, figure)


def _left(mover_scene: MoverScene, figure: Figure) -> int:
    rules = mover_scene.assets.rules
    scene = mover_scene.scene
    if figure.delaying and rules.combat.mechanisms.turn == "single_actions":
        return 0
    left = rules.combat.moving.reactions - len(figure.reacted)
    creature = scene.by_id.get(figure.id)
    being = find(mover_scene.state, figure.id)
    if creature is not None and being is not None and scene.has(creature, "reacts_always"):
        now = creature_now(being, creature.conditions, rules)
        left += max(0, (sheet(being).dexterity or 0) + now.figure("modifier dex").change)
    return max(0, left)
