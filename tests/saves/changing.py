"""Operations on campaigns that are killed, or refused by the disk, at their changing system calls.

A process of its own (one thread, everything imported once), so that forking is cheap and safe.
Prints one JSON object; arguments: a folder, the operation, how many calls to take at most, and
which part of them of how many (0 1 = all).

For each operation one child is traced whole; the changing calls it makes in Outrider's folder are
the points. At each point three children run: one is killed before the call, one is refused that
call for want of room, one is refused that and every later call that needs room (but not `openat`,
which reads as well, nor what frees room). If there are more calls than asked for, the first and
last of each kind (call and file) are taken, and of the others every k-th.
"""

from __future__ import annotations

import io
import json
import os
import shutil
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from core.messages import Refusal
from core.play.facts.table.commands import FoundCampaign, Join, WriteNote
from saves import paths
from saves.campaign.campaign import Campaign
from saves.demo import NAME
from saves.demo.open_demo import open_demo
from saves.exchange import exporting, importing
from saves.exchange.exporting import ExportRequest
from saves.exchange.jsonl import lines
from saves.exchange.writing import UNSYNCED, make_folder
from saves.history.history import History
from saves.library import library
from saves.store.packaged_rulesets import packaged
from saves.store.refusals import NotRecorded
from saves.store.sqlite.file_place import FilePlace, file_of
from tests.saves.campaigns import HARSK, hurt
from tests.saves.exchange.exports import quietly
from tests.saves.tracing import ROOMY, ChangingCall, Outcome, Tell, read_calls, run_traced
from tests.saves.verifying import verify

PROGRAM = "0.1.0"
ENTRIES = 40
UNDONE = 25
BYSTANDER = "Bystander"
PLAYED = "Played"
RENAMED = "Renamed"
BROUGHT = "Brought"
NEW = "New"
SUDDEN = "The last session ended suddenly."
OLD_EXPORT = b"an export of last week\n"

Act: TypeAlias = Callable[[], object]


@dataclass
class Told:
    """What a child said: entries it acknowledged, exports it began, refusals, how it ended."""

    heads: list[int] = field(default_factory=list)
    exports: list[str] = field(default_factory=list)
    refusals: list[str] = field(default_factory=list)
    unknown: bool = False
    done: bool = False
    broken: list[str] = field(default_factory=list)


@dataclass
class Aftermath:
    """The library after it: the head of each campaign by its name, and what is wrong."""

    heads: dict[str, int] = field(default_factory=dict)
    files: dict[str, Path] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Source:
    """What is made once: the homes that children begin with, and what whole things are like."""

    clean: Path
    left: Path
    text: bytes
    demo: int

    def home_of(self, operation: str) -> Path:
        """The home that an operation begins with: where it moves a campaign, one with a -wal."""
        return self.left if operation in ("rename", "bin") else self.clean


def begin(name: str, entries: int) -> Campaign:
    """A new campaign in the library, open, with so many entries."""
    path = paths.campaigns() / f"{name}.outrider"
    found = FoundCampaign(name, "", "Pathfinder 1")
    campaign = Campaign.create(FilePlace(path), found, ruleset=packaged("pf1"))
    campaign.record(Join(HARSK))
    while campaign.head < entries:
        hurt(campaign, 1)
    return campaign


def text_of(path: Path) -> bytes:
    """All of a campaign as JSON Lines."""
    with History.open(FilePlace(path), quietly) as history:
        return b"".join(lines(history, PROGRAM))


def make_source(folder: Path) -> Source:
    """Make the homes that children begin with."""
    elsewhere = folder / "elsewhere"
    os.environ["OUTRIDER_HOME"] = str(elsewhere)
    with begin(BROUGHT, ENTRIES) as campaign:
        for _ in range(3):
            campaign.undo()
    text = text_of(paths.campaigns() / f"{BROUGHT}.outrider")
    with open_demo() as campaign:
        demo = campaign.head
    clean = folder / "clean"
    os.environ["OUTRIDER_HOME"] = str(clean)
    begin(BYSTANDER, 3).close()
    begin(PLAYED, ENTRIES).close()
    make_folder(paths.exports())
    (paths.exports() / "old.jsonl").write_bytes(OLD_EXPORT)
    left = folder / "left"
    shutil.copytree(clean, left)
    os.environ["OUTRIDER_HOME"] = str(left)
    with library.open(PLAYED) as campaign:
        for _ in range(UNDONE):
            campaign.undo()
        while_open = folder / "while open"
        shutil.copytree(left, while_open, ignore=shutil.ignore_patterns("*-shm"))
    return Source(clean, while_open, text, demo)


# What a child does


def prepare_close(tell: Tell) -> Act:
    """Leaving after 25 undos."""
    campaign = library.open(PLAYED)
    for _ in range(UNDONE):
        campaign.undo()
        tell(f"ack {campaign.head}")
    return campaign.close


