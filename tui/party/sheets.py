"""The sheet of a member: its form as a whole, and its figures as receipts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from fractions import Fraction

from core.characters import plain
from core.combat.attack.scores import total
from core.combat.board.speed_now import ON_THE_GRID
from core.combat.movement.size_receipt import explain_size
from core.creatures import Attack, Sheet
from core.messages import (
    N_,
    Message,
    Refusal,
    Template,
    yes_no,
)
from core.play import queries, status
from core.play.facts.fight.combatants import name_combatant
from core.play.facts.state import Member, State, free_token
from core.play.fight.creature_now import CreatureNow
from core.play.fight.fight_scene import find_creature_now, shape_as_mount
from core.play.fight.health import health, why_health
from core.play.fight.turns.speed_receipts import explain_speeds
from core.play.party.membership import fresh_member_id, refuse_nonsense
from core.play.union import Assets
from core.receipts import Receipt
from core.rulesets.condition_names import listed_conditions
from core.rulesets.creature_words import (
    join_known,
    speed_words,
    spell_sheet,
    take_usual_init,
    weapons_of,
)
from core.rulesets.schema import Ruleset
from core.travel.movers import Mover
from core.values import Struct, replace
from tui.kit import lengths
from tui.party.figure_lines import FIGURES, NO_REACTION
from tui.party.form_lines import form_lines, read_sheet, write_sheet
from tui.party.travel_lines import ROLES
from tui.play.creature_lines.attack_lines import write_attack
from tui.play.creature_lines.body_words import REACTION
from tui.play.creature_lines.hero_words import hero_words
from tui.play.terms import has_energy_armour, name_term


def spelled(values: Mapping[str, str], rules: Ruleset) -> dict[str, str]:
    """`values` with race, mount or vehicle, traits and modes by their ids, however they are spelt.

    A mount is one.
    """
    figures = {**values, "traits": _spell_traits(values["traits"], rules)}
    figures["speeds"] = _spell_speeds(values["speeds"], rules)
    row = hero_words(rules).get(plain(values["moves"]))
    if row is None or row[0] not in ("race", "mount", "vehicle"):
        return figures
    kind, slug = row
    role = values["role"] if kind == "race" else kind
    return {**figures, "moves": slug, "role": role}


def _spell_traits(text: str, rules: Ruleset) -> str:
    if not text:
        return ""
    reactions = {plain(word): word for word in (REACTION, NO_REACTION)}
    names = {**rules.combat.condition_words, **reactions}
    words = join_known(re.split(r"[,\s]+", text), names)
    return ", ".join(names.get(plain(word), word) for word in words if word)


SPEED = re.compile(r"\s*([^\W\d_]+)[:=]?\s*(\d.*)")
"""A speed behind its mode."""


def _spell_speeds(text: str, rules: Ruleset) -> str:
    words = speed_words(rules.speed_modes)
    spelled_parts = []
    for part in text.split(","):
        speed = SPEED.fullmatch(part)
        if speed is not None and plain(speed[1]) in words:
            part = f"{words[plain(speed[1])]} {speed[2]}"
        spelled_parts.append(part)
    return ",".join(spelled_parts)


class SheetForm(Struct):
    """The form of `member`, who is of the party of `state` or joins it."""

    member: Member
    state: State
    assets: Assets

    def read(self, values: Mapping[str, str]) -> Member:
        """The member as the lines describe it, however they are spelt. Refusals of `read_sheet`.

        A blank initiative is the usual one of the system: that of Dexterity or Perception; a blank
        size of a mount that of its kind.
        """
        rules = self.assets.rules
        member = read_sheet(spelled(values, rules), self.member, rules)
        sheet = member.sheet
        if sheet is None:
            return member
        sheet = spell_sheet(sheet, rules.combat)
        if not values["size"]:
            sheet = shape_as_mount(sheet, member.mover, rules)
        if not values["init"]:
            sheet = take_usual_init(replace(sheet, init=0), rules.combat.turn)
        return replace(member, sheet=sheet)

    def known(self, values: Mapping[str, str]) -> tuple[Member, State]:
        """The same with an id, and the state without it."""
        member = self.read(values)
        others = tuple(m for m in self.state.members if m.id != member.id)
        if member.id:
            known = member
        else:
            known = with_id(member, self.state)
        return known, replace(self.state, members=others)

    def wrong_on(self, id: str, values: Mapping[str, str]) -> Message | None:
        """Why this line is wrong; None when what is wrong was so before, in another."""
        wrong = self._wrong_alone(id, values)
        if wrong == self._refused(self._written):
            return None
        return wrong

    def wrong_at(self, values: Mapping[str, str]) -> tuple[str, Message] | None:
        """The first line (its id) that is wrong by itself, and why; None when all can be kept."""
        for id in form_lines(self.member, self.assets.rules):
            refusal = self._wrong_alone(id, values)
            if refusal is not None:
                return id, refusal
        refusal = self._refused(values)
        if refusal is None:
            return None
        return ("name", refusal)

    def written(self) -> dict[str, str]:
        """The lines as they are now, blank ones too."""
        return write_sheet(self.member, self.assets.rules)

    @property
    def _written(self) -> dict[str, str]:
        return self.written() | {"name": self.member.name or "?"}

    def _wrong_alone(self, id: str, values: Mapping[str, str]) -> Message | None:
        together = ("role", "moves") if id in ("moves", "armor", "load") else ()
        trial = self._written | {key: values[key] for key in (*together, id)}
        if id == "role" and any(role.startswith(trial[id].lower()) for role in ROLES):
            trial[id] = "character"  # what it is goes with what it moves as, which is the next line
        return self._refused(trial)

    def _refused(self, values: Mapping[str, str]) -> Message | None:
        try:
            member, others = self.known(values)
            refuse_nonsense(member, others, self.assets)
            queries.moving(member, self.state, self.assets)
            if member.sheet is not None:
                check_words(member.sheet, self.assets.rules)
        except Refusal as refusal:
            return refusal.message
        return None


def blank(rules: Ruleset) -> Member:
    """A member of whom nothing is known; where the ruleset wants a speed, of 9 m."""
    net = rules.mechanisms.speed == "net"
    if net:
        return Member("", "", "", mover=Mover(speed_m=Fraction(9)))
    return Member("", "", "")


def with_id(member: Member, state: State) -> Member:
    """A new member with an id of its own, and a letter unless it has one."""
    known = replace(member, id=fresh_member_id(member.name, state))
    return replace(known, token=known.token or free_token(state, known))


def check_words(sheet: Sheet, rules: Ruleset) -> None:
    """Refuse ("bad_figure") a size or trait that the ruleset does not have."""
    if sheet.size not in rules.combat.sizes:
        raise _unknown("size", sheet.size, rules.combat.sizes, rules)
    for trait in sheet.traits:
        if trait not in rules.combat.conditions:
            raise _unknown("traits", trait, listed_conditions(rules.combat), rules)


def _unknown(id: str, word: str, known: Iterable[str], rules: Ruleset) -> Refusal:
    near = get_close_matches(word, known, n=1) or [", ".join(known)]
    return Refusal(
        "bad_figure",
        "{line}: these rules have no '{word}'. Did you mean {nearest}?",
        line=FIGURES[id].name(rules),
        word=word,
        nearest=near[0],
    )


def explain_member(member: Member, state: State, assets: Assets) -> Iterator[Receipt]:
    """Yield the receipts of a member's sheet: its fight, its size, its pace and its speeds."""
    yield from receipts(member, state, assets)
    size = "M" if member.sheet is None else member.sheet.size
    if member.role != "vehicle":
        yield explain_size(size, assets.rules)
    try:
        yield queries.moving(member, state, assets).receipt
    except Refusal as refusal:
        yield Receipt(refusal.message, "")
    yield from explain_speeds(state, assets, member)


