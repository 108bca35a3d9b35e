"""Import contracts, one checkout, and an entry point that imports little."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from functools import cache
from graphlib import TopologicalSorter
from itertools import zip_longest
from pathlib import Path

import pytest

import core
import saves
import tui

ROOT = Path(core.__file__).parents[1]
FROM_TESTS = re.compile(r"^\s*from (tests\S*) import (\([^)]*\)|.*)$", re.MULTILINE)
CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"][
    "importlinter"
]

LISTED = """
import os, shutil, tempfile; from pathlib import Path; import outrider
with tempfile.TemporaryDirectory() as folder:
    os.environ["OUTRIDER_HOME"] = folder
    Path(folder, "campaigns").mkdir()
    shutil.copy("tests/golden/v1.outrider", Path(folder, "campaigns"))
    assert outrider.main(["list"]) == 0
"""
ASKED = """
import outrider; from tui.cli import main
encounter = "docs/examples/encounters/ford.toml"
assert main(["plan", "docs/examples/old-road.toml"], "") == 0
assert main(["ask", encounter, "aoo", "harsk", "F7", "F8", "G9"], "") == 0
"""
STARTED = """
import os, re, sys, tempfile; from unittest.mock import patch
compile = re.compile
def compile_for_others(pattern, flags=0):
    asker = sys._getframe(1).f_globals["__name__"]
    assert asker.partition(".")[0] not in ("core", "saves", "tui"), f"{asker} compiles a pattern"
    return compile(pattern, flags)
with tempfile.TemporaryDirectory() as folder, patch("re.compile", compile_for_others):
    os.environ["OUTRIDER_HOME"] = folder
    import tui.cli.screens; from tui.app import OutriderApp
    OutriderApp()
"""
SHOWN = """
import asyncio, os, tempfile; from tui.app import OutriderApp
async def show():
    async with OutriderApp(None).run_test() as pilot:
        await pilot.pause()
        await pilot.press("f8")
        await pilot.pause()
with tempfile.TemporaryDirectory() as folder:
    os.environ["OUTRIDER_HOME"] = folder
    asyncio.run(show())
