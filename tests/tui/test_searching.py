"""The hits of a search, gone through by n and N."""

from __future__ import annotations

from collections.abc import Sequence

from tui.kit.searching import go_to_hit, round_to, take_hits


class Line:
    """A cursor that stands on a letter."""

    hits: Sequence[str] = ()

    def __init__(self, at: str) -> None:
        self.at = at

    def here(self) -> str:
        return self.at

    def go_there(self, place: str) -> None:
        self.at = place


def test_it_goes_round_in_both_directions() -> None:
    """Given three places, then the one after the last is the first, and the other way about."""
    assert [round_to("abc", here, 1) for here in "abc"] == ["b", "c", "a"]
    assert [round_to("abc", here, -1) for here in "abc"] == ["c", "a", "b"]
    assert [round_to("abc", None, step) for step in (1, -1)] == ["a", "a"]


def test_a_search_goes_to_its_first_hit_and_n_to_the_next() -> None:
    """Given hits, when the cursor has wandered off, then n begins with the first again."""
    line = Line("x")
    assert take_hits(line, "bd")
    assert line.at == "b"
    go_to_hit(line, 1)
    assert line.at == "d"
    go_to_hit(line, 1)
    assert line.at == "b"
    go_to_hit(line, -1)
    assert line.at == "d"
    line.at = "x"
    go_to_hit(line, 1)
    assert line.at == "b"


def test_what_is_not_found_leaves_the_cursor() -> None:
    """Given no hits, then the cursor stays, also when n is pressed."""
    line = Line("x")
    assert not take_hits(line, "")
    go_to_hit(line, 1)
    assert line.at == "x"
