"""What players may know of a fight: nothing of the hidden, no figures of their foes."""

from __future__ import annotations

from fractions import Fraction

from core.creatures import Attack, Sheet
from core.play.facts.encounter import Figure, Lasting, Slot, Until
from core.play.facts.fight.blows.events import AreaStruck, Struck, TakenInHand, TemporaryGiven
from core.play.facts.fight.combatants import SOMETHING
from core.play.facts.fight.moves.events import Moved, MoveHalted, StrikesAnswered
from core.play.facts.fight.setup.commands import Spot
from core.play.facts.fight.setup.events import (
    CreaturesPlaced,
    CreaturesRemoved,
    FoeEdited,
    FoesAdded,
    Hidden,
    Prepared,
    Renamed,
)
from core.play.facts.fight.turns.events import (
    ConditionBegan,
    ConditionEnded,
    InitiativeSet,
    Paused,
    Readied,
    TurnBegan,
    TurnOver,
)
from core.play.facts.fold import Event
from core.play.facts.road.events import EncounterBegun, EncounterEnded
from core.play.facts.state import Fighting, State
from core.play.facts.table.events import Checked, Damaged, Healed, RulingMade
from core.play.union import evolve, narrate
from core.play.view import for_players
from core.values import replace
from tests.fights import FIGHT, FIGHT_STORY, OGRE, ORDER, PREPARED, WAITING, WHOLE, WOLVES
from tui.kit.phrases import say

MARK = "zyzzyva"
"""A word that stands in every secret field and must never come out."""
FIGURE = 90807
"""A number that does."""

SECRET_SHEET = Sheet(
    ac=FIGURE,
    init=FIGURE,
    speeds=((MARK, FIGURE),),
    attacks=(Attack(MARK, (FIGURE,)),),
    traits=(MARK,),
)
SEEN_FOE = replace(
    OGRE,
    kind=MARK,
    sheet=SECRET_SHEET,
    level=FIGURE,
    con_score=FIGURE,
    hp=FIGURE,
    damage=FIGURE,
    nonlethal=FIGURE,
    temporary=FIGURE,
    lasting=(Lasting(MARK), Lasting("prone", source=MARK)),
)
UNSEEN = replace(SEEN_FOE, id=f"{MARK}-1", name=MARK, token="z")
SLOT = replace(ORDER[0], key=UNSEEN.id, who=(UNSEEN.id,))
FOUGHT = replace(
    WHOLE,
    foes=(*WOLVES, SEEN_FOE, UNSEEN),
    order=(*ORDER, SLOT),
    chase=None,
    figures=(
        Figure("harsk", "F7", readied=MARK, reacted=(UNSEEN.id,)),
        Figure("wolf-2", "N4"),
        Figure("ogre", "Q7", readied=MARK, weapon=7),
        Figure(UNSEEN.id, "C4", hidden=True),
    ),
)
HALTED = replace(WAITING, strikers=(*WAITING.strikers, replace(WAITING.strikers[0], by=UNSEEN.id)))
PENDING = FIGHT.pending
assert isinstance(PENDING, Fighting)
STATE = replace(
    FIGHT,
    members=tuple(
        replace(
            m, lasting=(Lasting("shaken", Until("turn_start", None, UNSEEN.id, 4), source=MARK),)
        )
        for m in FIGHT.members
    ),
    departed=(MARK,),
    encounters=(replace(PREPARED, id=MARK, name=MARK), FOUGHT),
    pending=replace(PENDING, waiting=HALTED),
)

