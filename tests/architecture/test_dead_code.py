"""The check for code that only tests call, on a small program with known faults."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.architecture.dead_code import EXCEPTIONS, MOST, Program, complaints

PLACES = ("shop",)


def made(folder: Path, **sources: str) -> Program:
    """A program of these modules; `name.svg` is written `name_svg`."""
    (folder / "shop").mkdir()
    for name, source in sources.items():
        file_name = name.replace("_svg", ".svg") if name.endswith("_svg") else f"{name}.py"
        (folder / "shop" / file_name).write_text(source, encoding="utf-8")
    return Program(folder, PLACES)


def unused(program: Program, *exceptions: str) -> list[str]:
    return [definition.full_name for definition in program.unused(exceptions)]


def test_a_function_that_nobody_calls_is_found(tmp_path: Path) -> None:
    program = made(tmp_path, till="def pay(): pass\ndef close(): pass\npay()\n")

    assert unused(program) == ["shop.till.close"]


def test_what_only_dead_code_calls_is_dead(tmp_path: Path) -> None:
    source = """
def count(): return add() + count()
def add(): return Coin()
class Coin:
    def __len__(self): return size()
def size(): return 1
"""

    assert unused(made(tmp_path, till=source)) == [
        "shop.till.count",
        "shop.till.add",
        "shop.till.Coin",
        "shop.till.size",
    ]


def test_a_variable_of_the_same_name_is_no_use(tmp_path: Path) -> None:
    source = (
        "def pay(): pass\ndef close(): pass\ndef sell(pay):\n    close = pay\n    return close\n"
    )

    assert unused(made(tmp_path, till=f"{source}sell(1)\n")) == ["shop.till.pay", "shop.till.close"]


def test_what_an_installer_calls_is_in_use(tmp_path: Path) -> None:
    (tmp_path / "outrider.py").write_text("def main(): pass\ndef pay(): pass\n", encoding="utf-8")

    assert unused(Program(tmp_path, ("outrider.py",))) == ["outrider.pay"]


@pytest.mark.parametrize(
    "use",
    [
        "from shop.till import pay\npay()",
        "from shop.till import pay as settle\nTABLE = {1: settle}",
        "from shop import till\ntill.pay()",
        "import shop.till\nshop.till.pay()",
        "def late():\n    from shop.till import pay\n    pay()\nlate()",
    ],
)
def test_a_call_from_another_module_is_use(use: str, tmp_path: Path) -> None:
    assert unused(made(tmp_path, till="def pay(): pass", door=use)) == []


def test_a_module_may_hand_a_name_on(tmp_path: Path) -> None:
    program = made(
        tmp_path,
        till="def pay(): pass",
        front="from shop.till import pay",
        door="from shop.front import pay\npay()",
    )

    assert unused(program) == []


@pytest.mark.parametrize(
    "use",
    [
        "def pay(): pass\npay()",
        "def sell(pay): return pay\nsell(1)",
        "from shop.till import pay",
        "class Purse:\n    pay: int\nPurse().pay",
    ],
)
def test_the_same_name_elsewhere_is_no_use(use: str, tmp_path: Path) -> None:
    assert unused(made(tmp_path, till="def pay(): pass", door=use)) == ["shop.till.pay"]


def test_a_method_is_used_by_its_name(tmp_path: Path) -> None:
    source = """
class Purse:
    def __len__(self): return 0
    def count(self): return self.coins
    @property
    def coins(self): return 0
    @property
    def notes(self): return 0
    def empty(self): pass
    def shake(self): pass
Purse().count()
getattr(Purse, "notes")
"""

    assert unused(made(tmp_path, till=source)) == ["shop.till.Purse.empty", "shop.till.Purse.shake"]


def test_methods_that_a_class_from_outside_calls_are_in_use(tmp_path: Path) -> None:
    source = """
from html.parser import HTMLParser
from textual.widget import Widget
class Parser(HTMLParser):
    def handle_data(self, data): pass
    def handle_nothing(self): pass
class Later(Parser):
    def handle_comment(self, data): pass
class Pane(Widget):
    def compose(self): return []
    def on_click(self): pass
    def action_sell(self): pass
    def watch_price(self): pass
    def on(self): pass
class Plain:
    def on_click(self): pass
Later, Pane, Plain
"""

    assert unused(made(tmp_path, till=source)) == [
        "shop.till.Parser.handle_nothing",
        "shop.till.Pane.on",
        "shop.till.Plain.on_click",
    ]


def test_what_is_given_to_a_decorator_or_kept_as_a_table_is_in_use(tmp_path: Path) -> None:
    source = """
from functools import cache
from textual import on
class Model: pass
class Row(Model, table=True): pass
@cache
def price(): pass
class Pane:
    @on(Model)
    def sold(self): pass
Pane
"""

    assert unused(made(tmp_path, till=source)) == ["shop.till.price"]


def test_a_template_uses_what_it_names(tmp_path: Path) -> None:
    program = made(
        tmp_path, till="def pay(): pass\ndef close(): pass", page_svg="<g>{{ till.pay(1) }}</g>"
    )

    assert unused(program) == ["shop.till.close"]


def test_an_exception_stays_with_all_that_it_calls(tmp_path: Path) -> None:
    source = "def count(): return add()\ndef add(): pass\ndef close(): pass\n"

    assert unused(made(tmp_path, till=source), "shop.till.count") == ["shop.till.close"]


def test_an_exception_stays_with_its_members(tmp_path: Path) -> None:
    program = made(tmp_path, till="class Coin:\n    def worth(self): pass\ndef close(): pass\n")

    assert unused(program, "shop.till.Coin") == ["shop.till.close"]


@pytest.mark.parametrize(
    ("exceptions", "said"),
    [
        ({"shop.till.close": "for later"}, []),
        ({}, ["shop/till.py:2: only tests call close"]),
        (
            {"shop.till.close": "for later", "shop.till.pay": "for later"},
            ["shop.till.pay is an exception that is not needed"],
        ),
    ],
)
def test_complaints_name_the_place(
    exceptions: Mapping[str, str], said: list[str], tmp_path: Path
) -> None:
    program = made(tmp_path, till="def pay(): pass\ndef close(): pass\npay()\n")

    assert complaints(program, exceptions) == said


def test_exceptions_are_few_and_each_has_a_reason(tmp_path: Path) -> None:
    program = made(
        tmp_path, till="\n".join(f"def sell_{number}(): pass" for number in range(MOST + 1))
    )
    too_many = {definition.full_name: "for later" for definition in program.unused()}

    assert complaints(program, too_many) == [
        f"There are {MOST + 1} exceptions; {MOST} at most are allowed"
    ]
    assert len(EXCEPTIONS) <= MOST
    assert all(EXCEPTIONS.values())