def receipts(member: Member, state: State, assets: Assets) -> Iterator[Receipt]:
    """A member's fight receipts; none for one without sheet, wounds or conditions."""
    found = health(member, assets.rules)
    if found.slug != "ok":
        yield why_health(found, assets.rules)
    if member.temporary:
        yield Receipt(Message("temporary hit points"), member.temporary)
    for one in member.counters or ():
        of = Message("{now} of {most}", now=one.now, most=one.most)
        yield Receipt(Message("{name}", name=one.name), of)
    for lasting in member.lasting:
        label = Message(
            "{condition}, {until}",
            condition=status.condition(lasting, assets),
            until=status.until(lasting.until, state),
        )
        brought = Message("brought by {source}", source=name_combatant(state, lasting.source))
        yield Receipt(label, "", parts=(Receipt(brought, ""),) if lasting.source else ())
    if member.sheet is not None:
        now = find_creature_now(member, state, assets)
        yield from _figures(member.sheet, now, assets.rules)


def _figures(sheet: Sheet, now: CreatureNow, rules: Ruleset) -> Iterator[Receipt]:
    if sheet.ac is not None:
        within = (
            ()
            if sheet.dexterity is None
            else (Receipt(Message("Dexterity within it"), _plus(sheet.dexterity)),)
        )
        changes = now.figure("ac", MELEE).receipts
        yield _present(name_term(rules, "armour_class"), sheet.ac, changes, within)
    if sheet.eac is not None:
        yield _present(_name_energy_class(rules), sheet.eac, now.figure("eac", MELEE).receipts)
    yield _present_bonus(N_("initiative"), sheet.init, now, "initiative")
    saves = (
        (N_("Fortitude"), sheet.fortitude, "fortitude"),
        (N_("Reflex"), sheet.reflex, "reflex"),
        (N_("Will"), sheet.will, "will"),
        (N_("Perception"), sheet.perception, "skill perception"),
        (N_("Acrobatics"), sheet.acrobatics, "skill acrobatics"),
    )
    for label, number, figure in saves:
        if number is not None:
            yield _present_bonus(label, number, now, figure)
    if sheet.base_attack is not None:
        yield Receipt(Message("base attack bonus"), _plus(sheet.base_attack))
    for mode, squares in sheet.speeds:
        yield _present_speed(mode, squares, now)
    if sheet.traits:
        yield Receipt(Message("always"), sheet.traits)
    if sheet.reaction is not None:
        reacts = Message("has a reaction to strike at who moves, where not everybody has")
        yield Receipt(reacts, yes_no(sheet.reaction))
    if sheet.attacks:
        yield Receipt(
            Message("in hand"), "", parts=tuple(_attack(one, now, rules) for one in sheet.attacks)
        )


