"""Rows of the battle grid: what each square shows, in both widths and looks, and what is dirty."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from core.combat.board.drawing import Board, DoorState, battlefield
from core.combat.board.squares import Battlefield, Square
from core.messages import Message
from core.values import replace
from tests.thorough import examples
from tests.tui.widgets.grids import GROUND, at, field, token
from tui.board.battle_grid import ROLES
from tui.board.grid_cells import TALL
from tui.board.grid_ground import SIGNS as SIGNS_OF
from tui.board.grid_rows import MARGIN, GridRows, widen
from tui.board.grid_things import NO_LAYER, GridLine, GridOverlay, Layer, Token
from tui.kit.looks import LINES, PLAIN, Look, health_bar

LEGEND = Message("! threatened")
OPEN = field("......", "......", "......", "......")
MIXED = field(".:%^", "~o=&", "#T,.", edge_walls=("D1/D2", "C3/D3"), edge_low=("A1/B1", "A1/A2"))


def squares(
    shown: Battlefield, overlay: GridOverlay | None = None, cursor: str = "", **more: object
) -> list[str]:
    rows = GridRows(shown, overlay=overlay or GridOverlay(), **more)  # type: ignore[arg-type]
    where = at(cursor) if cursor else None
    lines = [line.text for y in range(shown.height) for line in rows.draw(y, 0, rows.width, where)]
    return [line[MARGIN:].rstrip() for line in lines]


def roles(shown: Battlefield, overlay: GridOverlay, name: str, **more: object) -> list[str]:
    """The roles of the columns of one square."""
    rows = GridRows(shown, overlay=overlay, **more)  # type: ignore[arg-type]
    square = at(name)
    row = rows.draw(square.y, 0, rows.width)[0]
    start = MARGIN + square.x * rows.wide
    return row.roles[start : start + rows.wide]


def layer(sign: str, *names: str, shown: Battlefield = OPEN, underlined: bool = False) -> Layer:
    return Layer("one", ((sign, shown.bits(map(at, names))),), LEGEND, underlined)


def one(*tokens: Token) -> list[str]:
    return squares(OPEN, GridOverlay(tokens))


def test_each_ground_has_its_sign_twice_and_borders_take_the_second_column() -> None:
    assert squares(MIXED) == [".;::%%^_", "~~((==&", "##:&(|."]


def test_the_lines_look_has_shades() -> None:
    assert squares(MIXED, look=LINES) == [".;░░▒▒▲─", "≈≈▫▫≡≡▓", "██♣♣▫│."]


@pytest.mark.parametrize("look", [PLAIN, LINES], ids=["plain", "lines"])
def test_no_ground_and_no_door_is_drawn_by_a_letter(look: Look) -> None:
    """Given any ground and the letters of a board's own, then letters are creatures' alone."""
    kinds = [(letter, (slug,)) for letter, slug in zip("abcdefghijklmnop", GROUND, strict=False)]
    legend = (*kinds, ("T", ("difficult", "concealing")), ("U", ("low", "concealing")))
    row = "".join(letter for letter, _ in legend)
    board = battlefield(Board((row,), legend=legend), (), GROUND)
    doors = SIGNS_OF[look.name].doors.values()
    for wide in TALL:
        drawn = "".join(squares(board, look=look, wide=wide))
        assert drawn.strip()
        assert not any(map(str.isalnum, (*drawn, *doors)))


def test_one_column_shows_borders_where_the_ground_is_open() -> None:
    assert squares(MIXED, wide=1) == [";:%^", "~(=&", "#:(."]
    assert roles(MIXED, GridOverlay(), "D1", wide=1) == ["hazard under"]


def test_doors_stand_in_the_place_of_their_border() -> None:
    doors = {"A1/B1": "closed", "B1/C1": "open", "A1/A2": "locked", "A2/A3": "locked"}
    drawn = squares(field("...", "...", "..."), doors=doors)
    assert drawn == [".+.'.", ".$. .", ". . ."]


def test_a_door_that_hides_another_border_underlines_its_square() -> None:
    walled = field("...", "...", edge_walls=("A1/A2", "B1/B2"))
    doors = {"A1/B1": "closed", "B1/B2": "locked", "C1/C2": "open"}
    assert squares(walled, doors=doors)[0] == ".+.$.'"
    assert roles(walled, GridOverlay(), "A1", doors=doors) == ["open under", "door"]
    assert roles(walled, GridOverlay(), "B1", doors=doors) == ["open", "door"]


@pytest.mark.parametrize(
    ("more", "drawn"),
    [
        ({}, "H"),
        ({"acting": True}, "H>"),
        ({"marked": True}, "H*"),
        ({"state": "3"}, "H3"),
        ({"state": "+"}, "H+"),
        ({"state": "_"}, "H_"),
        ({"state": "/"}, "H/"),
        ({"state": "x"}, "x"),
        ({"state": "?"}, "H?"),
        ({"state": "'"}, "H'"),
        ({"state": "_", "acting": True, "marked": True}, "H_"),
        ({"acting": True, "marked": True}, "H>"),
    ],
)
def test_a_token_shows_one_sign_of_its_state(more: dict[str, object], drawn: str) -> None:
    assert one(token("H", "A1", **more))[0][:2] == drawn.ljust(2)


def test_who_acts_or_is_marked_is_told_by_attributes_too() -> None:
    told = roles(OPEN, GridOverlay((token("H", "A1", acting=True, marked=True),)), "A1")
    assert told == ["party acting marked"] * 2


def test_large_bodies_carry_their_hit_points() -> None:
    assert one(token("O", "B2", side=2, camp="foe", health=(26, 30)))[1:3] == [
        ". [O ]. . .",
        ". [26]. . .",
    ]
    assert one(token("D", "A1", side=3, health=(84, 90)))[:3] == [
        "[D   ]. . .",
        "[    ]. . .",
        "[ 84 ]. . .",
    ]
    assert one(token("D", "A1", side=2, state="2", health=(126, 130)))[:2] == [
        "[D2]. . . .",
        "126]. . . .",
    ]
    ogre = GridOverlay((token("O", "A1", side=2, health=(26, 30)),))
    assert squares(OPEN, ogre, look=LINES)[:2] == [
        "┌O ┐. . . .",
        "└26┘. . . .",
    ]


def test_a_squeezed_body_is_between_arrows() -> None:
    squeezed = token("O", "B2", side=2, squares=(at("C2"), at("B2")))
    assert one(squeezed)[1] == ". >O <. . ."
    down = token("O", "B2", side=2, state="_", squares=(at("B2"), at("B3")))
    assert [line[2:4] for line in one(down)[1:3]] == [">O", "_<"]
    bent = token("O", "B1", side=2, squares=tuple(map(at, ("B1", "C1", "B2", "B3"))))
    assert [line[2:6] for line in one(bent)[:3]] == [">O  ", "  . ", " <. "]


def test_names_of_two_letters_leave_their_state_to_the_list() -> None:
    two = token("ab", "A1", state="_")
    assert one(two)[0].startswith("ab.")
    assert roles(OPEN, GridOverlay((two,)), "A1")[0] == "foe also"


def test_of_two_on_one_column_the_higher_is_drawn_with_a_sign() -> None:
    both = (token("T", "A1", state="3"), token("d", "A1"))
    assert one(*both)[0].startswith('T"')
    assert one(*reversed(both))[0].startswith('T"')


def test_who_stands_is_drawn_over_who_is_down() -> None:
    down = token("e", "A1", state="/")
    dead = token("c", "A1", state="x")
    for tokens in ((token("d", "A1"), down, dead), (dead, down, token("d", "A1"))):
        assert one(*tokens)[0].startswith('d"')
        assert squares(OPEN, GridOverlay(tokens), wide=4)[0].startswith('d  "')


def test_the_height_of_a_flyer_wins_the_column_of_a_door() -> None:
    walled = field("...", edge_walls=("A1/B1",))
    flyer = GridOverlay((token("h", "A1", state="2"),))
    assert squares(walled, flyer, doors={"A1/B1": "closed"})[0].startswith("h2")


def test_a_rider_is_drawn_on_its_mount() -> None:
    assert one(token("T", "A1"), token("h", "A1", side=2, health=(19, 30)))[:2] == [
        '[T"]. . . .',
        "[19]. . . .",
    ]


def test_the_layer_speaks_in_the_second_column() -> None:
    assert squares(OPEN, GridOverlay(layer=layer("!", "B1", "C1")))[0] == ". .!.!. . ."
    drawn = squares(MIXED, GridOverlay(layer=layer("2", "B1", "A2", "B3", shown=MIXED)))
    assert drawn == [".;:2% ^_", "~2( = &", "# :2(|."]


def test_the_first_sign_of_a_layer_that_holds_a_square_is_drawn() -> None:
    move = Layer("move", (("1", 0b11), ("2", 0b1111)), LEGEND)
    assert squares(OPEN, GridOverlay(layer=move))[0] == ".1.1.2.2. ."


def test_a_wall_wins_the_second_column_and_the_layer_turns_the_sign() -> None:
    walled = GridOverlay(layer=layer("2", "C3", shown=MIXED))
    assert squares(MIXED, walled)[2] == "# : (|."
    assert roles(MIXED, walled, "C3") == ["low also", "wall"]


def test_a_token_keeps_its_state_and_the_layer_turns_it() -> None:
    down = GridOverlay((token("S", "A1", state="_"), token("V", "B1")), layer("!", "A1", "B1"))
    assert squares(OPEN, down)[0].startswith("S_V!")
    assert roles(OPEN, down, "A1")[0] == "party also"


def test_in_one_column_the_second_sign_is_reversed_or_underlined() -> None:
    threat = GridOverlay((token("V", "B1"),), layer("!", "A1", "B1", underlined=True))
    assert squares(OPEN, threat, wide=1)[0] == "!V...."
    assert roles(OPEN, threat, "A1", wide=1) == ["open under"]
    assert roles(OPEN, threat, "B1", wide=1) == ["party under"]
    assert roles(OPEN, GridOverlay(layer=layer("1", "A1")), "A1", wide=1) == ["open also"]
    prone = GridOverlay((token("S", "A1", state="_"),))
    assert roles(OPEN, prone, "A1", wide=1) == ["party also"]


def test_the_way_is_numbered_and_tells_who_strikes() -> None:
    way = tuple(map(at, ("A1", "B1", "C1", "D1")))
    walks = GridOverlay((token("H", "A1", acting=True),), path=way, strikes={at("B1"): "a"})
    assert squares(OPEN, walks, "D1")[0] == "H !a2 @3. ."
    both = replace(walks, strikes={at("A1"): "a", at("B1"): "ac"})
    assert squares(OPEN, both)[0] == "H!!+2 3 . ."


def test_a_long_way_keeps_two_digits_while_there_is_room() -> None:
    long = field("." * 13)
    way = tuple(Square(x, 0) for x in range(13))
    assert squares(long, GridOverlay(path=way))[0].endswith("9 101112")
    told = GridOverlay(path=way, layer=layer("1", "L1", shown=long))
    assert squares(long, told)[0].endswith("9 0 112")


def test_a_way_over_hampered_ground_shows_that_it_is() -> None:
    assert (
        squares(field(".::."), GridOverlay(path=tuple(map(at, ("A1", "B1", "C1")))))[0] == ". 1:2:."
    )


def test_the_cursor_never_hides_who_stands_there() -> None:
    there = GridOverlay((token("V", "A1"), token("S", "B1", state="_")))
    assert squares(OPEN, there, "A1")[0].startswith("V@")
    assert squares(OPEN, there, "B1")[0].startswith("V S_")
    assert squares(OPEN, there, "C1")[0].startswith("V S_@ ")
    assert squares(MIXED, None, "B1")[0].startswith(".;@:")


def test_a_pack_shows_where_it_goes_and_where_it_stands() -> None:
    pack = {at("B1"): "a:", at("C1"): "d:", at("E1"): "d-"}
    assert squares(OPEN, GridOverlay((token("d", "E1"),), ghosts=pack))[0] == ". a:d:. d-."


def test_lines_run_over_the_ground_and_never_over_tokens_or_walls() -> None:
    sight = GridLine((1, 1), (11, 7), ((9, 5),))
    drawn = squares(OPEN, GridOverlay((token("V", "A1"), token("d", "F4")), lines=(sight,)))
    assert "".join(drawn).count("X") == 1
    assert drawn[0][0] == "V"
    assert set("".join(drawn)) <= set(r". \-XVd")
    flat = GridLine((1, 1), (11, 1))
    upright = GridLine((1, 1), (1, 7))
    assert squares(OPEN, GridOverlay(lines=(flat,)))[0] == ". ---------"
    assert [row[:2] for row in squares(OPEN, GridOverlay(lines=(upright,)))][1:3] == [".|", ".|"]


def test_a_line_is_seen_below_the_letters_of_a_token_where_nothing_else_is() -> None:
    """Given squares of two rows, then no line stands where a token's state would be."""
    level = GridLine((1, 1), (5, 1))
    upper = GridLine((0, 0), (6, 0))
    hurt = replace(token("d", "C1"), health=(3, 9))
    drawn = squares(OPEN, GridOverlay((token("V", "B1"), hurt), lines=(level, upper)), wide=4)
    assert (drawn[0][:12], drawn[1][:8]) == (" ---V   d   ", "   -----")
    assert drawn[1][8:12] == squares(OPEN, GridOverlay((hurt,)), wide=4)[1][8:12]


