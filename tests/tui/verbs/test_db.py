"""`outrider db init` and `--db`, as far as no server is needed."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import outrider
from saves.library import library
from saves.store.packaged_rulesets import packaged

URL = "postgresql://gm@/club?host=/nowhere"
PASSWORD = "geheim"
WITH_PASSWORD = f"postgresql://gm:{PASSWORD}@db/club"


def set_db(home: Path, url: str) -> None:
    home.mkdir(parents=True)
    (home / "settings.toml").write_text(f'db = "{url}"\n', encoding="utf-8")


@pytest.fixture
def no_psycopg(monkeypatch: pytest.MonkeyPatch) -> None:
    """An Outrider that was installed without the extra `postgres`."""
    monkeypatch.setitem(sys.modules, "psycopg", None)


@pytest.mark.usefixtures("no_psycopg")
def test_the_sql_is_printed_without_a_server_and_without_psycopg(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert outrider.main(["db", "init", URL, "--sql"]) == 0

    sql = capsys.readouterr().out
    for table in ("meta", "campaign", "entry", "blob", "checkpoint"):
        assert f"CREATE TABLE IF NOT EXISTS outrider_{table} (" in sql
    assert "INSERT INTO outrider_meta" in sql
    assert "%" not in sql


@pytest.mark.usefixtures("no_psycopg")
@pytest.mark.parametrize(
    "argv",
    [
        ["db", "init", URL],
        ["list", "--db", URL],
        ["--db", URL, "list"],
        ["--db", URL],
        ["export", f"{URL}#Rime"],
        ["export", "Rime", "--db", URL],
    ],
)
def test_without_psycopg_it_says_how_to_install_it(
    argv: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert outrider.main(argv) != 0

    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err == (
        "outrider: Campaigns on a server need psycopg. Install it with: pip install"
        " 'outrider[postgres]'\n"
    )


@pytest.mark.usefixtures("no_psycopg")
def test_the_settings_name_the_server(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Given `db` in the settings, when campaigns are listed, then they are those of the server."""
    set_db(home, URL)

    assert outrider.main(["list"]) == 1
    assert "need psycopg" in capsys.readouterr().err


@pytest.mark.usefixtures("no_psycopg")
def test_a_server_for_one_run_is_forgotten_after_it(capsys: pytest.CaptureFixture[str]) -> None:
    library.create("Rime", packaged("pf1")).close()

    assert outrider.main(["list", "--db", URL]) == 1
    assert outrider.main(["list"]) == 0
    assert capsys.readouterr().out.startswith("Rime ")


@pytest.mark.usefixtures("no_psycopg")
def test_a_file_can_be_named_whatever_the_settings_say(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Given `db` in the settings, when a file is named by its path, then it is that file."""
    with library.create("Rime", packaged("pf1")) as campaign:
        path = str(campaign.place)
    (home / "settings.toml").write_text(f'db = "{URL}"\n', encoding="utf-8")

    assert outrider.main(["export", path]) == 0
    assert "Rime" in capsys.readouterr().out


@pytest.mark.parametrize(
    "argv",
    [
        ["db", "init", WITH_PASSWORD],
        ["list", "--db", WITH_PASSWORD],
        ["list", f"--db={WITH_PASSWORD}"],
        ["--db", WITH_PASSWORD],
        ["export", f"{WITH_PASSWORD}#Rime"],
        ["export", f"{WITH_PASSWORD}#Rime", "--format", "jsonl"],
        ["list", WITH_PASSWORD],
        [WITH_PASSWORD],
        ["plan", WITH_PASSWORD],
        ["info", "--db", WITH_PASSWORD],
    ],
)
def test_a_password_on_the_command_line_is_refused_and_not_repeated(
    argv: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert outrider.main(argv) == 2

    captured = capsys.readouterr()
    assert captured.out == ""
    assert "contains a password. Leave it out, and put it into the file ~/.pgpass" in captured.err
    assert PASSWORD not in captured.err


@pytest.mark.parametrize("argv", [["list"], ["list", "--json"], ["export", "Rime"], []])
def test_a_password_in_the_settings_is_refused_and_not_repeated(
    argv: list[str], home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Given a password in `db`, when a campaign is asked for, then no file is looked for."""
    set_db(home, WITH_PASSWORD)

    assert outrider.main(argv) != 0

    captured = capsys.readouterr()
    assert captured.err.startswith("outrider: settings.toml: db: The address of the server")
    assert PASSWORD not in captured.out + captured.err


@pytest.mark.parametrize(
    "url", ["db.example.org", "postgresql://db/club#Rime", f"postgresql://db/club?x={PASSWORD}"]
)
def test_an_option_that_is_no_address_is_a_usage_error(
    url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        outrider.main(["list", "--db", url])

    assert left.value.code == 2
    captured = capsys.readouterr().err
    assert "error: argument --db: T" in captured
    assert PASSWORD not in captured


@pytest.mark.usefixtures("no_psycopg")
def test_the_demo_is_a_file_whatever_the_settings_say(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Given a server in the settings, when the demo is opened twice, then it is one file."""
    set_db(home, URL)

    assert outrider.main(["demo"]) == 0
    assert outrider.main(["demo"]) == 0

    assert "Ambush at the ford" in capsys.readouterr().out
    assert len(list((home / "campaigns").glob("*.outrider"))) == 1