"""


def python(*arguments: str, fed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        input=fed,
        capture_output=True,
        text=True,
        check=False,
    )


def test_all_packages_come_from_one_checkout() -> None:
    """A project of the same name in the same venv would silently overwrite ours."""
    assert Path(core.__file__).parents[1] == Path(tui.__file__).parents[1]
    assert Path(core.__file__).parents[1] == Path(saves.__file__).parents[1]


def test_imports_run_one_way(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from importlinter.cli import lint_imports  # only the worker that runs this test reads it

    monkeypatch.chdir(ROOT)
    assert {contract["type"] for contract in CONTRACTS["contracts"]} == {"layers", "forbidden"}
    assert ["tui", "saves", "core"] in [c.get("layers") for c in CONTRACTS["contracts"]]
    assert lint_imports() == 0
    assert f"{len(CONTRACTS['contracts'])} kept, 0 broken" in capsys.readouterr().out


def test_no_module_imports_itself_in_a_circle() -> None:
    """Late and type-only imports count: every module can be read by itself."""
    import grimp

    graph = grimp.build_graph("core", "saves", "tui", "themes", cache_dir=None)
    assert len(graph.modules) > 300
    imports = {name: graph.find_modules_directly_imported_by(name) for name in graph.modules}
    TopologicalSorter(imports).prepare()  # CycleError names the circle


def test_no_module_of_tests_imports_another() -> None:
    """What several of them need is in a module beside them that has no tests."""
    borrowers = [
        path.relative_to(ROOT).as_posix()
        for path in sorted((ROOT / "tests").rglob("*.py"))
        if imports_tests(path.read_text(encoding="utf-8"))
    ]

    assert borrowers == []


def imports_tests(source: str) -> bool:
    """Whether a module imports one of tests; all are so many that reading them as code is slow."""
    imports = [f"{module} {names}" for module, names in FROM_TESTS.findall(source)]
    return any(re.search(r"\btest_", words) for words in imports)


@pytest.mark.parametrize(
    ("source", "borrows"),
    [
        ("from tests.core.test_dice import throw", True),
        ("from tests.core import test_dice", True),
        (
            "def late():\n    from tests.core import (\n        fights,\n        test_dice,\n    )",
            True,
        ),
        ("from tests import builders\n\ndef test_dice() -> None: ...", False),
        ("from tests.core.dice import (\n    throw,\n)\n\ndef test_dice() -> None: ...", False),
    ],
)
def test_the_scan_sees_where_tests_are_imported(source: str, borrows: bool) -> None:
    assert imports_tests(source) is borrows


def test_the_driver_of_sqlite_is_known_where_files_are_alone() -> None:
    """Below `saves/store/sqlite` there may be another database; the index is always a file."""
    knowing = {
        path.relative_to(ROOT).parent.as_posix()
        for package in ("core", "saves", "tui")
        for path in (ROOT / package).rglob("*.py")
        if "sqlite3" in path.read_text(encoding="utf-8")
    }
    assert knowing == {"saves/store/sqlite", "saves/history/index"}


def test_no_calculator_knows_the_casebook_or_the_story() -> None:
    layers = next(c["layers"] for c in CONTRACTS["contracts"] if "core.play" in c.get("layers", ()))
    assert layers[:3] == ["core.casebook", "core.play", "core.travel | core.combat"]


QUICK = (
    (
        "import outrider; outrider.main(['--version'])",
        ("textual", "sqlmodel", "pydantic", "argparse", "core", "tui"),
    ),
    (
        "import tui.cli.command_line; tui.cli.command_line.parser()",
        ("textual", "sqlmodel", "sqlalchemy", "pydantic"),
    ),
    ("import saves.library.library", ("textual", "sqlmodel", "sqlalchemy")),
    (LISTED, ("sqlmodel", "sqlalchemy", "psycopg")),
    (ASKED, ("sqlmodel", "sqlalchemy", "psycopg")),
    (
        STARTED,
        (
            "pydantic",
            "sqlmodel",
            "sqlalchemy",
            "core.quantities",
            "saves.server_url",
            "saves.store",
            "tui.kit.choose",
            "tui.kit.help",
            "tui.kit.painted_view",
            "tui.kit.plain_panes",
            "tui.kit.searching",
            "tui.kit.text_line",
            "tui.kit.workers",
            "tui.play.foot_lines",
            "tui.settings",
            "tui.worker",
        ),
    ),
    (SHOWN, ("sqlmodel", "sqlalchemy")),
    ("import tui.app, tui.campaigns.screen, tui.journey.screen", ("jinja2",)),
    (
        "import tui.encounter.screen, tui.party.screen, saves.library.rulesets",
        (
            "core.casebook.case_schema",
            "core.bestiary_schema",
            "core.combat.board.encounter_schema",
            "core.play.party.party_schema",
            "core.travel.journey_schema",
        ),
    ),
)
"""What starts quickly, and what it does not import: SQLModel not before a campaign is opened."""
PROCESSES = (QUICK[:5], QUICK[5:])
"""Processes that start these things one after the other; none imports what a later one must not."""

RUN = """
import json, sys
for statement, unwanted in json.loads(sys.stdin.read()):
    exec(statement, {})
    print("\\n" + json.dumps([name for name in unwanted if name in sys.modules]))
"""


@cache
def imported(quick: tuple[tuple[str, tuple[str, ...]], ...]) -> dict[str, object]:
    """What was imported of the unwanted when a process had done each of these; else its error."""
    done = python("-c", RUN, fed=json.dumps(quick))
    lines = [line for line in done.stdout.splitlines() if line.startswith("[")]
    found: list[object] = [json.loads(line) for line in lines]
    statements = [statement for statement, _ in quick]
    return dict(zip_longest(statements, found, fillvalue=done.stderr))


@pytest.mark.parametrize(("statement", "unwanted"), QUICK)
def test_what_starts_quickly_imports_little(statement: str, unwanted: tuple[str, ...]) -> None:
    (process,) = (quick for quick in PROCESSES if (statement, unwanted) in quick)
    assert imported(process)[statement] == []
