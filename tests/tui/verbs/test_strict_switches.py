"""`ask` and `plan` go by the defaults of the switches, and `--strict` by the documents alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.rulesets.schema import Ruleset
from saves.library.rulesets import load_folder
from tui.cli import ask, main, plan
from tui.cli.rulesets import ruleset_for

EXAMPLES = Path(__file__).parents[3] / "docs" / "examples"
ASKED = (str(EXAMPLES / "encounters" / "ford.toml"), "distance", "harsk", "ogre")
PLANNED = (str(EXAMPLES / "old-road.toml"),)


def test_strict_takes_the_switches_as_the_documents_have_them() -> None:
    usual = ruleset_for("pf1", Path("a.toml"), ())
    strict = ruleset_for("pf1", Path("a.toml"), (), strict=True)

    assert usual.switch("dark_targets")
    assert not strict.switch("dark_targets")


def test_a_gms_folder_plays_as_before_a_switch_that_it_does_not_name() -> None:
    """Given a folder of before on dnd35, then it has what that had, not today's default."""
    rules = load_folder(EXAMPLES / "rulesets" / "gatehouse")

    assert not rules.switch("dark_targets")
    assert ruleset_for("dnd35", Path("a.toml"), ()).switch("dark_targets")


@pytest.mark.parametrize("strict", [True, False])
@pytest.mark.parametrize(("verb", "words"), [("ask", ASKED), ("plan", PLANNED)])
def test_a_verb_says_whether_it_is_strict(
    verb: str,
    words: tuple[str, ...],
    strict: bool,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    seen: list[Ruleset] = []

    def remembered(
        name: str, file: Path, folders: tuple[Path, ...], *, strict: bool = False
    ) -> Ruleset:
        rules = ruleset_for(name, file, folders, strict=strict)
        seen.append(rules)
        return rules

    for module in (ask, plan):
        monkeypatch.setattr(module, "ruleset_for", remembered)

    option = ["--strict"] if strict else []
    main([verb, *words, *option], "0")

    assert [rules.switch("dark_targets") for rules in seen] == [not strict]
