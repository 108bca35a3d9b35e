"""Every text for people is marked for translation and whole."""

from __future__ import annotations

import ast
import string
from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.extract import check_and_call_extract_file, extract
from babel.messages.frontend import parse_mapping_cfg

import core
from tests.each import each
from tests.texts import name_of, texts

ROOT = Path(core.__file__).parents[1]
MODULES = [
    path for package in ("core", "saves", "tui") for path in sorted((ROOT / package).rglob("*.py"))
]
PARTS = ast.Constant | ast.JoinedStr | ast.BinOp


def receipts(nodes: Iterable[ast.AST]) -> Iterator[ast.expr]:
    """The labels of receipts, which are Messages, never texts."""
    for node in nodes:
        if isinstance(node, ast.Call) and name_of(node) == "Receipt":
            yield from node.args[:1]
            yield from (word.value for word in node.keywords if word.arg == "label")


def marks(nodes: Iterable[ast.AST]) -> Iterator[ast.Call]:
    for node in nodes:
        if isinstance(node, ast.Call) and name_of(node) == "N_":
            yield node


def faults(source: str) -> list[str]:
    nodes = [*ast.walk(ast.parse(source))]
    labels = (label for label in receipts(nodes) if isinstance(label, PARTS))
    wrong = [f"line {label.lineno}: a receipt's label is a Message" for label in labels]
    for text in texts(nodes):
        if isinstance(text, ast.Constant):
            wrong += nameless(text)
        elif isinstance(text, PARTS):
            wrong.append(f"line {text.lineno}: a text that is put together")
    for mark in marks(nodes):
        if not isinstance(mark.args[0], PARTS):
            wrong.append(f"line {mark.lineno}: N_ marks a literal only")
    return wrong


def nameless(text: ast.Constant) -> list[str]:
    names = fields(str(text.value))[1:]
    return [f"line {text.lineno}: fields have names"] * any(
        name == "" or name.isdigit() for name in names
    )


def fields(template: str) -> list[str]:
    return [name for _, name, _, _ in string.Formatter().parse(template) if name is not None]


@each("path", MODULES)
def test_every_text_for_people_is_marked_and_whole(path: Path) -> None:
    assert faults(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "source",
    [
        'Message(f"{x} goes")',
        'Refusal("too_far", f"{x}")',
        'Refusal("too_far", "a" + x)',
        'Refusal("x", "a" if y else f"{x}")',
        '_action("x", "", "tip", {"journey": f"{x}"})',
        'KINDS: Mapping[str, tuple[str, Template]] = {"x": (f"{x}", f"{x}")}',
        'Receipt("speed", 3)',
        'Receipt(label=f"{x}", value=3)',
        "N_(name)",
        'N_(f"{x}")',
        'N_("{} goes {}")',
        'self.say_message("{} goes {}")',
    ],
)
def test_the_scan_finds_what_it_looks_for(source: str) -> None:
    assert len(faults(source)) == 1


@pytest.mark.parametrize(
    "source",
    [
        'Message("{who} goes", who=x)',
        'Refusal("a", "no")',
        "Message(template)",
        'Receipt(Message("speed"), 3)',
        'N_("{} km")',
        'Message("a" if x else "b")',
        'Message("")',
    ],
)
def test_the_scan_lets_pass_what_is_right(source: str) -> None:
    assert faults(source) == []


def methods() -> list[tuple[str, str]]:
    """The methods of Babel by patterns of files, as in the command of CONTRIBUTING."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    mapping = text.split("babel.messages.frontend extract -F ", 1)[1].split("`", 1)[0].split()[0]
    with open(ROOT / mapping, encoding="utf-8") as file:
        found, _ = parse_mapping_cfg(file)  # type: ignore[no-untyped-call]
    return [(str(pattern), str(method)) for pattern, method in found]


def test_babel_finds_the_templates_without_a_mark() -> None:
    # when: babel reads a file
    source = BytesIO(b"""
SIGNS: Final[Mapping[str, tuple[str, Template]]] = MappingProxyType({"key": ("sign", "table")})
def veiled(short: bool, words: Template = "default") -> None:
    say_message("if" if short else "else")
    _action("id", "k", "tip", {"party": Here("label", tip="own tip")})
    told = N_("mark")
""")
    found = extract(methods()[0][1], source)
    # then: it finds the texts in the places of templates, and no others
    templates = {template for _, template, _, _ in found}
    assert templates == {"table", "default", "if", "else", "tip", "label", "own tip", "mark"}


RECORD = "saves/exchange/record"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("core/play/times.py", "{day} {month}"),
        ("saves/library/bestiary.py", "{file}, {key}: {message}"),
        ("tui/cli/ask.py", "({lines} more lines: --why)"),
        (f"{RECORD}/page.html", "{count:session|sessions}"),
        (f"{RECORD}/note.md", "{count:session|sessions}"),
        (f"{RECORD}/charts.svg", "How far each day went"),
        (f"{RECORD}/map.svg", "the party in the end"),
        (f"{RECORD}/board.svg", "not seen by anybody"),
    ],
)
def test_babel_finds_what_every_part_says(name: str, text: str) -> None:
    """Given a module or a template of records, then Babel collects its texts, whole."""
    found = check_and_call_extract_file(
        ROOT / name, methods(), {}, None, {}, (), False, dirpath=ROOT
    )
    texts = {str(each) for _, _, each, _, _ in found}
    assert text in texts
    assert all("" not in fields(each) for each in texts)