def test_an_area_a_ruler_marks_and_letters_to_jump_to() -> None:
    overlay = GridOverlay(
        (token("V", "B1"),),
        area=OPEN.bits([at("A1"), at("B1")]),
        marks={at("C1"): "5"},
        ruler={at("D1"): 1, at("E1"): 3},
        labels={at("F1"): "k"},
    )
    assert squares(OPEN, overlay)[0] == ".*V*.51 3 k"


def test_a_draft_is_seen_over_everything() -> None:
    drawn = GridOverlay((token("V", "A1"),), draft={at("A1"): "~~", at("B1"): "|"})
    assert squares(OPEN, drawn)[0].startswith("~~.|. ")


def test_columns_beyond_z_keep_their_letters() -> None:
    wide = field("." * 40)
    assert GridRows(wide).head(24, 20).text == "    Y Z AA  AC  AE  "
    assert GridRows(wide).head(27, 20).text == "      AC  AE  AG  AI  "[:20]
    assert GridRows(wide, wide=1).head(22, 14).text == "      Y  AB AE"
    assert GridRows(wide, wide=1).head(0, 40).text.startswith("    A  D  G  J")


@pytest.mark.parametrize(("wide", "width"), [(1, 44), (2, 84), (4, 162)])
def test_letters_of_a_column_are_whole_or_not_there(wide: int, width: int) -> None:
    rows = GridRows(field("." * 40), wide=wide)
    assert not {"A"} & {*rows.head(26, width - 26 * wide).text.split()}


