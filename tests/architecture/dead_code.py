"""Functions, methods and classes that only tests call: `python -m tests.architecture.dead_code`.

A definition is in use if code in use names it; what a module does while it is imported is in use.
Names are followed through imports. A method counts by its name alone, whatever it belongs to, also
where a string has its name (`getattr`); a method that a class from outside calls, such as one of
Textual's, is in use with its class.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import TypeAlias

ROOT = Path(__file__).resolve().parents[2]
PLACES = ("core", "saves", "tui", "themes", "outrider.py")
MOST = 15
EXCEPTIONS: Mapping[str, str] = {
    "core.combat.movement.turns.actions_for": "to be played: a move in several modes (C-020)",
    "saves.exchange.textmapper.write": "to be used: maps made here; shows that reading keeps all",
}
"""What stays although only tests call it, and why; `MOST` at most. Its members stay with it."""
ENTRIES = re.compile(
    r"tui\.cli\.\w+\.run|tui\.cli\.command_line\.parser|tui\.\w+\.screen\.\w+Screen|outrider\.main"
)
"""What is called by a name that is put together when it runs, or by an installer."""

Place: TypeAlias = tuple[str, str]
"""A module and a name in it: `("core.dice", "Roll.total")`; a whole module has no name."""
DEFINING = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
QUIET = {
    "abstractmethod", "cache", "cached_property", "classmethod", "contextmanager", "dataclass",
    "dataclass_transform", "lru_cache", "on_thread", "overload", "property", "runtime_checkable",
    "setter", "staticmethod", "work", "wraps",
}  # fmt: skip
"""Decorators that do not hand on what they decorate; any other does, so that it may be called."""
SPECIAL = re.compile(r"__\w+__")
HOOK = re.compile(r"_?(action|check|compute|key|on|validate|watch)_\w+")
"""Methods that Textual finds by their name, besides those that its own classes have."""
TEMPLATES = {".html", ".md", ".svg"}
IN_TEMPLATE = re.compile(r"\b(\w+)\.(\w+)")
"""`name.member`, where `name` may be the last one of a module."""
WORDS = re.compile(r"\w+(?: \w+)*")


@dataclass
class Uses:
    """What a piece of code names."""

    places: set[Place] = field(default_factory=set)
    """Names of this module or of those that it imports."""
    members: set[str] = field(default_factory=set)
    """What stands after a dot, and the words of strings that have nothing but words."""


@dataclass(frozen=True)
class Definition:
    """A function, method or class; a class is without what is defined in it."""

    module: str
    name: str
    """With its class, if it has one: `Roll.total`."""
    line: int
    called_from_outside: bool
    uses: Uses

    @property
    def owner(self) -> str:
        """The class that it is defined in; empty for a function of the module."""
        return self.name.rpartition(".")[0]

    @property
    def full_name(self) -> str:
        """Its name with that of the module."""
        return f"{self.module}.{self.name}"


class Module:
    """The syntax tree of a module and what its names stand for."""

    def __init__(self, name: str, path: Path, source: str) -> None:
        self.name = name
        self.path = path
        """From the folder of the program."""
        self.tree = ast.parse(source)

    @cached_property
    def names(self) -> Mapping[str, Place]:
        """What each imported or defined name stands for."""
        places: dict[str, Place] = {}
        for node in ast.walk(self.tree):
            if isinstance(node, ast.ImportFrom):
                for alias in node.names:
                    places[alias.asname or alias.name] = (node.module or "", alias.name)
            elif isinstance(node, ast.Import):
                for alias in node.names:
                    places[alias.asname or alias.name] = (alias.name, "")
        for statement in self.tree.body:
            if isinstance(statement, DEFINING):
                places[statement.name] = (self.name, statement.name)
        return places

    @cached_property
    def classes(self) -> Mapping[str, ast.ClassDef]:
        """The classes of the module, not those inside of others."""
        return {node.name: node for node in self.tree.body if isinstance(node, ast.ClassDef)}

    def uses(self, nodes: Iterable[ast.AST]) -> Uses:
        """Return what these nodes name, without their own variables."""
        uses = Uses()
        read: set[str] = set()
        own: set[str] = set()
        for node in (inner for outer in nodes for inner in ast.walk(outer)):
            if isinstance(node, ast.Name):
                names = read if isinstance(node.ctx, ast.Load) else own
                names.add(node.id)
            elif isinstance(node, ast.arg):
                own.add(node.arg)
            elif isinstance(node, ast.Attribute):
                module, name = self.names.get(_dotted(node.value), ("", ""))
                if module:
                    uses.places.add((f"{module}.{name}".rstrip("."), node.attr))
                uses.members.add(node.attr)
            elif isinstance(node, ast.Constant):
                text = node.value if isinstance(node.value, str) else ""
                if WORDS.fullmatch(text):
                    uses.members |= set(text.split())
        uses.places |= {self.names[name] for name in read - own if name in self.names}
        return uses


class Program:
    """All modules below a folder, and what they define."""

    def __init__(self, root: Path, places: Sequence[str] = PLACES) -> None:
        self.modules: dict[str, Module] = {}
        self.named_in_templates: set[Place] = set()
        for path in _files(root, places, TEMPLATES):
            found = IN_TEMPLATE.findall(path.read_text(encoding="utf-8"))
            self.named_in_templates |= set(found)
        for path in _files(root, places, {".py"}):
            inside = path.relative_to(root)
            name = ".".join(inside.with_suffix("").parts).removesuffix(".__init__")
            self.modules[name] = Module(name, inside, path.read_text(encoding="utf-8"))

    def definitions(self) -> list[Definition]:
        """Return all definitions, those of a class after it."""
        return [
            definition
            for module in self.modules.values()
            for statement in module.tree.body
            if isinstance(statement, DEFINING)
            for definition in self._defined_by(module, statement)
        ]

    def _defined_by(
        self, module: Module, node: ast.stmt, owners: Sequence[ast.ClassDef] = ()
    ) -> Iterator[Definition]:
        assert isinstance(node, DEFINING)
        own: list[ast.AST] = [node]
        inner: list[ast.stmt] = []
        if isinstance(node, ast.ClassDef):
            inner = [statement for statement in node.body if isinstance(statement, DEFINING)]
            own = [part for part in ast.iter_child_nodes(node) if part not in inner]
        name = ".".join(it.name for it in (*owners, node))
        called = any(_decorator(it) not in QUIET for it in node.decorator_list)
        if isinstance(node, ast.ClassDef):
            called = called or any(it.arg == "table" for it in node.keywords)  # SQLModel keeps it
        if ENTRIES.fullmatch(f"{module.name}.{name}"):
            called = True
        if owners:
            called = called or self._is_hook(module, owners[-1], node.name)
        yield Definition(module.name, name, node.lineno, called, module.uses(own))
        for statement in inner:
            assert isinstance(node, ast.ClassDef)
            yield from self._defined_by(module, statement, (*owners, node))

    def _is_hook(self, module: Module, owner: ast.ClassDef, name: str) -> bool:
        """Whether a class from outside may call a method of this name."""
        if SPECIAL.fullmatch(name):
            return True
        for outside in self._bases_outside(module, owner):
            if hasattr(outside, name):
                return True
            if outside.__module__.startswith("textual.") and HOOK.fullmatch(name):
                return True
        return False

    def _bases_outside(self, module: Module, class_: ast.ClassDef) -> Iterator[type]:
        """Yield the nearest bases that no module of the program defines."""
        for base in class_.bases:
            named = base.value if isinstance(base, ast.Subscript) else base
            place = module.names.get(_dotted(named))
            if place is None and isinstance(named, ast.Attribute):
                holder, inner = module.names.get(_dotted(named.value), ("", ""))
                place = (f"{holder}.{inner}".rstrip("."), named.attr)
            if place is None:
                continue
            module_name, name = self._origin(place)
            if module_name in self.modules:
                known = self.modules[module_name]
                if name in known.classes:
                    yield from self._bases_outside(known, known.classes[name])
            elif module_name:
                outside = getattr(import_module(module_name), name)
                if isinstance(outside, type):
                    yield outside

    def _origin(self, place: Place) -> Place:
        """Return where something is defined that a module may only hand on."""
        module_name, name = place
        module = self.modules.get(module_name)
        while module is not None and module.names.get(name, place) != place:
            place = module.names[name]
            module_name, name = place
            module = self.modules.get(module_name)
        return place

    def _named_in_templates(self) -> set[Place]:
        """Return what templates name of modules that they are given."""
        return {
            (module, member)
            for name, member in self.named_in_templates
            for module in self.modules
            if module.rpartition(".")[2] == name
        }

    def unused(self, exceptions: Iterable[str] = ()) -> list[Definition]:
        """Return what no code in use names, without the members of classes that are not in use.

        What the exceptions name is in use, with all that belongs to it.
        """
        excepted = set(exceptions)
        definitions = self.definitions()
        inside: dict[Place, list[Definition]] = defaultdict(list)
        for definition in definitions:
            inside[definition.module, definition.owner].append(definition)
        in_use: set[Place] = {(name, "") for name in self.modules}
        named = self._named_in_templates()
        members = {member for _, member in self.named_in_templates}
        news = [module.uses(_outside_definitions(module)) for module in self.modules.values()]
        while news:
            for uses in news:
                named |= {self._origin(place) for place in uses.places}
                members |= uses.members
            news = []
            for definition in definitions:
                place = (definition.module, definition.name)
                if place in in_use or (definition.module, definition.owner) not in in_use:
                    continue
                if definition.owner:
                    is_named = definition.name.rpartition(".")[2] in members
                else:
                    is_named = place in named
                full_name = definition.full_name
                is_excepted = any(
                    full_name == it or full_name.startswith(f"{it}.") for it in excepted
                )
                if is_named or is_excepted or definition.called_from_outside:
                    in_use.add(place)
                    news.append(definition.uses)
        return [
            definition
            for definition in definitions
            if (definition.module, definition.owner) in in_use
            and (definition.module, definition.name) not in in_use
        ]


def _files(root: Path, places: Sequence[str], kinds: Set[str]) -> Iterator[Path]:
    for place in places:
        path = root / place
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.suffix in kinds:
                yield file


def _outside_definitions(module: Module) -> list[ast.AST]:
    return [it for it in module.tree.body if not isinstance(it, DEFINING)]


def _dotted(node: ast.AST) -> str:
    """Return `a.b.c` as it is written; empty for what is more than names and dots."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        before = _dotted(node.value)
        if before:
            return f"{before}.{node.attr}"
    return ""


def _decorator(node: ast.expr) -> str:
    """Return the name of a decorator, without what it comes from and is given."""
    if isinstance(node, ast.Call):
        node = node.func
    if isinstance(node, ast.Attribute):
        return node.attr
    return _dotted(node)


def complaints(program: Program, exceptions: Mapping[str, str]) -> list[str]:
    """Return a line for each definition that only tests call, and for each needless exception."""
    lines = []
    for definition in program.unused(exceptions):
        path = program.modules[definition.module].path
        lines.append(f"{path}:{definition.line}: only tests call {definition.name}")
    needed = {definition.full_name for definition in program.unused()}
    for name in sorted(exceptions.keys() - needed):
        lines.append(f"{name} is an exception that is not needed")
    if len(exceptions) > MOST:
        lines.append(f"There are {len(exceptions)} exceptions; {MOST} at most are allowed")
    return lines


def main() -> int:
    """Print what only tests call; return 1 if there is any."""
    lines = complaints(Program(ROOT), EXCEPTIONS)
    print("\n".join(lines) or "Tests keep no dead code alive.")
    return int(bool(lines))


if __name__ == "__main__":
    sys.exit(main())
