"""A hex without a terrain is refused when it could matter, and left aside when it cannot (M-2)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from core.messages import Refusal
from core.travel.company import Traveller, assemble
from core.travel.lexicon import Lexicon, TravelTerms, lexicon
from core.travel.movers import Mover
from core.travel.route import SearchStart, ViaRoute, by_way_of, refuse_if_shorter, routes
from saves.exchange.textmapper import read_text
from saves.store.packaged_rulesets import packaged

PF1 = packaged("pf1")
ROUND_A_GLOOP = """
0101 plain
0102 gloop
0103 plain
0201 plain
0202 plain
0203 plain
"""


def planned(text: str, start: str, goal: str) -> ViaRoute:
    region = read_text(text).region
    company = assemble([Traveller("Ada", Mover(speed_m=Fraction(9)))], PF1)

    def search(words: Lexicon) -> ViaRoute:
        terms = TravelTerms(Fraction(10), words)
        first = routes(region, company, PF1, SearchStart(start), terms)
        return by_way_of(first, (), goal)

    found = search(lexicon(PF1))
    refuse_if_shorter(region, lexicon(PF1), found, search)
    return found


def test_a_way_round_a_hex_that_may_be_shorter_is_refused_by_hex_and_word() -> None:
    with pytest.raises(Refusal) as refused:
        planned(ROUND_A_GLOOP, "0101", "0103")

    assert refused.value.code == "unknown_terrain"
    assert refused.value.message.value("hex") == "0102"
    assert refused.value.message.value("word") == "gloop"


def test_a_hex_that_cannot_make_the_way_shorter_does_not_matter() -> None:
    found = planned(ROUND_A_GLOOP, "0201", "0203")

    assert [step.hex for step in found.steps] == ["0201", "0202", "0203"]