def test_the_cursor_shows_its_count_only_where_it_cannot_be_misread() -> None:
    west = GridOverlay(path=tuple(Square(x, 0) for x in (5, 4, 3)))
    east = GridOverlay(path=tuple(Square(x, 0) for x in (1, 2, 3)))
    rows = (
        GridRows(OPEN, overlay=way).draw(0, 0, 16, Square(3, 0))[0].text for way in (west, east)
    )
    assert [row[10:14] for row in rows] == ["@ 1 ", "@2. "]


@pytest.mark.parametrize(
    "counted",
    [
        GridOverlay(ruler={Square(0, 2): 10}),
        GridOverlay(path=tuple(Square(x % 6, 2) for x in range(12))),
    ],
    ids=["ruler", "path"],
)
def test_numbers_of_two_digits_are_drawn_anew_when_a_layer_goes(counted: GridOverlay) -> None:
    """Beside a layer's sign 10 has room for its 0 alone."""
    rows = GridRows(OPEN, overlay=replace(counted, layer=layer("!", "A1")))
    short = rows.draw(2, 0, rows.width)
    assert 2 in rows.lay(counted)
    assert rows.draw(2, 0, rows.width) != short


def test_an_area_is_drawn_anew_when_an_underlined_layer_goes() -> None:
    """In one column a square of an area is underlined with the layer, else reversed."""
    area = GridOverlay(area=OPEN.bits([at("A3")]))
    low = layer("!", "A1", underlined=True)
    rows = GridRows(OPEN, overlay=replace(area, layer=low), wide=1)
    assert 2 in rows.lay(area)


