"""text-mapper maps: read as text-mapper reads them, written again without loss."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.travel import regionmap
from core.travel.regionmap import HexCell, HexLabel, RegionMap
from saves.exchange import findings, textmapper
from saves.exchange.findings import UnreadableFile, decode, read_bytes
from saves.exchange.textmapper import read, read_text, write
from tests.thorough import examples
from tui.kit.phrases import say

TRAPS = """# a comment, kept
include default.txt
0101 light-green grass cliff0 castle icon_farm
0102 "Whispering Cave|Hex-0204"
0103 forest "Großer Wald" 20
0104 “curly” hill
0105 hill name="Named" 15 uwp="D7A5579-8" "extra" 12 translate(0,3) rotate(4)
-0101 sea
0106
0101-0301 road "Nach Restov" left 50%
0301-0101 road "Nach Restov"
0004-0204 river
0204--0102 trail
grass attributes fill="#abc"
river path attributes stroke="blue"
castle path M 1,1
castle xml <g/>
<g id="x"></g>
text font-size="20pt"
license <text>free</text>
other <circle/>
url https://example.invalid/%s
Regina 0310 A788899-A Ri
nonsense
"""


def test_hexes_keep_all_their_words_and_texts() -> None:
    cells = read_text(TRAPS).region.cells
    assert cells["0101"].words == ("light-green", "grass", "cliff0", "castle", "icon_farm")
    assert cells["0102"].label == "Whispering Cave"
    assert cells["0103"].title == HexLabel("Großer Wald", "20")
    assert cells["0104"].label == "curly"
    assert cells["0104"].words == ("hill",)
    assert cells["0105"].label == "Named"
    assert cells["0105"].labels[1] == HexLabel("D7A5579-8", "", "", "uwp")
    assert cells["0105"].labels[2] == HexLabel("extra", "12", "translate(0,3) rotate(4)")
    assert cells["-0101"].words == ("sea",)
    assert cells["0106"].words == ()


def test_paths_are_filled_and_may_leave_the_map() -> None:
    paths = read_text(TRAPS).region.paths
    assert [path.hexes for path in paths] == [
        ("0101", "0201", "0301"),
        ("0301", "0201", "0101"),
        ("0004", "0104", "0204"),
        ("0204", "0104", "0003", "-0103", "-0102"),
    ]
    assert (paths[0].label, paths[0].side, paths[0].start) == ("Nach Restov", "left", "50%")


def test_what_is_written_is_read_again_as_the_same_map() -> None:
    region = read_text(TRAPS).region
    assert read_text(write(region)).region == region
    assert write(read_text(write(region)).region) == write(region)


def test_a_plain_file_is_written_as_it_was() -> None:
    plain = '# x\n0101 plain "A"\n0102 hill\n\n0101-0102 road "R" left\ninclude default.txt\n'
    assert write(read_text(plain).region) == plain


def test_remarks_name_the_line_and_say_what_is_kept() -> None:
    told = {(f.severity, f.line) for f in read_text(TRAPS).findings}
    assert told == {("note", 2), ("note", 23), ("warning", 24)}


def test_an_include_is_never_opened(tmp_path: Path) -> None:
    (tmp_path / "more.txt").write_text("0202 forest\n", encoding="utf-8")
    file = tmp_path / "map.txt"
    file.write_text("0101 plain\ninclude more.txt\ninclude https://example.invalid/x.txt\n")
    found = read(read_bytes(file))
    assert list(found.region.cells) == ["0101"]
    assert [f.severity for f in found.findings] == ["note", "note"]


def test_squares_are_pointed_out() -> None:
    assert read_text("0101 plain\ninclude gridmapper.txt\n").findings[0].severity == "warning"


@pytest.mark.parametrize(
    ("line", "named"), [("zz hello", "zz hello"), ("zz " * 40, "zz " * 14 + "[...]")]
)
def test_a_line_that_is_not_understood_is_named(line: str, named: str) -> None:
    [found] = read_text(f"0101 plain\n{line}\n").findings
    said = f"'{named}' is not understood; it is kept."
    assert (found.severity, found.line, say(found.message)) == ("warning", 2, said)


def test_the_last_of_two_lines_for_a_hex_wins_with_a_warning() -> None:
    found = read_text("0101 plain\n0102 hill\n0101 forest\n")
    assert found.region.cells["0101"].words == ("forest",)
    assert [(f.severity, f.line) for f in found.findings] == [("warning", 3)]
    assert read_text(write(found.region)).findings == ()


def test_a_lone_quotation_mark_is_pointed_out_and_harms_nothing() -> None:
    found = read_text('0101 forest "half\n0102 hill "a" b"\n')
    assert [f.line for f in found.findings] == [1, 2]
    assert read_text(write(found.region)).region == found.region


@pytest.mark.parametrize("mark", ["```", "~~~", "````"])
def test_a_map_inside_a_note_is_found(mark: str) -> None:
    note = f"---\ntags: [map]\n---\n# Map\n\n{mark}text-mapper\n0101 plain\n{mark}\n0102 text\n"
    assert list(read_text(note).region.cells) == ["0101"]


def test_a_second_map_of_a_note_is_pointed_out() -> None:
    block = "```text-mapper\n0101 plain\n```\n"
    assert [f.severity for f in read_text(block + block).findings] == ["warning"]


def test_line_ends_and_byte_order_marks_do_not_matter() -> None:
    wanted = read_text('0101 plain "Blé"\n0102 hill\n').region
    text = '0101 plain "Blé"\r\n0102 hill\r\n'
    assert read(text.encode("utf-8-sig")).region == wanted
    assert read(text.encode("utf-16")).region == wanted
    assert read(text.replace("\r\n", "\r").encode()).region == wanted


def test_windows_text_is_read_with_a_visible_note() -> None:
    found = read('0101 plain "Blé"\n'.encode("cp1252"))
    assert found.region.cells["0101"].label == "Blé"
    assert [f.severity for f in found.findings] == ["warning"]


def test_binary_and_giant_files_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UnreadableFile):
        decode(b"0101\x00plain")
    monkeypatch.setattr(findings, "LARGEST", 8)
    with pytest.raises(UnreadableFile):
        decode(b"0101 plain\n")
    monkeypatch.setattr(findings, "LARGEST", 1_000)
    monkeypatch.setattr(findings, "MOST_LINES", 2)
    with pytest.raises(UnreadableFile):
        decode(b"\n\n\n\n")


def test_dotted_coordinates_reach_beyond_99() -> None:
    found = read_text("100.004 plain\n101.004 hill\n100.004-101.004 road\n12.03 forest\n")
    assert list(found.region.cells) == ["100.04", "101.04", "1203"]
    assert found.region.paths[0].hexes == ("100.04", "101.04")
    assert read_text(write(found.region)).region == found.region


def test_a_path_beyond_all_bounds_is_an_error_and_kept() -> None:
    found = read_text("0101 plain\n01.01-99999.99999 road\n")
    assert [f.severity for f in found.findings] == ["error"]
    assert "99999" in write(found.region)


def test_paths_for_which_there_is_no_room_are_not_filled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Given room for one path, when there are many, then nobody goes along the others."""
    filled: list[tuple[str, ...]] = []

    def fill(points: tuple[str, ...]) -> tuple[str, ...] | None:
        filled.append(points)
        return regionmap.fill(points)

    monkeypatch.setattr(textmapper, "MOST_HEXES", 150)
    monkeypatch.setattr(textmapper, "fill", fill)
    found = read_text("0101 plains\n" + "0101-0199 road\n" * 50)
    assert filled == [("0101", "0199")]
    assert [one.severity for one in found.findings] == ["error"] * 49


