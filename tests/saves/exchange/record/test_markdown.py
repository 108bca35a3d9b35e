"""Markdown: an exact small note; no text of the GM's can break its lists, tables or frontmatter."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from core.play.facts.road.commands import Camp, March, SetRoute
from core.play.facts.table.commands import WriteNote
from saves.exchange.record.document import Audience, Name
from saves.exchange.record.forms import escaped, linked, quoted, scalar, spoken
from saves.exchange.writing import END, START
from tests.core.play.maps import REGION
from tests.saves.campaigns import TAM, Hands, begun
from tests.saves.exchange.record.secrets import word
from tests.saves.exchange.record.told import AUDIENCES, record, record_of
from tests.saves.fights import perform
from tests.thorough import examples

READER = MarkdownIt("commonmark").enable("table")

SMALL = """---
tags: [session]
title: "Session 1"
fc-calendar: "Plain reckoning"
fc-date: "1212-01-01"
fc-end: "1212-01-02"
fc-category: "Session"
fc-display-name: "Session 1"
fc-description: "1 Deepwinter to 2 Deepwinter 1212, 24 km, 0 fights"
hex: "0302"
distance: "24 km"
---

%% outrider:start %%

# Session 1

*The Long Marches*

[[Tam]]

- Played on: 2026-11-21
- At the table: 0 h
- Days: 1
- Travelled: 24 km
- Fights: 0
- Hurt: nobody

| Day | From | To | Distance | On the way | Fights |
| --- | --- | --- | --- | --- | --- |
| 1 Deepwinter 1212 | [[Mill]] | 0302 | 24 km ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ | 5 h 20 |  |

```text
o     &
   *
.     @
   .
.     .
   .

o start   * way   1 2 3 nights   x fight   @ the party in the end
. plains   & forest
```

## 1 Deepwinter 1212

- **08:00** The Long Marches begins. [[Tam]] joins. A new map; the party is at [[Mill]]. \
The way to [[Fort Wyll]] is chosen. 5 h 20 on the way, 24 km, to 0302
- **13:20** *Is the bridge safe?*
- **13:20** Camp at 0302; 18 h 40 of rest; a new day begins

## Left open

- [ ] Is the bridge safe?

## Previously

- Session 1, of 2026-11-21.
- It is 2 Deepwinter 1212, 08:00; the party is at 0302.
- Nobody is hurt.
- On the way to [[Fort Wyll]].
- Open: Is the bridge safe?

%% outrider:end %%
"""
"""What players read of a march, a note and a night."""


def test_a_small_note_is_this_and_nothing_else(tmp_path: Path) -> None:
    with begun(tmp_path / "a.outrider", TAM, clock=Hands()) as campaign:
        campaign.adopt_map(REGION, Fraction(12), "0101")
        campaign.record(SetRoute("0303"))
        perform(campaign, March(Fraction(16, 3)))
        campaign.record(WriteNote("Is the bridge safe?", shared=True))
        campaign.record(Camp())
    assert record(tmp_path / "a.outrider", "players", "md") == SMALL


def text_of(source: str) -> tuple[list[str], str]:
    """The blocks that a reader of Markdown makes of `source`, and the plain text in them."""
    tokens = READER.parse(source)
    inside = [part for token in tokens for part in token.children or ()]
    assert {part.type for part in inside} <= {"text", "text_special"}
    return [token.type for token in tokens], "".join(part.content for part in inside)


LINE = [
    "bullet_list_open",
    "list_item_open",
    "paragraph_open",
    "inline",
    "paragraph_close",
    "list_item_close",
    "bullet_list_close",
]


def alike(text: str) -> str:
    """A text with its blanks as a page shows them."""
    return " ".join(text.split())


@given(st.text(st.characters(exclude_categories=("Cc", "Cs"))))
@examples(60, 20_000)
@example("# no heading")
@example("---")
@example("- no list")
@example("1. no list")
@example("12) no list")
@example("> no quote")
@example("a | b")
@example("[[x]]")
@example("![x](y)")
@example("`code`")
@example("<b>bold</b>")
@example("&amp;")
@example("%% outrider:end %%")
@example("==x== $x$ ~~x~~ *x* _y_ **z**")
@example("x ^block #tag")
@example("\\")
@example("***")
def test_whatever_is_written_reads_as_it_was_written(text: str) -> None:
    """Given any text, then it is plain text in a list, a heading, and one cell of a table."""
    if not alike(text):
        return
    blocks, read = text_of(f"- {escaped(text)}")
    assert (blocks, alike(read)) == (LINE, alike(text))
    blocks, read = text_of(f"## {escaped(text)}")
    assert (blocks, alike(read)) == (["heading_open", "inline", "heading_close"], alike(text))
    blocks, read = text_of(f"| a | b |\n| --- | --- |\n| {escaped(text)} | x |")
    assert blocks.count("td_open") == 2
    assert alike(read) == alike(f"ab{alike(text)}x")
    assert "%%" not in escaped(text)
    assert json.loads(quoted(text)) == alike(text)


def test_names_are_links_where_a_note_can_be_called_so() -> None:
    assert linked("Fort Wyll") == "[[Fort Wyll]]"
    assert linked("a|b") == r"a\|b"
    assert linked("x]] y") == r"x\]\] y"
    assert spoken((Name("Tam"), " is hurt")) == "[[Tam]] is hurt"
    assert spoken(("- ", Name("Tam"))) == r"\- [[Tam]]"


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("Wolf", "Wolf"),
        ("Dire wolf", "Dire wolf"),
        ("yes", '"yes"'),
        ("12", '"12"'),
        ("Wolf: big", '"Wolf: big"'),
        ("- x", '"- x"'),
        ('a "b"', r'"a \"b\""'),
        ("", '""'),
    ],
)
def test_a_block_quotes_the_names_that_need_it(text: str, written: str) -> None:
    assert scalar(text) == written


BLOCK = """```encounter
name: Ambush at the ford
party: The Long Marches
players:
  - Harsk
  - Valeria
  - Tam
creatures:
  - 2: Wolf
  - 1: Ogre
```
"""


def test_a_fight_is_a_block_that_a_tracker_plays_again() -> None:
    """Then players meet those whom they saw, and the GM everybody."""
    assert BLOCK in record_of("players", "md")
    lurker = f"  - 1: {word('Lurker')}\n```\n"
    assert BLOCK.removesuffix("```\n") + lurker in record_of("gm", "md")


@pytest.mark.parametrize("who", AUDIENCES)
def test_what_is_written_stands_between_its_marks_but_for_the_frontmatter(who: Audience) -> None:
    text = record_of(who, "md")
    head, start, rest = text.partition(f"\n{START}\n")
    body, end, after = rest.partition(f"\n{END}\n")
    assert (start, end, after) == (f"\n{START}\n", f"\n{END}\n", "")
    assert head.startswith("---\n")
    assert head.endswith("\n---\n")
    assert START not in body
    assert body.count("```") % 2 == 0