# larger squares


def test_at_four_by_two_a_token_has_its_letter_two_of_its_name_and_a_bar() -> None:
    harsk = token("H", "A1", name="Harsk", health=(19, 38), condition=("prone", "prn"), state="_")
    wolf = token("d", "B1", name="wolf d", health=(1, 13))
    drawn = squares(OPEN, GridOverlay((harsk, wolf)), wide=4)
    assert [line[:8] for line in drawn[:2]] == ["Har_dwo ", "##- #--"]
    fine = squares(OPEN, GridOverlay((harsk, wolf)), wide=4, look=LINES)
    assert fine[1] == "━━─╴╾──╴"


def test_the_letter_of_a_hero_is_apart_from_a_name_that_does_not_begin_with_it() -> None:
    heroes = (token("B", "A1", name="Obo"), token("O", "B1", name="Olga"))
    drawn = {wide: squares(OPEN, GridOverlay(heroes), wide=wide)[0] for wide in (4, 6)}
    assert (drawn[4][:8], drawn[6][:12]) == ("B O Olg ", "B Obo Olga  ")


def test_at_six_by_three_a_token_has_its_name_and_its_first_condition() -> None:
    harsk = token("H", "A1", name="Harsk", health=(38, 38), condition=("prone", "prn"))
    wolf = token("d", "B1", name="wolf d", health=(13, 13), condition=("unconscious", "unc"))
    drawn = squares(OPEN, GridOverlay((harsk, wolf)), wide=6)
    assert [line[:12] for line in drawn[:3]] == ["Harsk d wolf", "prone unc", "##### #####"]


