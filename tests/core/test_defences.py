"""Lines of defences: what stat blocks and people write is one line each, and read back."""

from __future__ import annotations

import pytest

from core.defences import defence_lines, read_defences, starts_defence, write_defence
from core.messages import Refusal
from saves.store.packaged_rulesets import packaged


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("DR 5/silver or good", ("DR 5/silver or good",)),
        ("dr 10/magic and silver", ("DR 10/magic and silver",)),
        ("damage reduction 5/cold iron", ("DR 5/cold iron",)),
        ("DR5/-", ("DR 5/-",)),
        ("resist fire 10 cold 5", ("resist fire 10", "resist cold 5")),
        (
            "Resistances fire 5, physical 10 (except silver)",
            ("resist fire 5", "resist physical 10 except silver"),
        ),
        ("immune fire, poison", ("immune fire", "immune poison")),
        ("immunities sleep and cold", ("immune sleep", "immune cold")),
        ("vulnerable to fire", ("vulnerable fire",)),
        ("weaknesses cold iron 5, fire 3", ("weakness cold iron 5", "weakness fire 3")),
        ("weaknesses vulnerable to cold", ("vulnerable cold",)),
        ("hardness 5", ("hardness 5",)),
        ("fast healing 2", ("fast healing 2",)),
        ("regeneration 5 (acid or fire)", ("regeneration 5 acid fire",)),
        ("regeneration 5 acid fire, DR 5/magic", ("regeneration 5 acid fire", "DR 5/magic")),
        ("spell resistance 15", ("SR 15",)),
        ("object", ("object",)),
    ],
)
def test_what_stat_blocks_write_is_a_line_for_each_defence(
    text: str, lines: tuple[str, ...]
) -> None:
    defences = read_defences(text)

    assert defence_lines(defences) == lines
    assert tuple(one for line in lines for one in read_defences(line)) == defences


@pytest.mark.parametrize("ruleset", ["pf1", "dnd35", "sf", "pf2"])
def test_words_of_a_system_are_read_as_it_writes_them(ruleset: str) -> None:
    kinds = {
        word: packaged(ruleset).combat.damage.name_of(slug)
        for word, slug in packaged(ruleset).combat.damage.words.items()
    }

    assert defence_lines(read_defences("resist feu 10", kinds)) == ("resist fire 10",)
    assert defence_lines(read_defences("DR 5/fer froid", kinds)) == ("DR 5/cold iron",)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("resist fier 10", "unknown_kind"),
        ("resist fire", "bad_defence"),
        ("DR silver", "bad_defence"),
        ("claws 2", "bad_defence"),
        ("", "bad_defence"),
        ("vulnerable", "bad_defence"),
        ("DR 5/mud", "unknown_kind"),
    ],
)
def test_what_is_no_defence_is_refused(text: str, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        read_defences(text, packaged("pf1").combat.damage.words)

    assert refused.value.code == code


def test_a_word_that_only_begins_like_a_defence_is_none() -> None:
    assert not starts_defence(["hardness"])
    assert not starts_defence(["fast", "4"])
    assert not starts_defence(["dr", "who"])
    assert starts_defence(["DR", "5/silver"])


def test_each_line_is_written_as_it_is_read() -> None:
    lines = ("DR 5/magic and silver or good", "resist physical 5 except silver", "immune cold")

    assert tuple(write_defence(one) for line in lines for one in read_defences(line)) == lines