def prepare_undo(tell: Tell) -> Act:
    """25 undos, each tried once."""
    campaign = library.open(PLAYED)
    tell(f"ack {campaign.head}")

    def undo() -> None:
        for _ in range(UNDONE):
            try:
                entry = campaign.undo()
            except Refusal as refusal:
                tell_refusal(tell, refusal)
            else:
                tell(f"ack {entry.seq}")

    return undo


def prepare_rename(tell: Tell) -> Act:
    """Renaming a campaign that was left with a -wal."""
    tell(f"ack {ENTRIES + UNDONE}")
    return lambda: library.rename(PLAYED, RENAMED)


def prepare_bin(tell: Tell) -> Act:
    """Deleting a campaign that was left with a -wal."""
    tell(f"ack {ENTRIES + UNDONE}")
    return lambda: library.bin(PLAYED)


def prepare_export(tell: Tell) -> Act:
    """Two exports: a new file, and one over an old file."""

    def export() -> None:
        wanted = ExportRequest(form="jsonl")
        with History.open(library.find(PLAYED), quietly) as history:
            for name, replace in (("new", False), ("old", True)):
                path = paths.exports() / f"{name}.jsonl"
                tell(f"export {name}")
                exporting.save(history, wanted, path, PROGRAM, replace=replace)

    return export


def prepare_new(tell: Tell) -> Act:
    """A new campaign."""
    ruleset = packaged("pf1")
    return lambda: tell(f"ack {library.create(NEW, ruleset).head}")


def prepare_demo(tell: Tell) -> Act:
    """The first demo."""
    return lambda: tell(f"ack {open_demo().head}")


def prepare_import(text: bytes) -> Callable[[Tell], Act]:
    """An import."""
    return lambda tell: lambda: tell(f"ack {importing.bring_in(io.BytesIO(text)).entries}")


def tell_refusal(tell: Tell, refusal: Refusal) -> None:
    """Say that it was refused, and whether it is known that nothing was stored."""
    unknown = isinstance(refusal, NotRecorded) and refusal.outcome == "unknown"
    tell(f"refused {'unknown' if unknown else 'no'} {refusal}")


def choose_preparing(operation: str, source: Source) -> Callable[[Tell], Act]:
    """What prepares an operation; an import takes the text of another campaign."""
    if operation == "import":
        return prepare_import(source.text)
    return PREPARE[operation]


def prepare(operation: str, source: Source) -> Callable[[Tell], Act]:
    """What a child prepares; its act says "done" at the end, or that it was refused."""
    chosen = choose_preparing(operation, source)

    def prepare_guarded(tell: Tell) -> Act:
        act = chosen(tell)

        def act_guarded() -> None:
            try:
                act()
            except Refusal as refusal:
                tell_refusal(tell, refusal)
            else:
                tell("done")

        return act_guarded

    return prepare_guarded


PREPARE: Mapping[str, Callable[[Tell], Act]] = {
    "close": prepare_close,
    "undo": prepare_undo,
    "rename": prepare_rename,
    "bin": prepare_bin,
    "export": prepare_export,
    "new": prepare_new,
    "demo": prepare_demo,
}
OPERATIONS = (*PREPARE, "import")


def read_told(said: Sequence[str]) -> Told:
    """What the child's lines say."""
    told = Told()
    for line in said:
        word, _, rest = line.partition(" ")
        match word:
            case "ack":
                told.heads.append(int(rest))
            case "export":
                told.exports.append(rest)
            case "refused":
                outcome, _, reason = rest.partition(" ")
                told.unknown = told.unknown or outcome == "unknown"
                told.refusals.append(reason)
            case "broken":
                told.broken.append(rest)
            case "done":
                told.done = True
    return told


# What is there afterwards


def examine(path: Path, aftermath: Aftermath, name: str) -> None:
    """List what is wrong with a campaign that must be whole: it is exported, opened, played on."""
    try:
        text_of(path)
        with Campaign.open(FilePlace(path)) as campaign:
            aftermath.heads[name] = campaign.head
            said = [warning.template for warning in campaign.warnings]
            alarms = [template for template in said if not template.startswith(SUDDEN)]
            if campaign.read_only or alarms:
                aftermath.faults.append(f"{name} opens with {said}")
            campaign.record(WriteNote("on we go"))
        aftermath.faults += [f"{name}: {wrong.template}" for wrong in verify(path)]
    except Exception as error:  # whatever it is, it is the finding
        aftermath.faults.append(f"{name}: {type(error).__name__}: {error}")


