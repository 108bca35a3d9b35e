"""Whatever is played into a file, the four screens can be computed, its past too."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.random_table import RandomTable
from tests.screens_computed import compute_now, compute_sessions
from tests.thorough import cases, rounds
from tui.view import taken

SEED = 43
FEW = rounds(60, nightly=125)
"""Accepted commands of each of the four stories that are played by day, too."""
MANY = 50
"""Accepted commands of each story by night."""
TRIES = 20
"""So often something is tried for each accepted command, at most."""


def play_story(folder: Path, seed: int, story: int, length: int) -> None:
    """Play one story, computing all screens after each accepted command, and its past at the end.

    A failure says which story and command it was, so that it can be played again alone.
    """
    path = folder / f"story-{story}.outrider"
    table = RandomTable(path, seed, story)
    done = list[object]()
    try:
        with table.campaign:
            for _ in range(TRIES * length):
                command = table.try_next()
                if command is None:
                    continue
                done.append(command)
                compute_now(taken(table.campaign))
                if len(done) == length:
                    break
        compute_sessions(path)
    except Exception as failure:
        failure.add_note(f"seed {seed}, story {story}, after command {len(done)}: {done[-3:]}")
        raise


def name_story(case: tuple[int]) -> str:
    """Return the number of a story, by which its case is called."""
    return str(case[0])


@pytest.mark.parametrize("story", cases(zip(range(4)), ("0",), name_story))
def test_after_every_accepted_command_all_four_screens_can_be_computed(
    story: int, tmp_path: Path
) -> None:
    play_story(tmp_path, SEED, story, FEW)


@pytest.mark.nightly
@pytest.mark.parametrize("story", range(400))
def test_after_each_of_20_000_commands_all_four_screens_can_be_computed(
    story: int, tmp_path: Path
) -> None:
    play_story(tmp_path, SEED, story, MANY)
