"""The figures of attacks that the catalogue does not have, as `rules.combat.strikes`.

All are of the open rules of each system, and count only where a switch of the ruleset is on: which
one, the fields say. Distances are in squares. 0, "" and () mean that a system has no such rule.
"""

from typing import Literal, TypeAlias

from core.rulesets.quantity_types import Count, Frozen, Many

Act: TypeAlias = Literal["shot", "throw", "unarmed", "spell"]
"""What may provoke although nobody moves; standing up is in `combat.moving`."""


class TwoWeapons(Frozen):
    """Modifiers of a full attack with two weapons, to the main hand and to the off hand.

    A light weapon in the off hand adds `light` to both; the feat adds `feat_main` and `feat_off`.
    """

    main: int = 0
    off: int = 0
    light: int = 0
    feat_main: int = 0
    feat_off: int = 0


class Trade(Frozen):
    """Accuracy that is given up for damage: `attack` for `damage`, at each step.

    With two hands it is `two_handed`, with the off hand or a secondary attack `off`, with a light
    weapon `light` instead of `damage`. Steps are "chosen" by who attacks, at most the base attack
    bonus; a step and one more by each "quarter" of it, 4 points; by "half" of it there are so many
    steps of damage, 1 at least, and one of `attack`. "" = there is no such feat.
    """

    steps: Literal["", "chosen", "quarter", "half"] = ""
    attack: int = 0
    damage: Count = 0
    two_handed: Count = 0
    off: Count = 0
    light: Count = 0


class FeatFigures(Frozen):
    """Figures of feats (switch "feats").

    Within `point_blank_range` a shot has `point_blank` on the attack and on its damage. `mobility`
    is added to Armour Class against opportunities that moving provokes. `lunge` is the reach
    gained, `lunge_ac` the change of Armour Class until the next turn. `multiattack` replaces
    the modifier of secondary attacks. `power` is Power Attack, `deadly` Deadly Aim. A charge from
    the saddle multiplies damage by `spirited`, that of a lance by `spirited_lance`.

    `mobility_dodges`: who loses the Dexterity bonus to Armour Class loses that of Mobility, too.
    A spring attack takes the "full" round, or is a "move" with an attack in it; "" = there is none.
    It covers `spring_least` squares before its attack; `spring_apart`: its target is not adjacent
    where it begins.
    """

    point_blank: Count = 0
    point_blank_range: Count = 0
    mobility: Count = 0
    mobility_dodges: bool = False
    spring: Literal["", "move", "full"] = ""
    spring_least: Count = 0
    spring_apart: bool = False
    lunge: Count = 0
    lunge_ac: int = 0
    multiattack: int = 0
    power: Trade = Trade()
    deadly: Trade = Trade()
    spirited: Many = 1
    spirited_lance: Many = 1


class Strikes(Frozen):
    """Attacks by the open rules of a system.

    Acts in `provoking` provoke as movement does ("acts_provoke"). Who is hurt while casting has to
    make a "check" against `interrupted_dc`, the damage and the level of the spell, has "lost" the
    spell, or loses it by a "critical" hit (`interrupted`). `into_melee` is the modifier of
    a shot into a melee by how many sizes the target is larger than the largest friend of the
    shooter who is in it, the last one for all larger targets; none counts where no friend of the
    shooter is nearer than `melee_apart` to what is aimed at ("into_melee").

    "full_attacks": a full attack has the bonuses of the sheet ("sheet"), `full` attacks at the
    first bonus and `full_each` ("count"), or each attack is an action ("actions"). `becomes_full`:
    a single attack may become the first of a full one. `two_weapons` are attacks with both hands,
    `secondary` is the modifier of secondary natural attacks, `rapid` that of all attacks for one
    shot more at the first bonus.

    `charge` and `charge_ac` replace the figures of `combat.blows` ("charge_figures"). With only one
    action left, which must be "standard" or may be "any", a charge covers the speed once
    (`charge_short`, "charge_line"). A lance multiplies damage by `lance` in a charge from the
    saddle; shots from there have `shots_double` after a double move of the mount and
    `shots_running` when it runs ("saddle"). A mount that is a minion has `minion_actions` for one
    of its rider's ("shared_actions").
    """

    provoking: tuple[Act, ...] = ()
    interrupted: Literal["", "check", "lost", "critical"] = ""
    interrupted_dc: Count = 0
    into_melee: tuple[int, ...] = ()
    melee_apart: Count = 2
    attacks: Literal["sheet", "count", "actions"] = "sheet"
    full: Count = 0
    full_each: int = 0
    becomes_full: bool = False
    two_weapons: TwoWeapons = TwoWeapons()
    secondary: int = 0
    rapid: int = 0
    charge: int = 0
    charge_ac: int = 0
    charge_short: Literal["", "standard", "any"] = ""
    lance: Many = 1
    shots_double: int = 0
    shots_running: int = 0
    minion_actions: Count = 0
    feats: FeatFigures = FeatFigures()
