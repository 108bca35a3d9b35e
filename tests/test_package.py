"""One package `outrider` is installed; the folders within it clash with nobody's."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import outrider

ROOT = Path(outrider.__file__).parent
WHEEL = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"][
    "build"
]["targets"]["wheel"]
FOREIGN = ("core", "tui", "saves", "themes")
ROAD = ROOT / "docs" / "examples" / "old-road.toml"


def lay_out_package(site: Path) -> None:
    """Lay out in `site` what the wheel holds, the folders as links to the checkout's."""
    for source, target in WHEEL["sources"].items():
        link = site / target
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(ROOT / source)
    for source, target in WHEEL["force-include"].items():
        shutil.copy(ROOT / source, site / target)


def lay_out_foreign_packages(folder: Path) -> None:
    for name in FOREIGN:
        (folder / name).mkdir(parents=True)
        (folder / name / "__init__.py").write_text(f"raise SystemExit('a foreign {name}')\n")


def run_installed(site: Path, folder: Path, *words: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "outrider", *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(site), "OUTRIDER_HOME": str(folder / "a home")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """A folder with a space in its name, in which somebody keeps a `core` of their own."""
    folder = tmp_path / "an evening"
    lay_out_foreign_packages(folder)
    return folder


def test_the_installed_package_finds_its_own_folders_first(tmp_path: Path, elsewhere: Path) -> None:
    site = tmp_path / "site packages"
    lay_out_package(site)
    lay_out_foreign_packages(site)

    plan = json.loads(run_installed(site, elsewhere, "plan", str(ROAD), "--json"))

    assert plan["days"]


@pytest.mark.nightly
def test_the_wheel_does_all_that_a_checkout_does(tmp_path: Path, elsewhere: Path) -> None:
    built = subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", str(tmp_path), "."],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if built.returncode:
        pytest.skip(f"no wheel can be built here: {built.stderr.strip()[-200:]}")
    site = tmp_path / "site packages"
    shutil.unpack_archive(next(tmp_path.glob("*.whl")), site, "zip")
    lay_out_foreign_packages(site)

    told = json.loads(run_installed(site, elsewhere, "info", "--json"))
    assert told["outrider"] == {"version": outrider.__version__, "installed": "package"}
    assert "Previously" in run_installed(site, elsewhere, "demo")
    assert json.loads(run_installed(site, elsewhere, "plan", str(ROAD), "--json"))["days"]
    ford = ROAD.parent / "encounters" / "ford.toml"
    assert run_installed(site, elsewhere, "ask", str(ford), "reach", "harsk")
    record = run_installed(site, elsewhere, "export", "the long", "--format", "html")
    assert "<html" in record
