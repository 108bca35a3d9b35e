"""Encounters that lie behind are read when they are asked for, and are none the less the same."""

from __future__ import annotations

import zlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from core.play.facts.encounter import Encounter
from core.play.facts.state import State
from core.play.view import for_players
from core.values import replace
from saves.campaign.campaign import Campaign
from saves.store import state_history
from saves.store.checkpoints import Base, as_base, pack, unpack
from saves.store.lazy_encounters import EncounterLabel, LazyEncounter, page_of
from saves.store.refusals import UnreadableText
from saves.store.sqlite.file_place import FilePlace, file_of
from tests.fights import FIGHT, PREPARED, WHOLE
from tests.saves.campaigns import tamper
from tests.saves.history.pasts import parts
from tests.saves.verifying import state_at, verify

MANY = replace(
    FIGHT,
    encounters=(
        *(replace(PREPARED, id=f"scene-{n}", status="over") for n in range(5)),
        *FIGHT.encounters,
        replace(WHOLE, id="later", status="paused"),
    ),
)


def nobody(entry: int) -> Base:
    """There is no checkpoint to rest on."""
    raise UnreadableText(f"no checkpoint {entry}")


def again(state: State) -> State:
    """A state as it comes back."""
    return unpack(pack(state, 1, 1, "")[0], 1, "", nobody)[0]


def unread(state: State) -> list[str]:
    """The encounters that nobody looked into."""
    held: tuple[object, ...] = state.encounters
    return [one.id for one in held if isinstance(one, LazyEncounter) and one.line() is not None]


def test_only_the_encounter_that_is_played_is_read_with_the_state() -> None:
    back = again(MANY)

    assert unread(back) == [one.id for one in MANY.encounters if one is not MANY.fight]
    labels = [(one.name, one.board, one.status, one.place) for one in back.encounters]
    assert labels == [(one.name, one.board, one.status, one.place) for one in MANY.encounters]
    assert len(unread(back)) == len(MANY.encounters) - 1


def test_what_is_asked_for_is_as_it_was() -> None:
    assert again(MANY) == MANY
    whole = MANY
    back = again(MANY)
    assert whole == back
    assert hash(again(MANY).encounters[0]) == hash(MANY.encounters[0])
    assert repr(again(MANY)) == repr(MANY)


def test_players_are_told_no_more_of_it() -> None:
    """Given encounters that nobody looked into, then players see of them what they see of any."""
    assert for_players(again(MANY))[0] == for_players(MANY)[0] != MANY


@pytest.mark.parametrize("name", Encounter.__struct_fields__)
def test_any_field_may_be_asked_for_first(name: str) -> None:
    for here, there in zip(again(MANY).encounters, MANY.encounters, strict=True):
        assert getattr(here, name) == getattr(there, name)


def test_what_is_changed_is_an_ordinary_encounter() -> None:
    found = again(MANY).encounters[0]

    changed = replace(found, name="Another name")

    assert type(changed) is Encounter
    assert changed == replace(MANY.encounters[0], name="Another name")
    with pytest.raises(AttributeError, match="zeal"):
        found.zeal  # type: ignore[attr-defined]  # noqa: B018
    with pytest.raises(AttributeError, match="zeal"):
        again(MANY).encounters[0].zeal  # type: ignore[attr-defined]  # noqa: B018


def test_many_threads_may_ask_at_once() -> None:
    with ThreadPoolExecutor(8) as threads:
        for _ in range(20):
            found = again(MANY).encounters[0]
            got = list(threads.map(lambda name: getattr(found, name), ["figures", "foes"] * 8))  # noqa: B023
            assert got == [MANY.encounters[0].figures, MANY.encounters[0].foes] * 8


def test_text_that_is_none_of_ours_is_refused_when_it_is_asked_for() -> None:
    label = EncounterLabel("a", "A", "", "over", "")
    for packed in (b"x", zlib.compress(b"{}"), zlib.compress(b'[{"zeal":1}]')):
        with pytest.raises(UnreadableText):
            _ = LazyEncounter(label, page_of(packed), 0).foes


def test_a_checkpoint_leaves_to_its_base_what_is_the_same_there() -> None:
    whole, base = pack(MANY, 100, 90, "a")
    changed = replace(MANY.encounters[2], name="Changed since")
    later = replace(MANY, encounters=(*MANY.encounters[:2], changed, *MANY.encounters[3:]))

    small, same = pack(later, 200, 180, "b", base)

    assert same is base
    assert len(small) < len(whole)
    back, depth, found = unpack(small, 200, "b", lambda entry: as_base(whole, entry, "a"))
    assert depth == 180
    assert (found.entry, found.sum) == (100, base.sum)
    assert len(unread(back)) == len(MANY.encounters) - 1
    assert pack(back, 200, 180, "b", found)[0] == small
    assert back == later


def test_a_base_that_is_another_now_is_noticed() -> None:
    _, base = pack(MANY, 100, 90, "a")
    small, _ = pack(MANY, 200, 180, "b", base)
    other, _ = pack(replace(MANY, encounters=MANY.encounters[::-1]), 100, 90, "a")

    with pytest.raises(UnreadableText):
        unpack(small, 200, "b", lambda entry: as_base(other, entry, "a"))


@pytest.mark.parametrize("at", range(0, 1_000, 50))
def test_damage_is_noticed_before_anything_is_read(at: int) -> None:
    data, _ = pack(MANY, 100, 90, "a")
    place = at * len(data) // 1_000
    damaged = data[:place] + bytes((data[place] ^ 0xFF,)) + data[place + 1 :]

    with pytest.raises(UnreadableText):
        unpack(damaged, 100, "a", nobody)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A campaign with many fights' checkpoints, some of which rest on others."""
    path = tmp_path_factory.mktemp("unread") / "a.outrider"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(state_history, "EVERY", 5)
        patch.setattr(state_history, "BASES", 40)
        for _ in parts(path, 5, 3):
            pass
    return path


SPOIL = (
    "UPDATE checkpoint SET depth = depth",
    "UPDATE checkpoint SET zlib = x'00' WHERE entry % 40 < 8",
    "DELETE FROM checkpoint WHERE entry % 40 < 8",
    "UPDATE checkpoint SET zlib = substr(zlib, 1, length(zlib) - 1)",
)


@pytest.mark.parametrize("spoil", SPOIL)
def test_a_campaign_is_as_it_was_played(
    played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spoil: str
) -> None:
    monkeypatch.setattr(state_history, "EVERY", 5)
    monkeypatch.setattr(state_history, "BASES", 40)
    path = tmp_path / "a.outrider"
    path.write_bytes(played.read_bytes())
    with Campaign.open(FilePlace(played), read_only=True) as campaign:
        before = _states(campaign)
    tamper(path, spoil)

    with Campaign.open(FilePlace(path)) as campaign:
        assert _states(campaign) == before
    with Campaign.open(FilePlace(path)) as campaign:  # whatever opening stored anew
        assert campaign.state == before[-1]
        assert (
            verify(file_of(campaign.place)) == () or spoil != SPOIL[0]
        )  # what rests on nothing is told


def _states(campaign: Campaign) -> list[State]:
    """Some states of the past, and the last one."""
    return [state_at(campaign, seq) for seq in (*range(1, campaign.head, 9), campaign.head)]