def test_a_large_body_has_a_frame() -> None:
    ogre = GridOverlay((token("O", "A1", side=2, name="Ogre", health=(26, 30)),))
    assert [line[:8] for line in squares(OPEN, ogre, wide=4)[:4]] == [
        "[Ogre  ]",
        "[      ]",
        "[26    ]",
        "[##### ]",
    ]


def test_who_rides_hides_nothing_of_its_mount() -> None:
    horse = token("h", "A1", side=2, name="horse", health=(19, 19))
    rider = token("T", "A1", name="Tam", health=(5, 22))
    drawn = squares(OPEN, GridOverlay((rider, horse)), wide=4, painted=True)
    assert drawn[0][:8] == "Tam ho ]"
    assert drawn[1][:4] == "#-- "


def test_a_lone_creature_on_a_large_one_is_alone() -> None:
    horse = token("h", "A1", side=2, name="horse", health=(19, 19))
    rider = token("T", "A1", name="Tam")
    hidden = token("s", "A1", state="?", name="sneak")
    of_the_gm, of_players = (
        squares(OPEN, GridOverlay(tokens), wide=4)
        for tokens in ((horse, hidden, rider), (horse, rider))
    )
    assert (of_the_gm[0][:4], of_players[0][:4]) == ('Tam"', "Tam ")


