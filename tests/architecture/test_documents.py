"""What the documents name exists, so that a newcomer is never sent to a file that is gone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.each import each

ROOT = Path(__file__).parents[2]
FOR_DEVELOPERS = (
    "CONTRIBUTING.md",
    "docs/packages.md",
    "docs/recipes.md",
    "docs/tutorial-weather.md",
)
ENDINGS = ("py", "toml", "md", "tcss", "svg", "html", "outrider")
PACKAGES = ("core", "saves", "tui", "tests", "docs", "themes")
MADE_BY_THE_READER = {"test_weather.py", "weather.toml"}
LINK = re.compile(r"\]\(([^)\s]+)\)")


def text_of(document: str) -> str:
    return (ROOT / document).read_text(encoding="utf-8")


def without_code(text: str) -> str:
    return re.sub(r"```.*?```", "", text, flags=re.DOTALL)


def prose_of(document: str) -> str:
    return without_code(text_of(document))


def is_path(word: str) -> bool:
    if not re.fullmatch(r"[\w./<>*-]+", word) or Path(word).name in MADE_BY_THE_READER:
        return False
    if word.rpartition(".")[2] in ENDINGS:
        return True
    return "/" in word and word.split("/")[0] in PACKAGES


def named_paths(document: str) -> Iterator[str]:
    """The paths in backquotes of a document; "<subject>" and "RULESET" stand for a name."""
    for quoted in re.findall(r"`([^`]+)`", prose_of(document)):
        for word in quoted.split():
            path = word.split(":")[0].strip(",;()")
            if is_path(path):
                yield path


def headings(text: str) -> set[str]:
    """The anchors of a document's headings, as GitHub makes them."""
    anchors = set()
    for heading in re.findall(r"^#+ +(.+)$", text, flags=re.MULTILINE):
        words = re.sub(r"[^\w\- ]", "", heading.lower())
        anchors.add(words.replace(" ", "-"))
    return anchors


def has_place(target: Path, anchor: str) -> bool:
    """Whether a file or folder exists, and has the heading that an anchor names."""
    if not target.exists():
        return False
    return not anchor or anchor in headings(without_code(target.read_text(encoding="utf-8")))


def linked_documents() -> list[str]:
    pages = sorted((ROOT / "docs").rglob("*.md"))
    return ["README.md", "CONTRIBUTING.md", *(page.relative_to(ROOT).as_posix() for page in pages)]


PATHS = sorted({(document, path) for document in FOR_DEVELOPERS for path in named_paths(document)})


def test_paths_are_found_in_the_documents() -> None:
    assert len(PATHS) > 150


@each("named", PATHS)
def test_every_path_that_a_document_names_exists(named: tuple[str, str]) -> None:
    _, path = named
    # below a heading or in a table a path may begin in its folder
    pattern = re.sub(r"<\w+>|RULESET", "*", path).rstrip("/")
    whole = path.split("/")[0] in PACKAGES
    folders = ("",) if whole else ("", "core/**/", "saves/**/", "tui/**/", "tests/**/")
    assert any(any(ROOT.glob(folder + pattern)) for folder in folders)


@pytest.mark.parametrize("document", linked_documents())
def test_every_link_of_a_document_leads_somewhere(document: str) -> None:
    # given
    folder = (ROOT / document).parent
    broken = []
    # when
    for link in LINK.findall(prose_of(document)):
        if link.startswith(("https:", "http:")):
            continue
        path, _, anchor = link.partition("#")
        target = folder / path if path else ROOT / document
        if not has_place(target, anchor):
            broken.append(link)
    # then
    assert broken == []


def test_every_document_is_in_the_list_of_documents() -> None:
    listed = text_of("docs/README.md")
    for path in sorted((ROOT / "docs").glob("*.md")):
        assert path.name == "README.md" or f"({path.name})" in listed, path.name


def test_every_folder_of_the_code_is_on_the_page_of_packages() -> None:
    # given
    quoted = re.findall(r"`([^`]+)`", text_of("docs/packages.md"))
    named = {part for path in quoted for part in path.split("/")}
    # when
    folders = [
        init.parent
        for package in ("core", "saves", "tui")
        for init in ROOT.glob(f"{package}/**/__init__.py")
    ]
    # then
    assert len(folders) > 30
    assert [str(folder) for folder in folders if folder.name not in named] == []


@pytest.mark.parametrize("picture", ["layers", "command", "journal"])
def test_a_picture_of_the_code_is_drawn_for_light_and_dark(picture: str) -> None:
    text = text_of(f"docs/pictures/{picture}.svg")
    assert "prefers-color-scheme: dark" in text
    assert "<title" in text
    assert "<desc" in text
    assert "url(" not in text, "no font and no picture from elsewhere"
