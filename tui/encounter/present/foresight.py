"""The threat cursor: who would go where, what awaits them there, and the rows that tell it.

Pure and possibly slow: screens run it in a thread on the frozen state.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress

from core.combat.board.scene import Action, Creature, Scene
from core.combat.board.squares import Block, Square, measure_offset, parse_square, through_the_air
from core.combat.board.strikes import strike
from core.combat.sight.cover_answer import degree_words
from core.combat.threat.outlook import EnemyView
from core.combat.threat.threat import threatens
from core.creatures import Mode
from core.dice import chance_of_percent
from core.messages import N_, Chance, Message, Refusal, Template
from core.play.facts.fight.combatants import fight_of, find, sheet
from core.play.facts.fight.moves.commands import Move, MovePack
from core.play.facts.state import State
from core.play.fight.attack_previews import AttackAhead, foresee_full, foresee_strikes
from core.play.fight.blows.planned_attack import PlannedAttack
from core.play.fight.blows.saddle import has_one_attack
from core.play.fight.fight_scene import find_mover_scene, make_inability
from core.play.fight.health import feats_by_hand, health
from core.play.fight.moves.charge_plan import (
    choose_places,
    explain_no_place,
    heights_towards,
)
from core.play.fight.moves.intended_move import charges_straight
from core.play.fight.moves.mode_route import Leg, command_for, find_legs, part_for_now
from core.play.fight.moves.pack import PackPlan, proposals
from core.play.fight.previews import MoveAhead, has_action_left, outlook_at, preview
from core.play.fight.turns.budget import AIRBORNE, GUARDED, STEP, ActionsLeft, counted_singly
from core.play.fight.turns.budget import left as left_of
from core.play.queries import why_refused
from core.rulesets.schema import Ruleset
from core.values import Struct, replace
from tui.board.grid_things import GridChanges, GridLine, cover_lines
from tui.encounter.panes.fight_lines import (
    AttackLine,
    CardLines,
    FlankLine,
    ThreatLines,
    UnderLines,
)
from tui.encounter.present import cards, routes
from tui.encounter.present.actor import NOBODY, Actor
from tui.encounter.present.battle import Battle, EncounterView
from tui.encounter.present.strike_rows import before_lines, safe_words, strike_lines
from tui.kit import lengths
from tui.kit.lines_view import words
from tui.kit.phrases import phrase, say
from tui.play.terms import name_term
from tui.view import CampaignView


class CursorQuery(Struct):
    """A query: where the cursor is, who would go there (nobody, one or a pack), and how.

    `elevation` is a flyer's final height (None = unchanged). `propose`: the best
    places for a pack around the creature under the cursor, or in formation. `safe`: by a route
    that provokes nobody. `springs`: for a spring attack at the creature under the cursor. `past`:
    "tumble" past enemies, by Acrobatics, "overrun" them, or "leap" over the ground. `checks`: its
    climb begins with a check.
    """

    battle: Battle
    to: Square
    actor: Actor = NOBODY
    action: Action = "move"
    mode: Mode = "walk"
    elevation: int | None = None
    squeeze: bool = False
    propose: bool = False
    safe: bool = False
    springs: bool = False
    past: str = ""
    checks: bool = False

    @property
    def who(self) -> tuple[str, ...]:
        """Those who would go there."""
        return self.actor.who


class CursorPreview(Struct):
    """The answer to a query.

    `ahead` is where Enter would move a single mover, to the cursor or to its best place beside the
    target, and what awaits it then;
    `trouble` says why there is none. `onward` are the parts of the way behind it, in other modes.
    `strikes`: it can hit the target without moving.
    `unusual`: Enter acts out of turn, or with no action left; `unusual_attack`: the attack is.
    `attack` is its attack on the target (after the move, if any), `first` who may strike before
    its roll (None = nobody), `full` the full attack that has to be chosen before it (None = none),
    `plans` are the proposals for a pack. `rows`, `under` and `card` fill the panels.
    """

    query: CursorQuery
    ahead: MoveAhead | None = None
    onward: tuple[Leg, ...] = ()
    strikes: bool = False
    attack: PlannedAttack | None = None
    first: AttackAhead | None = None
    full: PlannedAttack | None = None
    plans: tuple[PackPlan, ...] = ()
    trouble: Message | None = None
    unusual: Message | None = None
    unusual_attack: Message | None = None
    rows: ThreatLines | None = None
    under: UnderLines | None = None
    card: CardLines | None = None

    @property
    def target(self) -> str:
        """The enemy under the cursor; "" = none."""
        return self.query.actor.target


def foresee(query: CursorQuery) -> CursorPreview:
    """Answer `query`, with the rows of the panels; a refusal is its `trouble`."""
    preview = _foreseen(query)
    creature_id = next(iter(query.who), "")
    under = query.actor.under
    preview = replace(
        preview,
        unusual=_unusual(preview),
        unusual_attack=_unusual_attack(preview),
        first=_first(preview),
        full=_full(preview),
    )
    here = query.battle.known
    if here is None:
        return preview
    rows = None
    if len(query.who) == 1 and query.battle.runs:
        rows = _threat(here, preview)
    return replace(
        preview,
        rows=rows,
        under=cards.under(here, query.to, creature_id),
        card=cards.card(here, under) if under else None,
    )


def failed_preview(query: CursorQuery, trouble: Message) -> CursorPreview:
    """No answer, and the sentence that says why."""
    return CursorPreview(query, trouble=trouble)


def _unusual(preview: CursorPreview) -> Message | None:
    if preview.strikes:
        return _unusual_attack(preview)
    if preview.ahead is None or not preview.ahead.planned_move.remarks:
        return None
    lacking = NO_ACTION_FOR_IT
    if _has_stepped(preview):
        lacking = NO_MOVE_AFTER_STEP
    return _name_unusual(preview, preview.query.battle.view.state, lacking)


def _has_stepped(preview: CursorPreview) -> bool:
    figure = preview.query.battle.encounter.figure(preview.query.who[0])
    return figure is not None and STEP in figure.spent.actions


def _unusual_attack(preview: CursorPreview) -> Message | None:
    if preview.attack is None or not preview.attack.possible or not preview.attack.remarks:
        return None
    if preview.strikes or preview.ahead is None:
        state = preview.query.battle.view.state
    else:
        state = preview.ahead.turn_after
    return _name_unusual(preview, state, NO_ATTACK)


def _name_unusual(preview: CursorPreview, state: State, lacking: Message) -> Message:
    # `lacking` is what is too much where another action is left in `state`.
    battle = preview.query.battle
    creature_id = preview.query.who[0]
    if creature_id not in battle.acting:
        return OUT_OF_TURN
    if battle.encounter.surprise:
        return NO_ACTION_IN_SURPRISE
    if has_action_left(state, battle.view.assets, creature_id):
        return lacking
    return NO_ACTION


def _first(preview: CursorPreview) -> AttackAhead | None:
    if preview.attack is None:
        return None
    return foresee_strikes(preview.attack)


def _full(preview: CursorPreview) -> PlannedAttack | None:
    if preview.attack is None or not preview.strikes or not preview.attack.possible:
        return None
    with suppress(Refusal):
        return foresee_full(preview.attack)
    return None


def _foreseen(query: CursorQuery) -> CursorPreview:
    preview = CursorPreview(query)
    scene = query.battle.scene
    if scene is None or not query.who:
        return preview
    pack = len(query.who) > 1
    if pack and not query.propose:
        return preview
    try:
        if pack:
            view = query.battle.view
            plans = proposals(
                view.state, view.assets, query.who, query.to, scene=scene, action=query.action
            )
            trouble = None if plans else _why_no_plans(query, scene)
            return replace(preview, plans=plans, trouble=trouble)
        if preview.target:
            return _beside(preview)
        return _there(preview, query.to)
    except Refusal as refusal:
        return replace(preview, trouble=refusal.message)


def _why_no_plans(query: CursorQuery, scene: Scene) -> Message | None:
    # Why none of a pack goes in the way chosen where it would by an ordinary move; None = nowhere.
    view = query.battle.view
    walked = proposals(view.state, view.assets, query.who, query.to, scene=scene)
    if not walked:
        return None
    steps, *_ = (plan.steps for plan in walked)
    return why_refused(MovePack(steps, query.action), view.state, view.assets)


def _beside(cursor_preview: CursorPreview) -> CursorPreview:
    query = cursor_preview.query
    creature_id = query.who[0]
    scene = query.battle.scene
    assert scene is not None
    mover = scene.by_id.get(creature_id)
    if mover is not None and scene.has(mover, "acts_not"):
        return replace(cursor_preview, trouble=make_inability(scene, mover).message)
    view = query.battle.view
    attack = None
    with suppress(Refusal):
        attack = preview(
            view.state,
            view.assets,
            creature_id,
            cursor_preview.target,
            query.actor.attack,
            scene=scene,
        )
    cursor_preview = replace(cursor_preview, attack=attack)
    target = scene.by_id[cursor_preview.target]
    if attack is not None and query.action == "charge" and attack.attack.mode == "ranged":
        return replace(cursor_preview, trouble=routes.say_shooter_charges_not(attack))
    if attack is not None and attack.possible:
        return replace(cursor_preview, strikes=True)
    if attack is not None and attack.attack.mode == "ranged":
        return replace(cursor_preview, trouble=attack.why_not)
    if attack is not None and mover is not None and threatens(scene, mover, target):
        return replace(cursor_preview, trouble=attack.why_not)
    trouble = Message("no route leads beside {target}", target=target.name or target.id)
    if query.action == "charge":
        trouble = Message("no charge at {target}", target=target.name or target.id)
    if mover is None:
        if query.action == "charge":
            return cursor_preview
        return replace(cursor_preview, trouble=trouble)
    there = _move_beside(cursor_preview, scene, mover, target) if query.action == "move" else None
    if there is not None:
        return there
    struck = _to_strike(cursor_preview, scene, mover, target)
    if not isinstance(struck, Refusal):
        return struck
    trouble = Message("{what}: {why}", what=trouble, why=struck.message)
    return replace(cursor_preview, trouble=trouble)


def _move_beside(
    preview: CursorPreview, scene: Scene, mover: Creature, target: Creature
) -> CursorPreview | None:
    # One that crosses the air goes up or down to strike.
    query = preview.query
    feet = mover.elevation
    view = query.battle.view
    level = query.elevation in (None, feet)
    plans = proposals(view.state, view.assets, query.who, query.to, scene=scene) if level else ()
    best = next((plan for plan in plans if plan.steps), None)
    strikes = best is not None and best.striking
    if query.mode in AIRBORNE and not strikes and not (level and feet == target.elevation):
        there = _to_strike(preview, scene, mover, target)
        if not isinstance(there, Refusal):
            return there
    if best is None:
        return None
    return _there(preview, parse_square(best.steps[0].path[-1]))


def _to_strike(
    preview: CursorPreview, scene: Scene, mover: Creature, target: Creature
) -> CursorPreview | Refusal:
    # Who crosses the air ends there as high as it is now, or as near to that as it reaches from.
    why: Refusal | None = None
    query = preview.query
    if charges_straight(scene.rules, query.action):
        view = query.battle.view
        mover_scene = find_mover_scene(view.state, view.assets, query.who[0], scene)
        choice = choose_places(mover_scene, target, query.mode, query.elevation)
        mode = choice.mode
        places = [(place.square, place.height) for place in choice.places]
    else:
        mode = query.mode
        places = _places(scene, mover, target, query)
    for to, feet in places:
        try:
            return _there(preview, to, None if feet == mover.elevation else feet, mode)
        except Refusal as refusal:
            why = why or refusal
    return why or _explain_no_place(query, scene, mover, target)


def _explain_no_place(
    query: CursorQuery, scene: Scene, mover: Creature, target: Creature
) -> Refusal:
    # At the height that the GM has chosen for the end of a flight, which may be what forbids it.
    if query.elevation is None:
        return explain_no_place(scene, mover, target)
    refusal = explain_no_place(scene, replace(mover, elevation=query.elevation), target)
    if refusal.code != "out_of_height":
        return refusal
    return Refusal(refusal.code, "{why} < and > choose another height.", why=refusal.message)


def _places(
    scene: Scene, mover: Creature, target: Creature, query: CursorQuery
) -> list[tuple[Square, int]]:
    aim = scene.body(target)
    body = scene.body(mover)
    feet = mover.elevation
    far = strike(scene, mover).outer + body.side
    places = []
    for y in range(aim.y - far, aim.y + aim.side + far):
        for x in range(aim.x - far, aim.x + aim.side + far):
            if mover.rides:
                moved = scene.moved(mover.id, Square(x, y))
            else:
                moved = scene
            for height in heights_towards(feet, target.elevation, query.mode, query.elevation):
                there = replace(mover, at=Square(x, y), elevation=height)
                if threatens(moved, there, target):
                    away = measure_offset(x - body.x, y - body.y, height - feet)
                    places.append((away, there.at, height))
                    break
    return [(to, height) for _, to, height in sorted(places)]


def _there(
    preview: CursorPreview, to: Square, feet: int | None = None, mode: Mode | None = None
) -> CursorPreview:
    query = preview.query
    creature_id = query.who[0]
    end = query.elevation if feet is None else feet
    view = query.battle.view
    scene = query.battle.scene
    square = query.battle.place(creature_id)
    figure = query.battle.encounter.figure(creature_id)
    if query.springs and not preview.target:
        raise Refusal("no_target", "Point at an enemy for a spring attack.")
    same = figure is not None and end in (None, figure.elevation)
    if square == to and same:
        return preview
    move = wished_move(query, to)
    move = replace(move, mode=mode or query.mode, elevation=end)
    onward: tuple[Leg, ...] = ()
    try:
        ahead = outlook_at(view.state, view.assets, move, scene)
    except Refusal as refusal:
        legs = find_legs(view.state, view.assets, move, scene) if refusal.code in NO_WAY else ()
        if not legs:
            raise
        first, *rest = part_for_now(view.state, view.assets, move, legs[0], scene)
        onward = (*rest, *legs[1:])
        move = command_for(move, first)
        ahead = outlook_at(view.state, view.assets, move, scene)
    other = ahead.safe if ahead.strikers and query.action == "move" else None
    if other is not None and other.cost <= ahead.cost:  # as short, and nobody may strike
        ahead = outlook_at(view.state, view.assets, routes.safe(move), scene)
    return replace(preview, ahead=ahead, onward=onward, attack=_then_attack(preview, ahead))


def wished_move(query: CursorQuery, to: Square) -> Move:
    """Return the movement of the first who would go, to an anchor, in the way that was chosen."""
    target = query.actor.target if query.springs or query.action == "charge" else ""
    return Move(
        query.who[0],
        str(to),
        action=query.action,
        mode=query.mode,
        elevation=query.elevation,
        squeeze=query.squeeze,
        safe=query.safe,
        tumble=query.past == "tumble",
        overrun=query.past == "overrun",
        leap=query.past == "leap",
        target=target,
        checks=query.checks,
    )


NO_WAY = ("no_way", "blocked")
"""The refusals of a move that another mode may make on a part of the way."""


# what is drawn of it on the grid


def drawn(seen: CursorPreview | None, plan: int) -> GridChanges:
    """The path, strikes and ghosts of a prospect, empty where there is nothing to see.

    `plan` is the proposal for a pack, below 0 = none.
    """
    changes = GridChanges(path=(), strikes={}, ghosts={})
    if seen is None:
        return changes
    if seen.plans and plan >= 0:
        changes["ghosts"] = {
            parse_square(step.path[at]): f"{seen.query.battle.sign(step.who)}{mark}"[:2]
            for at, mark in ((0, "-"), (-1, ":"))
            for step in seen.plans[plan % len(seen.plans)].steps
            if step.path
        }
    elif seen.ahead is not None:
        strikes: dict[Square, str] = {}
        for striker in seen.ahead.strikers:
            at = parse_square(striker.at)
            strikes[at] = strikes.get(at, "") + seen.query.battle.sign(striker.by)
        onward = (square for leg in seen.onward for square in leg.path[1:])
        changes["path"] = (*seen.ahead.path, *onward)
        changes["strikes"] = strikes
    return changes


def attack_lines(planned_attack: PlannedAttack) -> tuple[GridLine, ...]:
    """The lines that decide cover from an attack, and flanking."""
    flank = planned_attack.grid.flanking
    flanking = () if flank is None or flank.line is None else (GridLine(*flank.line),)
    return *cover_lines(planned_attack.grid.cover), *flanking


def outlook_lines(ahead: MoveAhead) -> tuple[GridLine, ...]:
    """The lines between flanking partners, and those of cover against each enemy."""
    hidden = (view.cover for view in ahead.outlook.views if view.cover.degree != "none")
    return (
        *(GridLine(*partner.line) for partner in ahead.partners),
        *(line for cover in hidden for line in cover_lines(cover)),
    )


SPENDS: Mapping[str, Template] = {
    "move": "move action",
    "standard": "standard action",
    "run": "run",
    "charge": "charge",
    "withdraw": "withdraw",
    "spring_attack": "spring attack",
    "full_round": "full round",
    "stride": "Stride",
    "action": "action",
    "crawl": "Crawl",
    "fly": "Fly",
    "swim": "Swim",
    "climb": "Climb",
    "burrow": "Burrow",
}
MODES: Mapping[Mode, Template] = {
    "walk": "walk",
    "fly": "fly",
    "swim": "swim",
    "climb": "climb",
    "burrow": "burrow",
    "incorporeal": "incorporeal",
}
NO_ACTION = Message("no action left")
NO_ACTION_FOR_IT = Message("no action left for it")
NO_MOVE_AFTER_STEP = Message("no move after a step")
NO_ACTION_IN_SURPRISE = Message("no action left in the surprise round")
NO_ATTACK = Message("no attack left this turn")
OUT_OF_TURN = Message("out of turn")
"""What only the GM allows."""
FAR = 1
"""So many of those who do not threaten the square are named."""


def _then_attack(cursor_preview: CursorPreview, ahead: MoveAhead) -> PlannedAttack | None:
    # On the target, else on a flanked enemy, else a threatened one; standing enemies come first.
    view = cursor_preview.query.battle.view
    targets = ahead.targets
    flanked = [one.target for one in ahead.partners if one.target in targets]
    best = sorted((*flanked, *targets), key=lambda one: _down(view, one))
    if not best:
        return None
    if cursor_preview.target in targets:
        target_id = cursor_preview.target
    else:
        target_id = best[0]
    with suppress(Refusal):
        who = ahead.planned_move.command.who
        return preview(ahead.turn_after, view.assets, who, target_id, scene=ahead.there)
    return None


def _down(view: CampaignView, who: str) -> bool:
    being = find(view.state, who)
    return being is not None and health(being, view.assets.rules).out


def _threat(view: EncounterView, preview: CursorPreview) -> ThreatLines | None:
    creature_id = preview.query.who[0]
    ahead = preview.ahead
    being = view.being(creature_id)
    figure = view.encounter.figure(creature_id)
    if being is None or figure is None:
        return None
    left, brief = _left(view, creature_id, ahead)
    mount = view.encounter.figure(figure.mount)
    standing = ThreatLines(
        sign=being.token or being.name[:2],
        name=being.name,
        start=(mount and mount.at) or figure.at,
        to=str(preview.query.to),
        trouble=words(preview.trouble),
        attack=_attack(view, preview.attack, preview.unusual_attack),
        before=before_lines(view, preview.first),
        left=left,
        left_brief=brief,
        by_hand=() if view.player_view else feats_by_hand(being, view.assets.rules),
    )
    if ahead is None:
        return standing
    move_budget = ahead.planned_move.budget
    end = ahead.planned_move.heights[-1]
    strikes = tuple(strike_lines(view, ahead.strikers))
    safe, free = safe_words(view, ahead)
    least = Chance(ahead.hit_at_least_once)
    reasons = (part.rule for receipt in ahead.planned_move.why for part in receipt.walk())
    return replace(
        standing,
        start=str(ahead.path[0]),
        to=str(ahead.path[-1]),
        cost=say(routes.cost_words(move_budget, ahead.planned_move.steps, len(ahead.spends))),
        spends=_spends(ahead),
        mode=_mode(ahead),
        steps=tuple(
            f"{at} {cost}"
            for at, cost in zip(ahead.path[1:], ahead.planned_move.steps, strict=False)
        ),
        rules=tuple(dict.fromkeys(rule for rule in reasons if rule.startswith("C-")))[:4],
        strikes=strikes,
        at_least=least if len(strikes) > 1 and not view.player_view else None,
        safe=safe,
        free=free,
        flanks=tuple(flanks(view, ahead)),
        threatened=threatened(view, ahead),
        cover=tuple(cover(view, ahead)),
        misses=tuple(name_misses(view, ahead)),
        height=say(lengths.height(end)) if end else "",
        onward=tuple(say(routes.then_words(leg)) for leg in preview.onward),
        checks=() if view.player_view else tuple(name_checks(view, ahead)),
    )


def _spends(ahead: MoveAhead) -> str:
    if not ahead.spends:
        return phrase("same movement")
    word = ahead.spends[0]
    if word in (STEP, GUARDED):
        return say(name_term(_rules(ahead), "small_step"))
    if word == "stride":
        word = _single_action(ahead)
    if word in SPENDS:
        text = phrase(SPENDS[word])
    else:
        text = word.replace("_", " ")
    count = len(ahead.spends)
    if count == 1:
        return text
    return phrase("{count} x {what}", count=count, what=text)


def _mode(ahead: MoveAhead) -> str:
    # Where actions are counted singly what is spent is named after the mode: Stride, Fly ...
    mode = ahead.planned_move.command.mode
    if mode == "incorporeal" or not counted_singly(_rules(ahead)):
        return phrase(MODES[mode])
    if ahead.spends:
        return ""
    return phrase(SPENDS[_single_action(ahead)])


def _rules(ahead: MoveAhead) -> Ruleset:
    return ahead.planned_move.mover_scene.assets.rules


def _single_action(ahead: MoveAhead) -> str:
    # C-018, C-019: Stride is by the land speed; each special speed has an action of its own
    mover_scene = ahead.planned_move.mover_scene
    mode = ahead.planned_move.command.mode
    if mode in SPENDS:
        return mode
    lies = mode == "walk" and mover_scene.scene.has(mover_scene.mover, "prone")
    if lies:
        return "crawl"
    return "stride"


def _attack(
    view: EncounterView, blow: PlannedAttack | None, unusual: Message | None
) -> AttackLine | None:
    if blow is None or view.being(blow.at.id) is None:
        return None
    sign = view.sign(blow.at.id)
    if blow.why_not is not None:
        return AttackLine(sign, trouble=say(blow.why_not))
    if view.player_view:
        return None
    parts = tuple(
        part.value for part in blow.to_the_roll if isinstance(part.value, int) and part.value
    )
    if blow.p_critical is None:
        critical = None
    else:
        critical = Chance(blow.p_critical)
    return AttackLine(
        sign,
        blow.ac,
        parts or (blow.bonus,),
        blow.needed,
        Chance(blow.p_hit),
        critical,
        armour=blow.armour,
        melee=_melee(view, blow),
        unusual=words(unusual),
    )


def name_melee_modifier(value: int) -> Message:
    """Return what a melee around its target adds to the roll of a shot, in words."""
    return Message("{value:+} into a melee", value=value)


def _melee(view: EncounterView, blow: PlannedAttack) -> str:
    shot = blow.grid.melee_shot
    if shot is None or not blow.grid.melee_modifier:
        return ""
    friends = tuple(view.sign(friend.id) for friend in shot.engaged)
    text = phrase(
        "{modifier} with {friends}", modifier=name_melee_modifier(shot.value), friends=friends
    )
    if blow.grid.may_aim_aside:
        return phrase("{text}; far avoids it", text=text)
    return text


def _left(here: EncounterView, creature_id: str, ahead: MoveAhead | None) -> tuple[str, str]:
    view = here.view
    if view.fight is None or view.fight.id != here.encounter.id:
        return "", ""
    if ahead is None:
        state = view.state
    else:
        state = ahead.turn_after
    try:
        left = left_of(state, view.assets, creature_id)
        return left_words(left, one_attack=_has_one_attack(state, view.assets.rules, creature_id))
    except Refusal:
        return "", ""


def _has_one_attack(state: State, rules: Ruleset, creature_id: str) -> bool:
    # Whether the movement of its mount leaves a rider one attack with what it has in hand (K-8).
    figure = fight_of(state).figure(creature_id)
    being = find(state, creature_id)
    if figure is None or being is None:
        return False
    attacks = sheet(being).attacks
    if figure.weapon >= len(attacks):
        return False
    return has_one_attack(state, rules, figure, attacks[figure.weapon])


def left_words(left: ActionsLeft, *, one_attack: bool = False) -> tuple[str, str]:
    """What is left of a turn, in full and in short for 80 columns.

    `one_attack`: a whole round, but one attack alone.
    """
    if left.actions:
        actions = phrase("{count:action|actions}", count=left.actions)
        return _with_squares(actions, left), actions
    parts = _actions(left)
    if left.limited and parts:  # staggered, say, or in a surprise round
        parts = [phrase("only {action}", action=parts[0])]
    length = lengths.metres(1)
    if not parts and not left.step and not left.swift:
        nothing = phrase("nothing")
        return _with_squares(nothing, left), nothing
    short_actions = _actions(left, N_("standard/move"))
    if left.full and one_attack and not left.limited:
        parts = [*parts, phrase("one attack")]
        short_actions = parts
    brief = ", ".join(short_actions) or phrase("no action")
    full = ", ".join([*parts, phrase("swift")] if left.swift else parts)
    step = short = phrase("{length} step", length=length)
    if not left.step:
        step = phrase("no {length} step", length=length)
        short = phrase("no step")
    return _with_squares(f"{full}; {step}" if full else step, left), f"{brief}, {short}"


def _actions(left: ActionsLeft, either: str = N_("standard or move")) -> list[str]:
    if left.full:
        return [phrase("full round")]
    if left.standard and left.move:  # without a full round only one of them is left
        return [phrase(either)]
    if left.standard or left.move:
        return [phrase("standard" if left.standard else "move")]
    return []


def _with_squares(text: str, left: ActionsLeft) -> str:
    if not left.squares:
        return text
    squares = lengths.used(left.squares, None)
    return phrase("{text}; {squares} of this move", text=text, squares=squares)


# what awaits there


def flanks(view: EncounterView, ahead: MoveAhead) -> Iterator[FlankLine]:
    """Whom the mover flanks where it ends, and with whom."""
    combat = view.assets.rules.combat
    if combat.mechanisms.flanking == "any_square":
        rule = "C-205"
    else:
        rule = "C-212"
    flanking = combat.flanking
    for partner in ahead.partners:
        if view.being(partner.target) is not None:
            yield FlankLine(
                view.sign(partner.target),
                view.sign(partner.ally),
                flanking.attack,
                rule,
                flanking.ac,
            )


def threatened(here: EncounterView, ahead: MoveAhead) -> tuple[str, ...]:
    """Who threatens the mover where it ends, and the distance of the nearest others."""
    views = [view for view in ahead.outlook.views if _stands(here, view.by)]
    near = [here.sign(view.by) for view in views if view.threatens]
    text = phrase("threatened by nobody")
    if near:
        text = phrase("threatened by {who}", who=" ".join(near))
    far = sorted((_away(ahead, view), view.by) for view in views if not view.threatens)
    return text, *(
        phrase("{who} no ({squares} sq)", who=here.sign(by), squares=away) for away, by in far[:FAR]
    )


def _stands(view: EncounterView, who: str) -> bool:
    being = view.being(who)
    return being is not None and not view.health(being).out


def name_checks(here: EncounterView, ahead: MoveAhead) -> Iterator[str]:
    """Yield the checks of a way: of climbing or swimming, past enemies with the chance."""
    if ahead.mode_check is not None:
        yield phrase("{check}, DC {dc}", check=ahead.mode_check.label, dc=ahead.mode_check.dc or 0)
    checks = ahead.checks
    if checks is None:
        return
    for enemy in checks.enemies:
        sign = here.sign(enemy.id)
        lead = Message("past {who}", who=sign)
        if enemy.through:
            lead = Message("through {who}", who=sign)
        yield phrase(
            "{lead}: {modifier:+} vs {dc}  {chance}",
            lead=lead,
            modifier=checks.modifier,
            dc=enemy.dc,
            chance=checks.chance(enemy),
        )


def _away(ahead: MoveAhead, view: EnemyView) -> int:
    scene = ahead.planned_move.mover_scene.scene
    mover = ahead.outlook.mover
    there = Block(*ahead.path[-1], scene.space(mover))
    enemy = scene.by_id[view.by]
    return through_the_air(
        scene.body(enemy), there, (enemy.elevation, ahead.planned_move.heights[-1])
    )


def cover(here: EncounterView, ahead: MoveAhead) -> Iterator[str]:
    """Its cover against each enemy there; equal ones grouped."""
    by_cover: dict[tuple[Message, int], list[str]] = {}
    for view in (view for view in ahead.outlook.views if _stands(here, view.by)):
        if view.cover.degree != "none":
            words = degree_words(view.cover.degree)
            by_cover.setdefault((words, view.cover.ac_bonus), []).append(here.sign(view.by))
    for (words, bonus), signs in by_cover.items():
        told = f"{' '.join(signs)} {say(words)}"
        yield f"{told} {bonus:+d}" if bonus else told


def name_misses(here: EncounterView, ahead: MoveAhead) -> Iterator[str]:
    """Yield the enemies whose attacks on it there may miss by concealment, by their chance."""
    by_chance: dict[int, list[str]] = {}
    for view in (view for view in ahead.outlook.views if _stands(here, view.by)):
        if view.concealment.miss_chance:
            by_chance.setdefault(view.concealment.miss_chance, []).append(here.sign(view.by))
    for percent, signs in by_chance.items():
        yield f"{' '.join(signs)} {say(Chance(chance_of_percent(percent)))}"