@pytest.mark.parametrize("wide", TALL)
def test_every_character_of_a_row_takes_one_column(wide: int) -> None:
    chinese = token("\u9f8d\u738b", "A1", name="\u9f8d\u738b", condition=("e\u0301",))
    board = battlefield(Board(("..\u9f8d",), legend=(("\u9f8d", ()),)), (), GROUND)
    rows = GridRows(board, overlay=GridOverlay((chinese,)), wide=wide)
    assert {cell_len(line.text) for line in rows.draw(0, 0, rows.width)} == {rows.width}


@pytest.mark.parametrize(
    ("left", "written", "drawn", "how"),
    [
        (20, "### ", "━━━╸", "full"),
        (11, "##- ", "━━─╴", "full"),
        (10, "##- ", "━━─╴", "half"),
        (9, "##- ", "━━─╴", "half"),
        (1, "#-- ", "╾──╴", "low"),
        (-3, "--- ", "───╴", "low"),
    ],
)
def test_a_bar_of_hit_points_keeps_apart_from_the_next(
    left: int, written: str, drawn: str, how: str
) -> None:
    assert health_bar((left, 20), 4, PLAIN.bar) == (written, how)
    assert health_bar((left, 20), 4, LINES.bar) == (drawn, how)


def test_borders_are_on_their_edge_and_signs_beside_them() -> None:
    walled = field("..", "..", edge_walls=("A1/B1", "A1/A2"))
    shown = GridOverlay(layer=layer("!", "A1", "B1", shown=walled))
    assert squares(walled, shown, wide=4)[:2] == [" .!| . !", "___]"]
    door = squares(field("..", ".."), wide=4, doors={"A1/A2": "closed", "A1/B1": "locked"})
    assert door[:2] == [" . $ .", "_++]"]


def test_numbers_strikes_labels_and_drafts_have_room_of_their_own() -> None:
    way = tuple(map(at, ("A1", "B1", "C1")))
    shown = GridOverlay(
        path=way,
        strikes={at("B1"): "ac"},
        labels={at("D1"): "k"},
        draft={at("E1"): "~~"},
        layer=layer("1", "C1"),
        marks={at("F1"): "5"},
    )
    assert squares(OPEN, shown, "F1", wide=4)[0] == " .   1!a 2 1k.  ~~~~@.5"
    line = GridLine((1, 1), (11, 1))
    assert "-" * 10 in squares(OPEN, GridOverlay(lines=(line,)), wide=4)[1]


def test_paint_tells_ground_every_second_square_and_what_lies_on_it() -> None:
    shown = GridOverlay(layer=replace(layer("1", "B1"), name="move"), path=(at("C1"),))
    row = GridRows(OPEN, overlay=shown, painted=True).draw(0, 0, 16)[0]
    assert row.paints[:4] == ["open", "open' reach", "open way", "open'"]
    water = GridRows(MIXED, painted=True).draw(1, 0, 16)[0]
    assert [paint.rstrip("'") for paint in water.paints] == ["water", "low", "low", "fog"]
    assert GridRows(OPEN).draw(0, 0, 16)[0].paints == []


# whatever is drawn