STRUCK = Struck(
    by="harsk",
    at="ogre",
    attack="waraxe",
    outcome="hit",
    face=14,
    total=22,
    needed=FIGURE,
    ac=FIGURE,
    bonus=8,
    reason=MARK,
)
BITTEN = Struck(
    by="ogre",
    at="harsk",
    attack="club",
    outcome="hit",
    face=14,
    total=22,
    needed=4,
    ac=18,
    bonus=FIGURE,
    reason=MARK,
)
STORY: tuple[tuple[Event, ...], ...] = (
    (Prepared(replace(FOUGHT, status="prepared", name=MARK)),),
    (Renamed("ambush", MARK), FoeEdited("ambush", SEEN_FOE)),
    (CreaturesPlaced("ambush", (Spot("ogre", "Q7"),), MARK),),
    (EncounterBegun("Ambush", Fraction(0), False, "ambush"),),
    (InitiativeSet((*ORDER, SLOT), (UNSEEN.id,)), TurnBegan(UNSEEN.id)),
    (FoesAdded("ambush", (UNSEEN, SEEN_FOE), (FOUGHT.figures[-1], FOUGHT.figures[-2])),),
    (CreaturesPlaced("ambush", (Spot("ogre", "Q7"), Spot(UNSEEN.id, "C4")), MARK),),
    (Readied("ogre", MARK), Readied("harsk", MARK)),
    (STRUCK, BITTEN),
    (
        replace(STRUCK, by=UNSEEN.id),
        Damaged(who="harsk", amount=4, cause=MARK, by=UNSEEN.id, weapon=MARK),
    ),
    (MoveHalted(HALTED), StrikesAnswered("harsk", (UNSEEN.id,), ("wolf-2", UNSEEN.id))),
    (MoveHalted(replace(HALTED, who=UNSEEN.id)), Moved(UNSEEN.id, ("C4", "C5"), 1)),
    (ConditionBegan("harsk", STATE.members[0].lasting[0]),),
    (
        Checked(
            key=f"area/r1/{UNSEEN.id}/burst2/reflex/harsk",
            who="harsk",
            name="reflex",
            face=9,
            total=12,
            dc=15,
            success=False,
        ),
    ),
    (ConditionBegan("ogre", Lasting(MARK)),),
    (Damaged(who="ogre", amount=FIGURE), Healed("ogre", FIGURE), TemporaryGiven("ogre", FIGURE)),
    (
        Checked(
            key="k", who="ogre", name=MARK, face=FIGURE, total=FIGURE, dc=FIGURE, success=True
        ),
        TakenInHand("ogre", FIGURE),
    ),
    (RulingMade("damage", str(FIGURE), "ogre", MARK), RulingMade("damage", "3", "harsk", MARK)),
    (AreaStruck("burst", "B2:5", ("harsk", UNSEEN.id), by=UNSEEN.id),),
    (Hidden("ambush", (UNSEEN.id,), True),),
)  # fmt: skip


def test_a_word_or_figure_in_a_secret_field_never_comes_out() -> None:
    """Given a mark in each secret field of state and events, then none is left for players."""
    state, entries = for_players(STATE, STORY)
    assert MARK in repr(STATE)
    for text in (repr(state), *map(repr, entries)):
        assert MARK not in text
        assert str(FIGURE) not in text


def test_what_everybody_sees_is_left() -> None:
    state, entries = for_players(STATE, STORY)
    (fight,) = state.encounters
    ogre = fight.foe("ogre")
    assert ogre is not None
    assert (ogre.name, ogre.token, ogre.lasting) == (
        "Ogre",
        "d",
        (Lasting("prone"), Lasting("unconscious")),
    )
    assert [figure.id for figure in fight.figures] == ["harsk", "wolf-2", "ogre"]
    assert [slot.key for slot in fight.order] == ["tam", "wolves", "harsk", "ogre"]
    assert state.member("harsk") == replace(
        STATE.members[0], lasting=(Lasting("shaken", Until("turn_start", None, "", 4)),)
    )
    told = [event for events in entries for event in events]
    seen = replace(STRUCK, ac=0, needed=0, reason="")
    assert seen in told
    assert say(narrate(seen, state)) == "Harsk attacks Ogre: 22, hit"
    assert Damaged(who="harsk", amount=4) in told
    assert CreaturesPlaced("ambush", (Spot("ogre", "Q7"),)) in told
    assert StrikesAnswered("harsk", (), ("wolf-2",)) in told


def test_turns_of_groups_are_those_of_the_encounter_that_is_played() -> None:
    """Given a fight left in mid-round before it, then the turns of its own groups are told."""
    other = (Slot("bandits", ("bandit-1",), Fraction(9)),)
    paused = replace(WHOLE, id="ford", name="Ford", status="paused", order=other, chase=None)
    state = replace(FIGHT, encounters=(paused, *FIGHT.encounters))
    turn = (TurnOver("tam"), TurnBegan("wolves"))
    seen = (TurnOver("tam"), TurnBegan("wolf-2"))  # the first that is not hidden
    assert for_players(state, [turn])[1] == (seen,)
    left = replace(
        FIGHT,
        pending=None,
        encounters=(paused, *(replace(one, status="paused") for one in FIGHT.encounters)),
    )
    assert for_players(left, [(*turn, Paused(WHOLE.id))])[1] == ((*seen, Paused(WHOLE.id)),)
    over = replace(
        left,
        encounters=tuple(
            replace(one, status="over") if one.id == WHOLE.id else one for one in left.encounters
        ),
    )
    ended = EncounterEnded(WHOLE.name, 0)
    assert for_players(over, [turn, (ended,)])[1] == (seen, (ended,))
    begun = EncounterBegun(WHOLE.name, Fraction(0), False, WHOLE.id)
    assert for_players(state, [(begun,), turn])[1] == ((begun,), seen)


