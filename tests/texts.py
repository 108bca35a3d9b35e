"""The texts for people in the source; Babel collects them by `babel.cfg`."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from typing import BinaryIO

from jinja2 import Environment, nodes

TEMPLATES: Mapping[str, tuple[int | str, ...]] = {
    "N_": (0,), "Message": (0,), "phrase": (0,), "say_message": (0,), "refuse": (0,),
    "translate": (0,), "Refusal": (1,), "wrong": (1,), "cite": (1,), "bad": (2,),
    "UnreadableFile": (0,), "CannotOpen": (1,), "CannotKeep": (1,), "NotRecorded": (0,),
    "_action": (2, 3), "Here": (0, 1, "short", "tip"),
    "_cursor_names": (0, 1, 2), "TypedWord": (1,), "command_word": (1,), "screen_word": (1,),
    "choose": (2,), "QueryKind": (3,), "_told": (0, 1),
    "house": (1,), "cite_row": (2,), "Right": (1,), "BadPath": (2,), "_amount": (3,),
}  # fmt: skip
"""Callables, and which of their arguments are templates: a literal there needs no `N_()`.

Nor do the values of a dictionary there, one of them, or both sides of an `if`.
"""


def extract(
    file: BinaryIO, keywords: object, tags: object, options: object
) -> Iterator[tuple[int, None, str, list[str]]]:
    """Give Babel the templates of a file."""
    for text in texts(ast.walk(ast.parse(file.read()))):
        if isinstance(text, ast.Constant) and isinstance(text.value, str) and text.value:
            yield text.lineno, None, text.value, []


def extract_page(
    file: BinaryIO, keywords: object, tags: object, options: object
) -> Iterator[tuple[int, None, str, list[str]]]:
    """Give Babel the texts in a template of records: what `phrase` is given."""
    page = Environment().parse(file.read().decode())
    for call in page.find_all(nodes.Call):
        if isinstance(call.node, nodes.Name) and call.node.name == "phrase":
            yield call.lineno, None, call.args[0].as_const(), []


def texts(nodes: Iterable[ast.AST]) -> Iterator[ast.expr]:
    """The expressions in the place of a template: arguments, and what is annotated so.

    `nodes` are all nodes of a tree.
    """
    for node in nodes:
        if isinstance(node, ast.Call):
            places = TEMPLATES.get(name_of(node), ())
            named = [(word.arg, word.value) for word in node.keywords]
            for place, value in (*enumerate(node.args), *named):
                if place in places:
                    yield from _parts(value)
        elif isinstance(node, ast.AnnAssign) and node.value is not None:
            yield from _annotated(node.annotation, node.value)
        elif isinstance(node, ast.arguments):
            arguments = (*reversed(node.kwonlyargs), *reversed(node.args))
            defaults = (*reversed(node.kw_defaults), *reversed(node.defaults))
            for one, default in zip(arguments, defaults, strict=False):
                if one.annotation is not None and default is not None:
                    yield from _annotated(one.annotation, default)


def name_of(call: ast.Call) -> str:
    """The name of what is called."""
    func = call.func
    return func.id if isinstance(func, ast.Name) else getattr(func, "attr", "")


def _parts(value: ast.expr) -> Iterator[ast.expr]:
    match value:
        case ast.IfExp(body=one, orelse=other):
            yield from (*_parts(one), *_parts(other))
        case ast.Dict(values=values) | ast.Subscript(value=ast.Dict(values=values)):
            for one in values:
                yield from _parts(one)
        case _:
            yield value


def _annotated(kind: ast.expr, value: ast.expr) -> Iterator[ast.expr]:
    match kind, value:
        case ast.Name("Template"), _:
            yield from _parts(value)
        case ast.Subscript(), ast.Call(args=[inner]):  # of MappingProxyType
            yield from _annotated(kind, inner)
        case ast.Subscript(ast.Name("tuple"), ast.Tuple([each, ast.Constant()])), ast.Tuple(parts):
            yield from _each([each] * len(parts), parts)
        case ast.Subscript(ast.Name("tuple"), ast.Tuple(kinds)), ast.Tuple(parts):
            yield from _each(kinds, parts)
        case ast.Subscript(slice=ast.Tuple([_, each])), ast.Dict(values=parts):
            yield from _each([each] * len(parts), parts)
        case ast.Subscript(slice=inner), _:  # of Final
            yield from _annotated(inner, value)


def _each(kinds: Iterable[ast.expr], parts: Iterable[ast.expr]) -> Iterator[ast.expr]:
    for kind, part in zip(kinds, parts, strict=False):
        yield from _annotated(kind, part)
