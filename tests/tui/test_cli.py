"""The command line: verbs, exit codes, and what goes to which stream."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import outrider
from core.messages import Message, Refusal
from saves.library import library
from saves.store.packaged_rulesets import packaged
from tui.cli import main, read_arguments
from tui.cli.command_line import parser
from tui.kit.errors import LARGEST, BadInput, read_text, report
from tui.kit.terminal import is_terminal

ROOT = Path(outrider.__file__).parent
CLOSED = "outrider: the answer could not be printed: standard output is closed.\n"
WRITTEN = "outrider: sound.md was written.\n"


def test_version_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert outrider.main(["--version"]) == 0
    assert outrider.main(["--version", "--strict"]) == 0
    assert capsys.readouterr().out == f"outrider {outrider.__version__}\n" * 2


@pytest.mark.parametrize(
    "argv", [["nonsense"], ["plan"], ["plan", "a", "b"], ["check"], ["list", "--new"], ["--json"]]
)
def test_usage_errors_exit_2_and_leave_stdout_empty(
    argv: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(argv, "0")
    assert left.value.code == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "usage: outrider" in captured.err


@pytest.mark.parametrize(
    "argv",
    [
        ["--strict", "--ruleset", "a", "check", "x.toml"],
        ["check", "x.toml", "--strict", "--ruleset", "a"],
    ],
)
def test_rule_options_stand_before_or_after_the_verb(argv: list[str]) -> None:
    args = parser().parse_args(argv)
    assert args.strict is True
    assert args.ruleset == [Path("a")]
    assert args.files == [Path("x.toml")]


@pytest.mark.parametrize("argv", [[], ["demo"]])
def test_a_start_without_options_is_read_as_the_parser_reads_it(argv: list[str]) -> None:
    assert vars(read_arguments(argv)) == vars(parser().parse_args(argv))


@pytest.mark.parametrize("verb", ["demo", "check", "plan", "bogus"])
def test_a_verb_is_explained_the_same_with_the_others_or_alone(
    verb: str, capsys: pytest.CaptureFixture[str]
) -> None:
    told = []
    for command_line in (parser(verb), parser()):
        with pytest.raises(SystemExit):
            command_line.parse_args([verb, "--help"])
        told.append(capsys.readouterr())
    assert told[0] == told[1]


def test_paths_says_where_everything_is(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert outrider.main(["paths", "--json"]) == 0
    places = json.loads(capsys.readouterr().out)
    assert places["home"] == str(home)
    assert places["campaigns"] == str(home / "campaigns")
    assert places["exports"] == str(home / "exports")
    assert places["index"] == str(home / "index")
    assert places["settings"] == str(home / "settings.toml")
    assert outrider.main(["paths"]) == 0
    assert str(home / "settings.toml") in capsys.readouterr().out
    assert not home.exists()


def test_an_interrupt_exits_130(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(args: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("tui.cli.paths.run", interrupted)
    assert outrider.main(["paths"]) == 130


def test_a_reader_that_goes_away_is_no_error() -> None:
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(
        [sys.executable, "-m", "outrider", "paths"],
        cwd=ROOT,
        stdout=write,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    os.close(write)
    assert (done.returncode, done.stderr) == (0, "")


NIGHTLY = pytest.mark.nightly
NOTHING_CAME = "outrider: -: line 1: The file is empty. Nothing was imported.\n"


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        pytest.param("paths >&-", 1, CLOSED, marks=NIGHTLY),
        pytest.param("list >&-", 1, CLOSED, marks=NIGHTLY),
        pytest.param("rulesets --json >&-", 1, CLOSED, marks=NIGHTLY),
        ("export Sound >&-", 1, CLOSED),
        pytest.param("export Sound --output - >&-", 1, CLOSED, marks=NIGHTLY),
        pytest.param("export Sound --output sound.md >&-", 0, WRITTEN, marks=NIGHTLY),
        pytest.param("export nowhere 2>&-", 2, "", marks=NIGHTLY),
        pytest.param("import - <&-", 2, NOTHING_CAME, marks=NIGHTLY),
    ],
)
def test_what_the_caller_closed_leads_nowhere(
    words: str, code: int, message: str, tmp_path: Path
) -> None:
    library.create("Sound", packaged("pf1")).close()
    done = subprocess.run(
        ["sh", "-c", f'exec "$0" -m outrider {words}', sys.executable],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert (done.returncode, done.stdout, done.stderr) == (code, "", message)


def test_bad_input_is_a_sentence_that_names_file_and_key(
    capsys: pytest.CaptureFixture[str],
) -> None:
    error = BadInput("unknown_key", Message("no such key."), "a.toml", "party[2].armor")
    assert report(error, as_json=True) == 2
    captured = capsys.readouterr()
    assert captured.err == "outrider: a.toml: party[2].armor: no such key.\n"
    assert json.loads(captured.out) == {
        "error": "unknown_key",
        "message": "no such key.",
        "file": "a.toml",
        "key": "party[2].armor",
    }


@pytest.mark.parametrize(
    ("code", "exit_code"), [("house_default", 1), ("no_route", 1), ("unknown_terrain", 2)]
)
def test_refusals_exit_1_but_unknown_things_are_bad_input(
    code: str, exit_code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert report(Refusal(code, "no."), file="a.toml") == exit_code
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == ("", "outrider: a.toml: no.\n")


@pytest.mark.parametrize("data", [None, b"\xff\xfe\x00", b" " * (LARGEST + 1)])
def test_an_unreadable_file_is_bad_input(tmp_path: Path, data: bytes | None) -> None:
    path = tmp_path / "a.toml"
    if data is not None:
        path.write_bytes(data)
    with pytest.raises(BadInput) as caught:
        read_text(path)
    assert (caught.value.code, caught.value.file) == ("unreadable", str(path))


def test_a_pipe_or_a_dumb_terminal_is_no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal:
        closed = False

        def isatty(self) -> bool:
            return True

    for name in ("__stdin__", "__stdout__", "__stderr__"):
        monkeypatch.setattr(sys, name, Terminal())
    monkeypatch.setenv("TERM", "xterm-256color")
    assert is_terminal()
    monkeypatch.setenv("TERM", "dumb")
    assert not is_terminal()
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "__stdin__", None)
    assert not is_terminal()


def test_info_tells_versions_and_counts_and_names_nobody(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Path, "home", lambda: home.parent)

    assert outrider.main(["info", "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)

    assert facts["outrider"] == {"version": outrider.__version__, "installed": "checkout"}
    assert facts["paths"]["campaigns"] == f"~/{home.name}/campaigns"
    assert facts["counts"]["campaigns"] == 0
    assert str(home.parent) not in json.dumps(facts)


def test_info_counts_what_is_in_the_bin(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("Old", "Older"):
        library.create(name, packaged("pf1")).close()
    library.bin("Older")

    assert outrider.main(["info", "--json"]) == 0

    counts = json.loads(capsys.readouterr().out)["counts"]
    assert (counts["campaigns"], counts["entries"], counts["in the bin"]) == (1, 1, 1)


def test_info_tells_all_else_when_the_folder_cannot_be_read(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    home.mkdir(parents=True)
    (home / "campaigns").write_text("not a folder")

    assert outrider.main(["info", "--json"]) == 0

    facts = json.loads(capsys.readouterr().out)
    assert facts["counts"] == {"campaigns": "cannot be read"}
    assert facts["outrider"]["version"] == outrider.__version__


def test_a_folder_that_cannot_be_read_is_named_with_the_reason(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Given a file in place of the folder, when any verb lists, then it says so and fails."""
    home.mkdir(parents=True)
    (home / "campaigns").write_text("not a folder")
    verbs: list[list[str]] = [["list"], [], ["demo"], ["export", "Sound"], ["list", "--json"]]
    for argv in verbs:
        assert outrider.main(argv) != 0, argv
        said = capsys.readouterr().err
        assert str(home / "campaigns") in said, argv
        assert "Not a directory" in said, argv


def test_a_folder_without_permission_is_named_with_the_reason(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Given a folder that the system does not let us list, then `list` says so and fails."""
    (home / "campaigns").mkdir(parents=True)

    def refuse(folder: Path) -> list[str]:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(folder))

    monkeypatch.setattr(os, "listdir", refuse)
    assert outrider.main(["list"]) != 0
    assert f"{home / 'campaigns'} cannot be read: Permission denied." in capsys.readouterr().err
