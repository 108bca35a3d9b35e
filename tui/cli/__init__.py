"""The command line: its verbs and their options. Each verb is a module of tui.cli.

Nothing heavy is imported here: a verb's module is imported when that verb is run.
"""

from __future__ import annotations

import argparse
import errno
import importlib
import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, NoReturn

from core.messages import Template
from saves.server_url import PASSWORD, has_password, wrong_url
from tui.kit.phrases import phrase, say

BAD_INPUT = 2
INTERRUPTED = 130
_NOTHING = "screens"

FLAG: Mapping[str, Any] = {"action": "store_true"}
JSON: tuple[str, Template, Mapping[str, Any]] = ("--json", "answer as JSON", FLAG)


def _server_address(text: str) -> str:
    wrong = wrong_url(text)
    if wrong is not None:
        raise argparse.ArgumentTypeError(say(wrong))
    return text


DB: tuple[str, Template, Mapping[str, Any]] = (
    "--db",
    "use the campaigns of this server, such as postgresql://gm@db.example.org/club",
    {"metavar": "URL", "type": _server_address, "default": argparse.SUPPRESS},
)

_VERBS: Mapping[
    str, tuple[str, Template, tuple[tuple[str, Template, Mapping[str, Any]], ...]]
] = {
    # verb: (module of tui.cli, what it is for, its options: what each is for, argparse's words)
    "demo": ("screens", "open the demo campaign, The Long Marches", (
        ("--new", "start over; the old demo goes to the bin", FLAG),
    )),
    "list": ("campaigns", "list the campaigns", (JSON, DB)),
    "export": ("export", "write a campaign's record, for players or the GM, or all of it", (
        DB,
        ("campaign", "its name, the beginning of it, its file, or URL#NAME on a server",
         {"metavar": "CAMPAIGN"}),
        ("--session", "only the session with this number", {"metavar": "N", "type": int}),
        ("--format",
         "Markdown, a page for a browser, or JSON Lines to import again; md if not given",
         {"choices": ("md", "html", "jsonl"), "default": "md"}),
        ("--for", "who will read it: players (the default, without secrets) or the GM",
         {"choices": ("players", "gm"), "dest": "audience"}),
        ("--output", "write to a file; in a note only between its %%%% outrider %%%% lines",
         {"metavar": "FILE", "default": "-"}),
        ("--force", "overwrite an existing file", FLAG),
    )),
    "import": ("importing", "rebuild a campaign from what export --format jsonl wrote", (
        JSON, DB,
        ("file", "a file of JSON Lines; - reads standard input", {"metavar": "FILE"}),
        ("--name", "name the campaign; if not given, the name in the file", {"metavar": "NAME"}),
    )),
    "copy": ("copying", "copy a campaign from a file to a server, back, or to another file", (
        JSON, DB,
        ("source", "its name, the beginning of it, its file, or URL#NAME on a server",
         {"metavar": "FROM"}),
        ("target", "a new name, a new file, or URL#NAME; without NAME it keeps its own",
         {"metavar": "TO"}),
    )),
    "db": ("database", "make the tables on a server, so that campaigns can be kept there", (
        ("action", "init: make the tables, unless they are there",
         {"metavar": "init", "choices": ("init",)}),
        ("url", "the server, such as postgresql://gm@db.example.org/club",
         {"metavar": "URL", "type": _server_address}),
        ("--sql", "print the statements for whoever looks after the server; run nothing", FLAG),
    )),
    "plan": ("plan", "plan a journey: days, nights, checks, risks", (
        JSON, ("file", "a journey file", {"metavar": "FILE", "type": Path}),
    )),
    "ask": ("ask", "ask one question on an encounter: reach, cover, flanking ...", (
        JSON,
        ("file", "an encounter file", {"metavar": "FILE"}),
        ("words", "what is asked: `outrider ask FILE --help` lists the questions",
         {"metavar": "QUESTION ARGS", "nargs": argparse.REMAINDER}),
    )),
    "check": ("check", "run worked examples against the rules", (
        JSON, ("files", "a casebook", {"metavar": "FILE", "nargs": "+", "type": Path}),
    )),
    "rulesets": ("rulesets", "list and validate rulesets", (
        JSON, ("folders", "a ruleset of your own", {"metavar": "DIR", "nargs": "*", "type": Path}),
    )),
    "schema": ("schema", "print the JSON Schema of a kind of file, for an editor to check by", (
        ("kind", "the kind of file",
         {"choices": ("journey", "party", "encounter", "bestiary", "casebook")}),
    )),
    "paths": ("paths", "print where Outrider keeps its files", (JSON,)),
    "info": ("info", "print what a report of a fault should say; it names nobody", (JSON, DB)),
}  # fmt: skip


