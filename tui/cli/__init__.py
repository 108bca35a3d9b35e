"""The command line: its verbs and their options. Each verb is a module of tui.cli.

Nothing heavy is imported here: a verb's module is imported when that verb is run.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NoReturn

from core.messages import Template
from tui.kit.phrases import phrase

INTERRUPTED = 130
_NOTHING = "screens"

_VERBS: Mapping[str, tuple[str, Template]] = {
    # verb: (module of tui.cli, what it is for)
    "demo": ("screens", "open the demo campaign, The Long Marches"),
    "list": ("campaigns", "list the campaigns"),
    "export": ("export", "write a campaign's record, for players or the GM, or all of it"),
    "import": ("importing", "rebuild a campaign from what export --format jsonl wrote"),
    "plan": ("plan", "plan a journey: days, nights, checks, risks"),
    "ask": ("ask", "ask one question on an encounter: reach, cover, flanking ..."),
    "check": ("check", "run worked examples against the rules"),
    "rulesets": ("rulesets", "list and validate rulesets"),
    "paths": ("paths", "print where Outrider keeps its files"),
}


def parser(verb: str = "") -> argparse.ArgumentParser:
    """The command line with only `verb`; with all verbs if that is none of them."""
    top = argparse.ArgumentParser(
        prog="outrider",
        description=phrase("Journeys of d20 games, planned and tracked by the rules."),
        epilog=phrase("Without a verb the screens open."),
        allow_abbrev=False,
    )
    top.add_argument("--version", action="store_true", help=phrase("print the version"))
    _rule_options(top, default=None)
    rules = argparse.ArgumentParser(add_help=False)
    _rule_options(rules, default=argparse.SUPPRESS)
    verbs = top.add_subparsers(dest="verb", metavar=phrase("VERB"))
    for name in [verb] if verb in _VERBS else _VERBS:
        text = phrase(_VERBS[name][1])
        _verb_options(
            name,
            verbs.add_parser(
                name, help=text, description=text, allow_abbrev=False, parents=[rules]
            ),
        )
    return top


def _verb_options(verb: str, sub: argparse.ArgumentParser) -> None:
    if verb not in ("demo", "export"):
        sub.add_argument("--json", action="store_true", help=phrase("answer as JSON"))
    match verb:
        case "demo":
            sub.add_argument(
                "--new",
                action="store_true",
                help=phrase("start over; the old demo goes to the bin"),
            )
        case "export":
            _export_options(sub)
        case "import":
            sub.add_argument(
                "file", metavar="FILE", help=phrase("a file of JSON Lines; - reads standard input")
            )
            sub.add_argument(
                "--name",
                metavar="NAME",
                help=phrase("name the campaign; if not given, the name in the file"),
            )
        case "plan":
            sub.add_argument("file", metavar="FILE", type=Path, help=phrase("a journey file"))
        case "ask":
            sub.add_argument("file", metavar="FILE", help=phrase("an encounter file"))
            sub.add_argument(
                "words",
                metavar="QUESTION ARGS",
                nargs=argparse.REMAINDER,
                help=phrase("what is asked: `outrider ask FILE --help` lists the questions"),
            )
        case "check":
            sub.add_argument(
                "files", metavar="FILE", nargs="+", type=Path, help=phrase("a casebook")
            )
        case "rulesets":
            sub.add_argument(
                "folders", metavar="DIR", nargs="*", type=Path, help=phrase("a ruleset of your own")
            )


def _export_options(export: argparse.ArgumentParser) -> None:
    export.add_argument(
        "campaign", metavar="CAMPAIGN", help=phrase("its name, the beginning of it, or its file")
    )
    export.add_argument(
        "--session", metavar="N", type=int, help=phrase("only the session with this number")
    )
    export.add_argument(
        "--format",
        choices=("md", "html", "jsonl"),
        default="md",
        help=phrase(
            "Markdown, a page for a browser, or JSON Lines to import again; md if not given"
        ),
    )
    export.add_argument(
        "--for",
        choices=("players", "gm"),
        dest="audience",
        help=phrase("who will read it: players (the default, without secrets) or the GM"),
    )
    export.add_argument(
        "--output",
        metavar="FILE",
        default="-",
        help=phrase("write to a file; in a note only between its %%%% outrider %%%% lines"),
    )
    export.add_argument("--force", action="store_true", help=phrase("overwrite an existing file"))


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
    args = parser(argv[0] if argv else "demo").parse_args(argv)
    if args.version:
        print(f"outrider {version}")
        return 0
    _prefer(args)
    module = _VERBS[args.verb][0] if args.verb else _NOTHING
    try:
        code: int = importlib.import_module(f"tui.cli.{module}").run(args)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _leave_quietly()
    except OSError as error:  # stdout cannot take the answer: `outrider list > /dev/full`
        print(f"outrider: {error.strerror or error}", file=sys.stderr)
        _leave_quietly(1)
    return code


def _open_closed_streams() -> None:
    # A file opened later would have its number otherwise, and be written into as if it were stdout.
    while (number := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass
    os.close(number)
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            lasting = open(os.devnull, mode, encoding="utf-8")  # noqa: SIM115  (until the end)
            setattr(sys, name, lasting)


def _prefer(args: argparse.Namespace) -> None:
    from saves.settings import load
    from tui.kit.phrases import set_units

    options = {} if args.units is None else {"units": args.units}
    settings = load(options).settings
    set_units("imperial" if settings.units == "imperial" else "metric")


def _leave_quietly(code: int = 0) -> NoReturn:
    devnull = os.open(os.devnull, os.O_WRONLY)
    os.dup2(devnull, sys.stdout.fileno())  # or the interpreter complains when it flushes at exit
    raise SystemExit(code)