MELEE = ("melee",)
"""The Armour Class of a sheet is shown against attacks in melee."""
ON_SHEET = Message("on the sheet")


def _present(
    label: Message, written: int, changes: Iterable[Receipt], within: Iterable[Receipt] = ()
) -> Receipt:
    # The figure of now: that of the sheet, with what conditions do to it.
    counted = tuple(change for change in changes if isinstance(change.value, int))
    if not counted:
        return Receipt(label, written, parts=tuple(within))
    parts = (Receipt(ON_SHEET, written, parts=tuple(within)), *counted)
    return Receipt(label, written + total(counted), parts=parts)


def _present_bonus(label: Template, written: int, now: CreatureNow, figure: str) -> Receipt:
    found = _present(Message(label), written, now.figure(figure).receipts)
    if not found.parts:
        return replace(found, value=_plus(written))
    assert isinstance(found.value, int)
    return replace(found, value=_plus(found.value))


def _present_speed(mode: str, squares: int, now: CreatureNow) -> Receipt:
    label = Message("speed, {mode}", mode=mode)
    figure = now.figure(f"speed {mode}", ON_THE_GRID)
    if not figure.counted:
        return Receipt(label, lengths.metres(squares))
    assert isinstance(figure.value, int)
    parts = [Receipt(ON_SHEET, lengths.metres(squares))]
    parts += [replace(change, value="") for change in figure.receipts]
    return Receipt(label, lengths.metres(figure.value), parts=tuple(parts))


def _name_energy_class(rules: Ruleset) -> Message:
    if has_energy_armour(rules):
        return name_term(rules, "energy_class")
    return Message("Armour Class against energy")


def _plus(number: int) -> Message:
    return Message("{number:+}", number=number)


def _attack(attack: Attack, now: CreatureNow, rules: Ruleset) -> Receipt:
    # Its damage is that of the sheet; what conditions do to it is told below.
    found = _attack_on_sheet(attack, rules)
    rolled = now.figure(f"attack {attack.name}", attack=attack)
    dealt = now.figure(f"damage {attack.name}", attack=attack)
    if not rolled.counted and not dealt.counted:
        return found
    bonuses = "/".join(f"{bonus + rolled.change:+d}" for bonus in attack.bonuses)
    parts = [Receipt(ON_SHEET, found.value, parts=found.parts), *rolled.receipts]
    if dealt.counted:
        parts.append(Receipt(Message("damage"), str(dealt.value), parts=dealt.receipts))
    return Receipt(found.label, bonuses, parts=tuple(parts))


def _attack_on_sheet(attack: Attack, rules: Ruleset) -> Receipt:
    line = write_attack(attack, weapons_of(rules))
    bonuses = "/".join(f"{bonus:+d}" for bonus in attack.bonuses)
    rest = line[line.index(bonuses, len(attack.name)) + len(bonuses) :].strip()
    parts = (Receipt(Message("{rest}", rest=rest), ""),) if rest else ()
    return Receipt(Message("{name}", name=attack.name), bonuses, parts=parts)
