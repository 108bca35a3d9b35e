"""What is said of a broken file names the place, what is wrong, and what to type.

`sentences.txt` has what was said of each when it was written: kind, name,
key, code and sentence, with tabs between.
A sentence may become better, and may not lose anything of that.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from tests.core.written.corpus import GOOD, READERS, BrokenFile, broken_files, complaint_about
from tests.each import each

RECORDED = Path(__file__).with_name("sentences.txt")
BROKEN = tuple(broken_files())
NAMES = tuple(f"{broken.kind}: {broken.name}" for broken in BROKEN)
LEAST = 60
WRONG = re.compile(
    r"must |cannot |can only |can be given only|no such key|[Tt]here is no |is not |is no |has no "
    r"|have the |called|taken|neither |goes round|follows from|not both|already|but no|How does"
    r"|which is at|which rides|A member needs|line \d+: |a table\b|has \d+ squares|is a key of"
    r"|is one letter"
)
"""A sentence says what is wrong by one of these."""
EXACT = re.compile(r"\d+(?:\.\d+)?|'[^']+'|[a-z]+_[a-z_]+")
"""Numbers, quoted words and keys of a sentence: what somebody would have to type."""


@cache
def recorded() -> dict[tuple[str, str], tuple[str, str, str]]:
    """The place, the code and the sentence of each, as recorded."""
    rows = {}
    for line in RECORDED.read_text(encoding="utf-8").splitlines():
        kind, name, key, code, sentence = line.split("\t")
        rows[kind, name] = (key, code, sentence)
    return rows


@pytest.mark.parametrize("kind", READERS)
def test_a_file_without_mistakes_is_read(kind: str) -> None:
    for text in GOOD[kind]:
        assert complaint_about(BrokenFile(kind, "good", text)) is None


def test_each_kind_has_sixty_broken_files_and_each_its_name() -> None:
    """Given the corpus, then each kind has enough, none twice, and all are recorded."""
    kinds = Counter(broken.kind for broken in BROKEN)
    assert kinds.keys() == READERS.keys()
    assert min(kinds.values()) >= LEAST
    assert len(set(NAMES)) == len(NAMES)
    assert recorded().keys() == {(broken.kind, broken.name) for broken in BROKEN}


@each("broken", BROKEN, lambda broken: f"{broken.kind}: {broken.name}")
def test_a_mistake_is_named_as_well_as_ever(broken: BrokenFile) -> None:
    """Given a broken file, then place, wrong and right are named, no worse than recorded."""
    key, code, sentence = recorded()[broken.kind, broken.name]
    # when
    said = complaint_about(broken)
    # then
    assert said is not None
    assert said.key or said.sentence.startswith("line ") or "nested" in said.sentence
    assert WRONG.search(said.sentence)
    # and nothing is lost of what was said before
    assert said.key.startswith(key)
    assert said.code == code
    assert set(EXACT.findall(sentence)) <= set(EXACT.findall(said.sentence))
    assert len(said.sentence) >= len(sentence)