def look(home: Path) -> Aftermath:
    """The library after the child ended."""
    aftermath = Aftermath()
    binned = list(paths.bin_folder().glob("*/*.outrider"))
    there = [shelf.name for shelf in library.listing()]
    for path in binned:
        name = library.read_shelf(FilePlace(path)).name
        aftermath.files[f"binned {name}"] = path
        if name in there:
            aftermath.faults.append(f"{name} is in the library and in the bin")
        else:
            library.unbin(FilePlace(path))
    for shelf in library.listing():
        if shelf.warning is not None or shelf.damage is not None:
            wrong = shelf.warning or shelf.damage
            aftermath.faults.append(f"{shelf.name} is refused: {wrong and wrong.template}")
        aftermath.files[shelf.name] = file_of(shelf.stored)
        examine(file_of(shelf.stored), aftermath, shelf.name)
    for path in paths.campaigns().glob("[!.]*-wal"):
        if path.stat().st_size:  # an empty one is harmless to a campaign that takes the name
            aftermath.faults.append(f"{path.relative_to(home)} is left")
    return aftermath


def judge(operation: str, source: Source, told: Told, aftermath: Aftermath, home: Path) -> None:
    """Add what is wrong with the library for this operation."""
    aftermath.faults += [f"the child {what}" for what in told.broken]
    judge_bystander(aftermath)
    match operation:
        case "new":
            judge_made(NEW, 1, told, aftermath)
        case "import":
            judge_made(BROUGHT, ENTRIES + 3, told, aftermath)
        case "demo":
            judge_made(NAME, source.demo, told, aftermath)
        case "rename":
            name = RENAMED if RENAMED in aftermath.heads else PLAYED
            judge_played(name, told, aftermath)
            judge_rename(told, aftermath)
        case "bin":
            judge_played(PLAYED, told, aftermath)
            judge_bin(told, aftermath)
        case "export":
            judge_played(PLAYED, told, aftermath)
            judge_exports(told, aftermath.faults, home)
        case _:
            judge_played(PLAYED, told, aftermath)


def judge_bystander(aftermath: Aftermath) -> None:
    """The campaign beside it is as it was."""
    head = aftermath.heads.pop(BYSTANDER, None)
    if head != 3:
        aftermath.faults.append(f"{BYSTANDER} has {head} entries, not 3")


def judge_made(name: str, head: int, told: Told, aftermath: Aftermath) -> None:
    """What was to be made is whole or not there; the campaign beside it is as it was."""
    made = aftermath.heads.pop(name, None)
    if made not in (None, head):
        aftermath.faults.append(f"{name} has {made} entries of {head}")
    if told.done and made is None:
        aftermath.faults.append(f"{name} was said to be made")
    if "no_room" in told.refusals and made is not None:
        aftermath.faults.append(f"{name} is there, and was said not to be made")
    if aftermath.heads != {PLAYED: ENTRIES}:
        aftermath.faults.append(f"there are {aftermath.heads} beside it")


def judge_played(name: str, told: Told, aftermath: Aftermath) -> None:
    """No acknowledged entry is lost, and none is there that was refused."""
    if aftermath.heads.keys() != {name}:
        aftermath.faults.append(f"there are {sorted(aftermath.heads)}, not {name}")
    head = aftermath.heads.get(name, 0)
    acknowledged = max(told.heads, default=ENTRIES)
    if head < acknowledged:
        aftermath.faults.append(f"{name} lost entries: {head} of {acknowledged}")
    if told.refusals and not told.unknown and head > acknowledged:
        aftermath.faults.append(f"{name} has entry {head}, which was said not to be recorded")


def judge_bin(told: Told, aftermath: Aftermath) -> None:
    """It is where it was said to be; nothing is said by a child that was killed."""
    binned = f"binned {PLAYED}" in aftermath.files
    if told.done and not binned:
        aftermath.faults.append("it was said to be in the bin")
    if told.refusals and binned:
        aftermath.faults.append(f"it is in the bin, and that was refused ({told.refusals})")


def judge_exports(told: Told, faults: list[str], home: Path) -> None:
    """An export is whole or not there; one over an old file is the new or the old one."""
    new = home / "exports" / "new.jsonl"
    old = home / "exports" / "old.jsonl"
    whole = (home / "whole.jsonl").read_bytes()
    if new.exists() and new.read_bytes() != whole:
        faults.append("the new export is half made")
    if old.read_bytes() not in (OLD_EXPORT, whole):
        faults.append("the replaced export is half made")
    if told.done and (not new.exists() or old.read_bytes() != whole):
        faults.append("an export that was said to be done is not there")
    if told.refusals and told.exports:
        name = told.exports[-1]
        expected = {"new": None, "old": OLD_EXPORT}[name]
        if UNSYNCED in told.refusals:
            expected = whole
        path = home / "exports" / f"{name}.jsonl"
        found = path.read_bytes() if path.exists() else None
        if found != expected:
            faults.append(f"an export is not as its refusal says ({told.refusals})")