SIGNS = st.sampled_from([".", ".", ".", ":", "#", "~", "T"])
PLACES = st.builds(Square, st.integers(0, 5), st.integers(0, 4))
TOKENS = st.builds(
    Token,
    st.sampled_from("VHabc"),
    st.sampled_from(["V", "a", "ab"]),
    PLACES,
    st.integers(1, 3),
    st.sampled_from(["party", "foe", "neutral"]),
    st.sampled_from(["", "x", "3", "_", "?"]),
    st.booleans(),
    st.booleans(),
    st.none(),
    st.booleans(),
    st.sampled_from(["", "Ogre"]),
    st.one_of(st.none(), st.tuples(st.integers(-9, 126), st.integers(0, 26))),
    st.sampled_from([(), ("prone", "prn"), ("unconscious", "unc")]),
)
TEXTS = st.dictionaries(PLACES, st.sampled_from(["a", "b:", "k"]), max_size=3)
LAYERS = st.one_of(
    st.just(NO_LAYER),
    st.builds(
        lambda one, two, under: Layer("any", (("1", one), ("2", two)), LEGEND, under),
        st.integers(0, (1 << 34) - 1),
        st.integers(0, (1 << 34) - 1),
        st.booleans(),
    ),
)
POINTS = st.tuples(st.integers(0, 12), st.integers(0, 10))
OVERLAYS = st.builds(
    GridOverlay,
    st.lists(TOKENS, max_size=4).map(tuple),
    LAYERS,
    st.lists(PLACES, max_size=6).map(tuple),
    TEXTS,
    TEXTS,
    TEXTS,
    st.lists(st.builds(GridLine, POINTS, POINTS), max_size=2).map(tuple),
    st.integers(0, (1 << 34) - 1),
    TEXTS,
    st.dictionaries(PLACES, st.integers(1, 30), max_size=3),
    TEXTS,
)
KNOWN = {*ROLES, "bar", "name", "full", "half", "low"}
NAMES = st.sets(st.sampled_from(GridOverlay.__struct_fields__), min_size=1, max_size=2)
"""What changes from one drawing to the next: one thing, or two."""
BOARD = field(
    "..:.#.",
    "~.T...",
    "......",
    ".##.:.",
    "......",
    edge_walls=("B2/C2", "A4/A5", "C1/C2"),
    edge_low=("D3/E3",),
)


WIDTH = 26


@examples(25, 200)
@given(
    before=OVERLAYS,
    other=OVERLAYS,
    names=NAMES,
    wide=st.sampled_from([1, 2, 4, 6]),
    look=st.sampled_from([PLAIN, LINES]),
    painted=st.booleans(),
    cursor=PLACES,
    left=st.integers(0, 3),
)
def test_drawing_only_what_changed_is_drawing_everything(
    before: GridOverlay,
    other: GridOverlay,
    names: set[str],
    wide: int,
    look: Look,
    painted: bool,
    cursor: Square,
    left: int,
) -> None:
    """Given a window that begins at any square, and ends in the middle of one of four columns."""
    after = replace(before, **{name: getattr(other, name) for name in names})
    doors: dict[str, DoorState] = {"B2/C2": "open", "A4/A5": "closed"}
    style = look, wide, painted
    rows = GridRows(BOARD, doors, before, *style)
    kept = {y: rows.draw(y, left, WIDTH) for y in range(BOARD.height)}
    changed = rows.lay(after)
    widen(changed, [(cursor.y, range(cursor.x, cursor.x + 1))])
    for y, squares in changed.items():
        if y in kept:  # a large body may hang over the edge
            kept[y] = rows.redraw(kept[y], y, left, squares, cursor)
    fresh = GridRows(BOARD, doors, after, *style)
    for y in range(BOARD.height):
        drawn = fresh.draw(y, left, WIDTH, cursor)
        assert kept[y] == drawn
        assert len(drawn) == TALL[wide]
        for line in drawn:
            assert len(line.chars) == len(line.roles) == len(line.text) == WIDTH
            assert "".join(text for text, _, _ in line.spans()) == line.text
            assert {name for role in line.roles for name in role.split()} <= KNOWN
            assert any(line.paints) == painted
            assert line.text.isascii() or look is LINES


@pytest.mark.parametrize("wide", [4, 6])
def test_letters_that_take_two_columns_are_left_out_of_a_token(wide: int) -> None:
    """Given a name in such letters, then its token has its letter, and no question mark."""
    overlay = GridOverlay((token("A", "A1", name="龍之介"),))
    text = GridRows(field("...", "..."), None, overlay, wide=wide).text(0, 0, 40, 2)
    assert "A" in text[1]
    assert "?" not in "".join(text)