def test_the_turn_of_a_group_does_not_name_those_of_it_who_are_hidden() -> None:
    (entry,) = for_players(FIGHT, [(TurnOver("wolves"),)])[1]
    over = replace(FIGHT, pending=None)
    for state in (FIGHT, over):
        assert say(narrate(entry[0], state)) == "the turn of Wolf is over"  # not "Wolf a-c"


def test_a_foe_that_is_down_is_seen_to_be_down() -> None:
    down = replace(OGRE, damage=31)
    state, _ = for_players(replace(STATE, encounters=(replace(FOUGHT, foes=(*WOLVES, down)),)))
    foe = state.encounters[0].foe("ogre")
    assert foe is not None
    assert (foe.damage, foe.lasting) == (0, (Lasting("unconscious"),))


def test_what_the_hidden_did_before_they_were_revealed_stays_unseen() -> None:
    """Given a wolf that crept nearer and then showed itself, then only the last is told."""
    crept = Moved("wolf-3", ("O4", "N4"), 1)
    came = Moved("wolf-3", ("N4", "M4"), 1)
    state: State = replace(STATE, encounters=(WHOLE,))
    shown = Hidden("ambush", ("wolf-3",), False)
    _, entries = for_players(state, ((crept,), (shown,), (came,)))
    assert entries == ((shown,), (came,))


def test_whatever_happens_is_filtered_without_a_mistake() -> None:
    """Given an example of every event, then each is seen or not, in any state."""
    for state in (FIGHT, State()):
        seen, entries = for_players(state, tuple((event,) for event in FIGHT_STORY))
        assert len(entries) < len(FIGHT_STORY)
        assert for_players(seen)[0] == seen


def test_the_hidden_stay_unseen_when_they_are_gone() -> None:
    """Given a lurker taken out of the encounter again, then neither it nor its acts are told."""
    lurker = replace(UNSEEN, id="lurker", name="Lurker")
    state: State = replace(STATE, encounters=(WHOLE,), departed=("lurker",))
    came = FoesAdded("ambush", (lurker,), (Figure("lurker", "C4", hidden=True),))
    struck = replace(STRUCK, by="harsk", at="lurker")
    gone = CreaturesRemoved("ambush", ("lurker",), ("Lurker",))
    _, entries = for_players(state, ((came,), (Moved("lurker", ("C4", "C5"), 1), struck), (gone,)))
    assert entries == ()
    assert for_players(state, ((struck,), (gone,)))[1] == ()


def test_a_foe_that_is_gone_keeps_its_figures_to_itself() -> None:
    """Given a foe that was removed, then its Armour Class and bonus stay untold."""
    foe = replace(SEEN_FOE, id="gnoll", name="Gnoll")
    state: State = replace(STATE, encounters=(WHOLE,), departed=("gnoll",))
    came = FoesAdded("ambush", (foe,), (Figure("gnoll", "C4"),))
    _, entries = for_players(state, ((came,), (replace(STRUCK, at="gnoll", reason=""),)))
    assert entries[1] == (replace(STRUCK, at="gnoll", reason="", ac=0, needed=0),)


def test_whose_turn_it_is_does_not_name_a_hidden_rider() -> None:
    """Given a hidden rider on a wolf that is seen, then the turn that they share is the wolf's."""
    shared = Slot(UNSEEN.id, (UNSEEN.id, "wolf-2"), Fraction(12))
    fight = replace(FOUGHT, order=(*ORDER, shared), acting=UNSEEN.id)
    turn = (
        EncounterBegun("Ambush", Fraction(0), False, fight.id),
        TurnBegan(UNSEEN.id),
        TurnOver(UNSEEN.id),
    )
    state, (entry,) = for_players(replace(STATE, encounters=(fight,)), (turn,))
    assert state.encounters[0].acting == "wolf-2"
    assert entry[1:] == (TurnBegan("wolf-2"), TurnOver("wolf-2"))


VANISHED = replace(OGRE, lasting=(Lasting("invisible"),))
AMBUSH = replace(
    WHOLE,
    foes=(*WOLVES, VANISHED),
    chase=None,
    figures=(Figure("harsk", "F7"), Figure("wolf-2", "N4"), Figure("ogre", "Q7")),
)
VEILED: State = replace(FIGHT, encounters=(AMBUSH,), pending=replace(PENDING, waiting=None))


def _shown_in(state: State) -> tuple[list[str], list[str]]:
    """The creatures with a figure and the slots of the order, as players see them."""
    (fight,) = for_players(state)[0].encounters
    return [figure.id for figure in fight.figures], [slot.key for slot in fight.order]


