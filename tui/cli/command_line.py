"""The words of the command line: its verbs and their options.

Nothing heavy is imported here: help, errors and completion need no more than argparse.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from core.messages import Template
from saves.server_url import wrong_url
from tui.kit.phrases import phrase, say

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
    top.set_defaults(module="screens")
    top.add_argument("--version", action="store_true", help=phrase("print the version"))
    option, purpose, more = DB
    top.add_argument(option, help=phrase(purpose), **{**more, "default": None})
    _rule_options(top, default=None)
    rules = argparse.ArgumentParser(add_help=False)
    _rule_options(rules, default=argparse.SUPPRESS)
    verbs = top.add_subparsers(dest="verb", metavar=phrase("VERB"))
    for name in [verb] if verb in _VERBS else _VERBS:
        module, purpose, options = _VERBS[name]
        text = phrase(purpose)
        sub = verbs.add_parser(
            name, help=text, description=text, allow_abbrev=False, parents=[rules]
        )
        sub.set_defaults(module=module)
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