def parser(verb: str = "") -> argparse.ArgumentParser:
    """The command line with only `verb`; with all verbs if that is none of them."""
    top = argparse.ArgumentParser(
        prog="outrider",
        description=phrase("Journeys of d20 games, planned and tracked by the rules."),
        epilog=phrase("Without a verb the screens open."),
        allow_abbrev=False,
    )
    top.add_argument("--version", action="store_true", help=phrase("print the version"))
    option, purpose, more = DB
    top.add_argument(option, help=phrase(purpose), **{**more, "default": None})
    _rule_options(top, default=None)
    rules = argparse.ArgumentParser(add_help=False)
    _rule_options(rules, default=argparse.SUPPRESS)
    verbs = top.add_subparsers(dest="verb", metavar=phrase("VERB"))
    for name in [verb] if verb in _VERBS else _VERBS:
        _, purpose, options = _VERBS[name]
        text = phrase(purpose)
        sub = verbs.add_parser(
            name, help=text, description=text, allow_abbrev=False, parents=[rules]
        )
        for option, told, more in options:
            sub.add_argument(option, help=phrase(told), **more)
    return top


def _rule_options(target: argparse.ArgumentParser, default: object) -> None:
    target.add_argument(
        "--ruleset",
        metavar="DIR",
        action="append",
        type=Path,
        default=default,
        help=phrase("add a ruleset of your own; may be given again"),
    )
    target.add_argument(
        "--units",
        choices=("metric", "imperial"),
        default=default,
        help=phrase("show figures in these units; JSON is metric always"),
    )
    target.add_argument(
        "--strict",
        action="store_true",
        default=default if default is argparse.SUPPRESS else False,
        help=phrase("refuse answers that rest on a house default"),
    )


def main(argv: Sequence[str], version: str) -> int:
    """Run one command line and return its exit code (usage errors exit 2 by themselves)."""
    _open_closed_streams()
    if any(map(has_password, argv)):  # before anything quotes it
        print(f"outrider: {say(PASSWORD)}", file=sys.stderr)
        return BAD_INPUT
    args = parser(argv[0] if argv else "demo").parse_args(argv)
    if args.version:
        print(f"outrider {version}")
        return 0
    _prefer(args)
    if args.verb:
        module = _VERBS[args.verb][0]
    else:
        module = _NOTHING
    try:
        with _library(args):
            code: int = importlib.import_module(f"tui.cli.{module}").run(args)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _leave_quietly()
    except OSError as error:  # stdout cannot take the answer: `outrider list > /dev/full`
        reason = error.strerror or error
        if error.errno == errno.EBADF:
            reason = phrase("the answer could not be printed: standard output is closed.")
        print(f"outrider: {reason}", file=sys.stderr)
        _leave_quietly(1)
    return code


def _open_closed_streams() -> None:
    # A file opened later would have its number otherwise, and be written into as if it were stdout.
    while (number := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass
    os.close(number)
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115  (until the end)
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  (until the end)
    if sys.stdout is None:
        # Open for reading, so that an answer which nobody gets is an error: a verb that only
        # writes a file succeeds.
        unwritable = os.open(os.devnull, os.O_RDONLY)
        sys.stdout = open(unwritable, "w", encoding="utf-8")  # noqa: SIM115  (until the end)


def _prefer(args: argparse.Namespace) -> None:
    from saves.settings import load
    from tui.kit.phrases import set_units

    options = {} if args.units is None else {"units": args.units}
    settings = load(options).settings
    set_units("imperial" if settings.units == "imperial" else "metric")


def _library(args: argparse.Namespace) -> AbstractContextManager[None]:
    from saves.store.places import library_at

    return library_at(args.db)


def _leave_quietly(code: int = 0) -> NoReturn:
    devnull = os.open(os.devnull, os.O_WRONLY)
    os.dup2(devnull, sys.stdout.fileno())  # or the interpreter complains when it flushes at exit
    raise SystemExit(code)