def judge_rename(told: Told, aftermath: Aftermath) -> None:
    """It has the name that was said."""
    named = [name for name in (PLAYED, RENAMED) if name in aftermath.files]
    if told.done and (named != [RENAMED] or aftermath.files[RENAMED].stem != RENAMED):
        aftermath.faults.append(f"it was said to be renamed: {aftermath.files}")
    expected = RENAMED if "half_renamed" in told.refusals else PLAYED
    if told.refusals and named != [expected]:
        aftermath.faults.append(f"its renaming was refused ({told.refusals}): {aftermath.files}")


def do_again(operation: str, source: Source, aftermath: Aftermath) -> None:
    """What was not done can be done afterwards; the demo is too long for that."""
    if operation in ("close", "undo", "demo"):
        return
    wanted = {"new": NEW, "import": BROUGHT, "rename": RENAMED}.get(operation)
    if wanted in aftermath.files:
        return
    if operation == "export":
        (paths.exports() / "new.jsonl").unlink(missing_ok=True)
    try:
        act = choose_preparing(operation, source)(lambda _: None)
        act()
    except Exception as error:  # whatever it is, it is the finding
        aftermath.faults.append(f"afterwards: {type(error).__name__}: {error}")


# The points


def choose(calls: Sequence[ChangingCall], most: int) -> list[ChangingCall]:
    """All calls, or the first and last of each kind and every k-th of the others."""
    if len(calls) <= most:
        return list(calls)
    first = {call.kind: call for call in reversed(calls)}
    last = {call.kind: call for call in calls}
    taken = {*first.values(), *last.values()}
    others = [call for call in calls if call not in taken]
    step = max(1, -(-len(others) // max(1, most - len(taken))))
    taken |= set(others[::step])
    return [call for call in calls if call in taken]


def injections(calls: Sequence[ChangingCall], point: ChangingCall) -> dict[str, list[str]]:
    """The options of strace for each of what happens at a point."""
    at = f"{point.name}"
    killed = [f"inject={at}:signal=KILL:when={point.number}"]
    once = [f"inject={at}:error=ENOSPC:when={point.number}"]
    made = calls[: calls.index(point)]
    for_ever = [] if point.name in ROOMY else list(once)
    for name in sorted({call.name for call in calls} & set(ROOMY)):
        before = max((call.number for call in made if call.name == name), default=0)
        for_ever.append(f"inject={name}:error=ENOSPC:when={before + 1}+")
    return {"killed": killed, "full once": once, "full for ever": for_ever}


def run_once(folder: Path, operation: str, source: Source, options: Sequence[str]) -> Outcome:
    """Let one child act in a fresh home, with these injections."""
    home = folder / "home"
    shutil.rmtree(home, ignore_errors=True)
    shutil.copytree(source.home_of(operation), home)
    os.environ["OUTRIDER_HOME"] = str(home)
    if operation == "export":
        (home / "whole.jsonl").write_bytes(text_of(file_of(library.find(PLAYED))))
    flags = [word for option in options for word in ("-e", option)]
    return run_traced(prepare(operation, source), folder / "trace", flags)


def find_faults(folder: Path, operation: str, source: Source, outcome: Outcome) -> list[str]:
    """What is wrong after a child ended."""
    home = folder / "home"
    told = read_told(outcome.said)
    aftermath = Aftermath()
    try:
        aftermath = look(home)
        judge(operation, source, told, aftermath, home)
        do_again(operation, source, aftermath)
    except Exception as error:  # whatever it is, it is the finding
        aftermath.faults.append(f"the library: {type(error).__name__}: {error}")
    return aftermath.faults


def main(folder: Path, operation: str, most: int, part: int, parts: int) -> None:
    """Run an operation at the points of one part and print what was found."""
    began = time.monotonic()
    source = make_source(folder)
    whole = run_once(folder, operation, source, ())
    calls = read_calls(whole.lines, folder / "home")
    faults = [f"undisturbed: {what}" for what in find_faults(folder, operation, source, whole)]
    if not read_told(whole.said).done:
        faults.append(f"undisturbed: it was not done: {whole.said}")
    missed = 0
    points = choose(calls, most)[part::parts]
    for point in points:
        for what, options in injections(calls, point).items():
            outcome = run_once(folder, operation, source, options)
            if not outcome.injected:
                missed += 1
            faults += [
                f"{what} at {point.name} {point.number} {point.target}: {fault}"
                for fault in find_faults(folder, operation, source, outcome)
            ]
    found = {
        "operation": operation,
        "calls": len(calls),
        "points": len(points),
        "missed": missed,
        "seconds": round(time.monotonic() - began),
        "faults": faults,
    }
    print(json.dumps(found))


if __name__ == "__main__":
    most_calls, number, count = map(int, sys.argv[3:])
    main(Path(sys.argv[1]), sys.argv[2], most_calls, number, count)
