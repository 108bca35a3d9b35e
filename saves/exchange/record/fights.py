"""The record of a fight: rounds, turns, and the board at beginning and end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from core.messages import Message
from core.play.fight.encounter import Encounter
from core.play.fight.turns.events import Interposed, RoundBegan, TurnBegan
from core.play.fight.turns.narration import slot_name
from core.play.fold import Event
from core.play.state import State
from core.values import replace
from saves.exchange.record.boards import BoardRecorder, SeenMovement, walked
from saves.exchange.record.document import (
    Audience,
    BoardPicture,
    Fight,
    Foes,
    RecordLine,
    Round,
    Teller,
    Text,
    TurnRecord,
)
from saves.exchange.record.walk import Sight, known, slim


@dataclass
class FightDraft:
    """A fight being recorded. `last` is the newest state in which it was played.

    `over`: it has come to an end.
    """

    key: str
    name: str
    place: Text
    at: str
    teller: Teller
    audience: Audience
    encounter: str = ""
    first: BoardPicture | None = None
    rounds: list[Round] = field(default_factory=list)
    foes: Counter[str] = field(default_factory=Counter)
    party: dict[str, None] = field(default_factory=dict)
    last: State | None = None
    over: bool = False
    _title: Text = ()
    _turns: list[TurnRecord] = field(default_factory=list)
    _who: Text = ()
    _lines: list[RecordLine] = field(default_factory=list)
    _walks: list[SeenMovement] = field(default_factory=list)
    _round: int = 0
    _met: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._boards = BoardRecorder(self.teller, self.audience)

    def happened(self, event: Event, sight: Sight, true: State) -> None:
        """An event of the fight: a new round or turn begins with some; who moved is kept.

        Players may see nothing of it; the turn of somebody whom they do not see is nobody's.
        """
        match event:
            case RoundBegan(round=number, surprise=surprise):
                self._new_round(number, surprise, sight.state, true)
            case TurnBegan() | Interposed():
                self.new_turn(self._whose(sight))
            case _:
                pass
        self._walks += walked(sight.event)
        if true.fight is not None:
            self.encounter, self.last = true.fight.id, true
            self._meet(sight)

    def goes_on(self, true: State) -> None:
        """Continue, in this state, a fight that began in another session."""
        fight = true.fight
        assert fight is not None
        told = known(slim(true), self.audience)
        self.encounter, self.last = fight.id, true
        self._meet(Sight(None, slim(true), self.audience))
        if fight.round:
            self._new_round(fight.round, fight.surprise, told, true)
            if told.fight is not None and told.fight.acting:
                self._who = self._named(told.fight.acting, told)

    def _whose(self, sight: Sight) -> Text:
        match sight.event:
            case TurnBegan(slot) | Interposed(slot) if slot:
                return self._named(slot, sight.state)
            case _:
                return ()

    def _named(self, slot: str, state: State) -> Text:
        return self.teller.tell(Message("{who}", who=slot_name(state, slot)), state)

    def write(self, line: RecordLine) -> None:
        """Add a line to the current turn."""
        self._lines.append(line)

    def new_turn(self, who: Text) -> None:
        """Begin the turn of these creatures."""
        self._end_turn()
        self._who = who

    def _end_turn(self) -> None:
        if self._lines:
            self._turns.append(TurnRecord(self._who, tuple(self._lines)))
        self._who, self._lines = (), []

    def _end_round(self) -> None:
        self._end_turn()
        if not self._turns and not self._title:
            return
        board = None
        if self._title and self.audience == "gm" and self.last is not None:
            title = Message("{fight}, after round {round}", fight=self.name, round=self._round)
            board = self._drawn(self.last, title, self._walks)
        self.rounds.append(Round(self._title, tuple(self._turns), board))
        self._turns = []

    def _new_round(self, number: int, surprise: bool, told: State, true: State) -> None:
        self._end_round()
        title = Message(
            "Round {round}, the surprise round" if surprise else "Round {round}", round=number
        )
        self._title = self.teller.tell(title, told)
        self._round, self._walks = number, []
        if self.first is None and true.fight is not None:
            title = Message("{fight}, as it began", fight=self.name)
            self.encounter = true.fight.id
            self.first = self._drawn(true, title, ())
        elif self.encounter:
            self._boards.look_around(true, self.encounter)

    def _drawn(
        self, state: State, title: Message, walks: Sequence[SeenMovement]
    ) -> BoardPicture | None:
        return self._boards.board(state, self.encounter, title, walks) if self.encounter else None

    def _meet(self, sight: Sight) -> None:
        there = sight.after.fight
        if there is None or self._met.issuperset(figure.id for figure in there.figures):
            return
        told, fight = sight.state, sight.state.fight
        if fight is None:
            return
        for figure in fight.figures:
            if figure.id in self._met:
                continue
            if (member := told.member(figure.id)) is not None:
                if member.role != "character":
                    self._met.add(figure.id)
                elif figure.at:
                    self.party[member.name] = None
                    self._met.add(figure.id)
            elif (foe := fight.foe(figure.id)) is not None:
                self._met.add(figure.id)
                self.foes[kind_of(foe.name, foe.token)] += 1

    def close(self) -> Fight:
        """The fight up to now."""
        last = None
        if self.last is not None and self.first is not None:
            title = Message(
                "{fight}, as it ended" if self.over else "{fight}, as it was left", fight=self.name
            )
            last = self._drawn(self.last, title, self._walks)
        self._end_round()
        rounds = self.rounds
        if rounds and rounds[-1].board is not None and last is not None:
            rounds[-1] = replace(rounds[-1], board=None)  # it is how the fight ended
        return Fight(
            self.key, self.name, self.place, self.at,
            tuple(Foes(name, count) for name, count in self.foes.items()),
            tuple(self.party), tuple(rounds), self.first, last, self.over,
        )  # fmt: skip


def kind_of(name: str, token: str) -> str:
    """The name of a creature without its letter: "Wolf a" is a Wolf."""
    return name.removesuffix(f" {token}") if token else name


def place_of(state: State, encounter: Encounter | None) -> str:
    """The hex where an encounter is fought."""
    return (encounter.place if encounter is not None else "") or state.place