def test_c_201_the_party_sees_no_square_and_no_initiative_of_an_invisible_creature() -> None:
    figures, slots = _shown_in(VEILED)
    assert figures == ["harsk", "wolf-2"]
    assert slots == ["tam", "wolves", "harsk"]
    moved = Moved("ogre", ("Q7", "P7"), 1)
    struck = replace(STRUCK, by="ogre", at="harsk")
    hurt = Damaged(who="harsk", amount=4)
    ((noticed, told),) = for_players(VEILED, ((moved, struck, hurt),))[1]
    assert told == hurt
    assert isinstance(noticed, Struck)
    assert (noticed.by, noticed.at, noticed.attack) == (SOMETHING, "harsk", "")
    assert (noticed.face, noticed.bonus, noticed.ac) == (0, 0, struck.ac)
    assert "something unseen attacks Harsk" in say(narrate(noticed, VEILED))
    assert for_players(VEILED, ((TurnBegan("ogre"),),))[1] == ()


def test_c_201_the_party_sees_its_own_side_although_it_is_invisible() -> None:
    ally = replace(VANISHED, side="party")
    state = replace(VEILED, encounters=(replace(AMBUSH, foes=(*WOLVES, ally)),))
    assert _shown_in(state)[0] == ["harsk", "wolf-2", "ogre"]
    member = replace(VEILED.members[0], lasting=(Lasting("invisible"),))
    assert member.id == "harsk"
    state = replace(VEILED, members=(member, *VEILED.members[1:]))
    assert "harsk" in _shown_in(state)[0]


def test_what_the_gm_reveals_is_seen_although_it_is_invisible_until_it_vanishes_again() -> None:
    """Given an invisible ogre, when the GM reveals it, then players see it; hiding ends that."""
    revealed = evolve(VEILED, Hidden("ambush", ("ogre",), False))
    assert _shown_in(revealed)[0] == ["harsk", "wolf-2", "ogre"]
    hidden = evolve(revealed, Hidden("ambush", ("ogre",), True))
    assert _shown_in(hidden)[0] == ["harsk", "wolf-2"]
    again = evolve(revealed, ConditionBegan("ogre", Lasting("invisible")))
    assert _shown_in(again)[0] == ["harsk", "wolf-2"]
    ended = evolve(VEILED, ConditionEnded("ogre", "invisible"))
    assert _shown_in(ended)[0] == ["harsk", "wolf-2", "ogre"]


def test_what_a_creature_does_is_told_until_it_vanishes_and_from_when_it_appears() -> None:
    """Given acts before, during and after invisibility, then players learn of none during it."""
    first = Moved("ogre", ("Q7", "P7"), 1)
    second = Moved("ogre", ("P7", "O7"), 1)
    third = Moved("ogre", ("O7", "N7"), 1)
    began = ConditionBegan("ogre", Lasting("invisible"))
    ended = ConditionEnded("ogre", "invisible")
    assert for_players(VEILED, ((first,), (began,), (second,)))[1] == ((first,),)
    seen = evolve(VEILED, ended)
    assert for_players(seen, ((second,), (ended,), (third,)))[1] == ((third,),)
    shown = Hidden("ambush", ("ogre",), False)
    revealed = evolve(VEILED, shown)
    assert for_players(revealed, ((second,), (shown,), (third,)))[1] == ((shown,), (third,))
    story = ((first,), (began,), (second,), (ended,), (third,))
    assert for_players(seen, story)[1] == ((first,), (third,))


def test_an_unseen_strike_is_noticed_unless_the_gm_hides_who_strikes() -> None:
    """Given strikes while invisible, hidden and revealed, then the hidden one is not told."""
    strike = replace(STRUCK, by="ogre", at="harsk")
    hides = Hidden("ambush", ("ogre",), True)
    reveals = Hidden("ambush", ("ogre",), False)
    hidden = evolve(VEILED, hides)
    assert _strikers(hidden, (strike,)) == []
    assert _strikers(hidden, (strike,), (hides,), (strike,)) == [SOMETHING]
    revealed = evolve(VEILED, reveals)
    assert _strikers(revealed, (strike,), (reveals,), (strike,)) == [SOMETHING, "ogre"]
    ended = ConditionEnded("ogre", "invisible")
    story = ((strike,), (ended,), (strike,))
    assert _strikers(evolve(VEILED, ended), *story) == [SOMETHING, "ogre"]
    at_ogre = replace(STRUCK, by="harsk", at="ogre")
    assert _strikers(VEILED, (at_ogre,)) == []


def _strikers(state: State, *entries: tuple[Event, ...]) -> list[str]:
    """Who strikes in these entries, as players are told."""
    told = for_players(state, entries)[1]
    return [event.by for events in told for event in events if isinstance(event, Struck)]


def test_an_invisible_creature_that_joins_is_not_announced() -> None:
    joins = FoesAdded("ambush", (VANISHED,), (Figure("ogre", "Q7"),))
    assert for_players(VEILED, ((joins,),))[1] == ()
