"""Style sheets are parsed once for the colours in force."""

from __future__ import annotations

from textual.dom import DOMNode

from tui.kit.theming import KeptStylesheet

SHEET = "Static { color: $ink; }"


def sheet_of(color: str) -> KeptStylesheet:
    sheet = KeptStylesheet({"ink": color})
    sheet.add_source(SHEET, read_from=("first", ""))
    return sheet


def test_a_sheet_that_was_parsed_is_kept_when_another_is_added() -> None:
    # given
    sheet = sheet_of("#ff0000")
    first = sheet.rules[0]
    # when
    sheet.add_source("Label { color: $ink; }", read_from=("second", ""))
    sheet.set_variables({"ink": "#ff0000"})
    sheet.reparse()
    # then
    assert len(sheet.rules) == 2
    assert sheet.rules[0] is first


def test_other_colours_are_taken_by_every_sheet() -> None:
    # given
    sheet = sheet_of("#ff0000")
    assert sheet.rules[0].styles.color.hex == "#FF0000"
    # when
    sheet.set_variables({"ink": "#0000ff"})
    sheet.reparse()
    # then
    assert sheet.rules[0].styles.color.hex == "#0000FF"


def test_widgets_are_styled_again_for_other_colours_and_not_for_another_sheet() -> None:
    # given
    sheet = sheet_of("#ff0000")
    styled = DOMNode(id="styled")
    sheet.add_source("#styled { color: $ink; }", read_from=("its own", ""))
    sheet.set_variables({"ink": "#ff0000"})
    # when
    sheet.update(styled)
    # then
    assert not styled.styles.has_rule("color")
    # when
    sheet.set_variables({"ink": "#0000ff"})
    sheet.reparse()
    sheet.update(styled)
    # then
    assert styled.styles.color.hex == "#0000FF"