def test_remarks_do_not_grow_without_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(textmapper, "MOST_FINDINGS", 3)
    found = read_text("0101 plain\n" + "what is this\n" * 50)
    assert len(found.findings) == 4


def test_a_file_without_hexes_is_an_error() -> None:
    assert read_text("nothing here\n").findings[0].severity == "error"


WORD = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Zs", "Zl", "Zp")), max_size=8
)
LINES = st.lists(
    st.one_of(
        st.sampled_from(TRAPS.split("\n")),
        st.builds(
            lambda head, rest: f"{head} {' '.join(rest)}",
            st.sampled_from(("0101", "0202", "-0303", "101.202", "0101-0305")),
            st.lists(st.one_of(WORD, st.sampled_from(('"', "“", 'a="', "20", "name=")))),
        ),
        st.text(max_size=30),
    ),
    max_size=12,
)


@examples(60, 5_000)
@given(LINES)
def test_any_text_is_read_and_round_trips(lines: list[str]) -> None:
    region = read_text("\n".join(lines)).region
    again = read_text(write(region)).region
    assert dict(again.cells) == dict(region.cells)
    assert [p.hexes for p in again.paths] == [p.hexes for p in region.paths]


@examples(80, 5_000)
@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    try:
        found = read(data)
    except UnreadableFile:
        return
    assert isinstance(found.region, RegionMap)


def test_the_demo_region_is_read_without_a_remark() -> None:
    demo = Path(__file__).parents[3] / "saves" / "demo" / "the-long-marches.txt"
    found = read(demo.read_bytes())
    assert found.findings == ()
    assert write(found.region) == demo.read_text(encoding="utf-8")
    assert all(isinstance(cell, HexCell) for cell in found.region.cells.values())
