"""Forged files that unpack to as much as a file may hold, and what memory their readers take.

A process of its own, so that each reader is forked from a small one. Prints one JSON object;
arguments: a folder, the name of a case. For each reader: its largest resident set in MiB, and what
it returned or raised. A reader may take 2 GiB of addresses, whatever the machine has.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sqlite3
import sys
import zlib
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import TypeAlias

from core.file_limits import MOST_VALUES
from core.files import FileError
from core.messages import Refusal
from core.play.facts.state import State
from core.play.party.party_file import read_party
from core.play.union import Assets
from core.travel import regionmap
from core.values import replace
from saves import paths
from saves.campaign.campaign import Campaign
from saves.campaign.patrol import Patrol
from saves.exchange import exporting, importing
from saves.exchange.exporting import ExportRequest
from saves.exchange.findings import HAND_WRITTEN, LARGEST, UnreadableFile, read_text
from saves.history import rulings, sessions, statistics
from saves.history.history import History
from saves.history.index.index import follow
from saves.library import library
from saves.store import checkpoints, models, packing
from saves.store.asset_store import StoredBoard
from saves.store.journal import digest
from saves.store.models import TRIGGERS, as_row
from saves.store.packaged_rulesets import packaged
from saves.store.packing import MOST_IN_A_COLUMN
from saves.store.sqlite.file_place import FilePlace
from tests.saves.campaigns import HARSK, begun, hurt
from tests.saves.exchange.exports import quietly
from tui.kit.phrases import say
from tui.play.dialogs.map_preview import preview
from tui.view import taken

# The process that forks the readers imports all that they use, so that each measures its reading
# and not its imports. Nothing here asks for the tables, but readers do.
assert models.ENTRY is not None

MIB = 1 << 20
ADDRESSES = 2048 * MIB
FORGED = 6
"""The entry with the bomb, the newest."""
ROOM = 10_000
"""Bytes and values that are left for what is around a bomb."""
MOST = packing.MOST_UNPACKED - ROOM
EMOJI = "\U0001f600".encode()
"""One of these makes Python take four bytes for each letter of a text."""
RECEIPT = b'{"label":{"message":["",{}]},"value":%d}'
BOARD = b'{"doors":[],"edge_low":[],"edge_walls":[],"legend":[],"rows":[%s]}'
PATH = b'{"extra":"","kind":"road","label":"","path":["0101","9901"],"side":"","start":""}'

Reader: TypeAlias = Callable[[], object]
Forge: TypeAlias = Callable[[], None]


# Texts of the largest size


def wide_text(length: int = MOST) -> bytes:
    """A text that takes four times its bytes when it is read."""
    return b"x" * (length - len(EMOJI)) + EMOJI


def most_of(part: bytes, most: int = MOST) -> bytes:
    """The same JSON over and over, with as many bytes and values as may be read."""
    values = sum(map(part.count, (b",", b"[", b"{"))) + 1
    count = min(most // (len(part) + 1), (packing.MOST_VALUES - ROOM) // values)
    return b",".join([part] * count)


def numbered(line: bytes) -> bytes:
    """A line over and over, with a number of its own."""
    return b"".join(line % number for number in range(400_000))


def many_receipts() -> bytes:
    """Receipts that are all different."""
    count = (packing.MOST_VALUES - ROOM) // (RECEIPT.count(b"{") + RECEIPT.count(b",") + 2)
    return b",".join(RECEIPT % number for number in range(count))


# Campaigns with a bomb


def the_campaign() -> Path:
    """The forged campaign."""
    return paths.campaigns() / "Bomb.outrider"


def begin() -> Path:
    """A campaign whose newest entry is FORGED."""
    path = the_campaign()
    with begun(path, HARSK) as campaign:
        while campaign.head < FORGED:
            hurt(campaign, 1)
    return path


def chain_again(path: Path, receipts: bytes = b"", body: Callable[[str], str] = str) -> None:
    """Give the newest entry these receipts and what `body` makes of its body, and its sum."""
    with closing(sqlite3.connect(path)) as raw:
        for name in TRIGGERS:
            raw.execute(f"DROP TRIGGER {name}")
        row = as_row(raw.execute("SELECT * FROM entry WHERE seq = ?", (FORGED,)).fetchone())
        packed = zlib.compress(receipts, 9) if receipts else b""
        forged = replace(row, body=body(row.body), receipts=packed)
        total = digest(forged, receipts)
        raw.execute(
            "UPDATE entry SET body = ?, receipts = ?, sum = ? WHERE seq = ?",
            (forged.body, forged.receipts, total, forged.seq),
        )
        raw.execute("DELETE FROM checkpoint")
        for statement in TRIGGERS.values():
            raw.execute(statement)
        raw.commit()


def forge_receipts(receipts: bytes) -> None:
    """A campaign whose newest entry has these receipts."""
    chain_again(begin(), b'{"receipts":[' + receipts + b'],"v":1}')


def forge_body() -> None:
    """A campaign whose newest entry has as long a cause as a column can hold."""
    cause = wide_text(MOST_IN_A_COLUMN - ROOM).decode()
    chain_again(begin(), body=lambda body: body.replace('"cause":""', f'"cause":"{cause}"'))


def forge_checkpoint(
    *,
    state: Callable[[bytes], bytes] = bytes,
    labels: Callable[[int], bytes] | None = None,
    page: bytes | None = None,
) -> None:
    """A campaign with a stored state after its newest entry, of which parts are replaced."""
    path = begin()
    with closing(sqlite3.connect(path)) as raw, History.open(FilePlace(path), quietly) as history:
        (row_sum,) = raw.execute("SELECT sum FROM entry WHERE seq = ?", (FORGED,)).fetchone()
        moment = history.states.moment(FORGED)
        data, _ = checkpoints.pack(moment.state, FORGED, moment.depth, row_sum)
        told = data[checkpoints.SUM.size :]
        _, _, state_size, labels_size, _ = checkpoints.HEAD.unpack_from(told)
        state_at = checkpoints.HEAD.size
        labels_at = state_at + state_size
        page_at = labels_at + labels_size
        packed_state = zlib.compress(state(zlib.decompress(told[state_at:labels_at])), 9)
        packed_labels = told[labels_at:page_at]
        packed_page = told[page_at:]
        if page is not None:
            packed_page = zlib.compress(page, 9)
        if labels is not None:
            packed_labels = zlib.compress(labels(zlib.crc32(packed_page)), 9)
        parts = (packed_state, packed_labels, packed_page)
        head = checkpoints.HEAD.pack(FORGED, moment.depth, *map(len, parts))
        forged = head + b"".join(parts)
        total = checkpoints.SUM.pack(checkpoints.MAGIC, checkpoints.sum_of(row_sum, forged))
        raw.execute("DELETE FROM checkpoint")
        raw.execute(
            "INSERT INTO checkpoint VALUES (?, ?, ?, ?)",
            (FORGED, moment.depth, checkpoints.shape(), total + forged),
        )
        raw.commit()


def put_into(key: bytes, value: bytes) -> Callable[[bytes], bytes]:
    """Replace the value of a key in the text of a state."""

    def put(text: bytes) -> bytes:
        head, _, rest = text.partition(b"\n")
        (doc,) = json.loads(rest)
        before = json.dumps(doc[key.decode()], separators=(",", ":"), ensure_ascii=False).encode()
        old = b'"%s":%s' % (key, before)
        new = b'"%s":%s' % (key, value)
        assert old in rest, key
        return head + b"\n" + rest.replace(old, new, 1)

    return put


def forge_head() -> None:
    """A stored state whose encounters are in as many runs as may be."""
    runs = b'{"base":0,"sum":0,"order":[' + most_of(b"[1,0,0]") + b"]}\n"
    forge_checkpoint(state=lambda text: runs + text.partition(b"\n")[2])


def forge_labels() -> None:
    """A stored state with as many labels of encounters as may be."""
    labels = most_of(b'["","","","",""]')
    forge_checkpoint(labels=lambda total: b"[%d,[%s]]" % (total, labels))


def forge_label() -> None:
    """A campaign whose label is as long as a column can hold."""
    path = begin()
    long = wide_text(MOST_IN_A_COLUMN - ROOM).decode()
    with closing(sqlite3.connect(path)) as raw:
        (face,) = raw.execute("SELECT face FROM campaign").fetchone()
        forged = face.removesuffix("}") + f',"more":"{long}"' + "}"
        raw.execute("UPDATE campaign SET face = ?", (forged,))
        raw.commit()


def forge_long_label() -> None:
    """A campaign whose label is longer than any column may be."""
    path = begin()
    with closing(sqlite3.connect(path)) as raw:
        raw.execute("UPDATE campaign SET face = ?", ("x" * (400 * MIB),))
        raw.commit()


def forge_blob(kind: str, text: bytes) -> None:
    """A campaign with a blob that none of its entries names."""
    path = begin()
    sha256 = hashlib.sha256(text).hexdigest()
    with closing(sqlite3.connect(path)) as raw:
        packed = zlib.compress(text, 9)
        raw.execute("INSERT INTO blob VALUES (?, ?, ?)", (sha256, kind, packed))
        raw.commit()


def forge_region(lines: bytes) -> None:
    """A campaign with a region map of these lines."""
    forge_blob("region", b'{"lines":[' + lines + b'],"v":1}')


def forge_board(rows: bytes) -> None:
    """A campaign with a board of these rows."""
    forge_blob("board", BOARD % rows)


# Files that people write, or get from others


def forge_file(text: bytes, most: int) -> None:
    """A text file of at most so many bytes."""
    the_file().parent.mkdir(parents=True)
    the_file().write_bytes(text[:most])


def the_file() -> Path:
    """The forged text file."""
    return paths.home() / "bomb.txt"


# Readers


def read_list() -> object:
    """The list of campaigns."""
    return [(shelf.name, shelf.entries) for shelf in library.listing()]


def read_open() -> object:
    """The campaign is opened and shown, with the receipts of its log."""
    with Campaign.open(FilePlace(the_campaign())) as campaign:
        view = taken(campaign)
        receipts = [len(entry.receipts) for entry in view.entries]
        return campaign.head, campaign.read_only, receipts, len(view.veiled.state.encounters)


def read_past() -> object:
    """The index, figures, rulings, sessions and the newest entry of the past."""
    with History.open(FilePlace(the_campaign()), quietly) as history:
        progress = follow(history)
        counted = statistics.statistics(history)
        listed = len(rulings.rulings(history)), len(sessions.sessions(history))
        then = history.then(FORGED)
        receipts = () if then is None else then.entry.receipts
        return progress, counted.km, listed, len(receipts)


def read_page() -> object:
    """The record as a page."""
    return export("html")


def read_lines() -> object:
    """The lines of the export, which are kept for the import."""
    return export("jsonl")


def export(form: exporting.Form) -> int:
    """Export the campaign; its length."""
    wanted = ExportRequest(form=form, audience="gm")
    path = paths.home() / f"bomb.{form}"
    with History.open(FilePlace(the_campaign()), quietly) as history:
        exporting.save(history, wanted, path, "0", replace=True)
    return path.stat().st_size


def read_import() -> object:
    """The import of those lines, unless the export was refused."""
    path = paths.home() / "bomb.jsonl"
    if not path.exists():
        return "no lines"
    with path.open("rb") as file:
        return importing.bring_in(file, "Imported").entries


def read_file() -> object:
    """The check of the whole file."""
    patrol = Patrol(FilePlace(the_campaign()))
    with closing(patrol):
        while not (progress := patrol.step()).over:
            pass
        return progress.wrong


def read_stored(kind: str) -> tuple[str, bytes]:
    """The sum and the packed text of the forged blob."""
    with closing(sqlite3.connect(the_campaign())) as raw:
        query = "SELECT sha256, zlib FROM blob WHERE kind = ?"
        sha256, packed = raw.execute(query, (kind,)).fetchone()
    return str(sha256), bytes(packed)


def read_region() -> object:
    """The forged region map."""
    _, packed = read_stored("region")
    try:
        return len(regionmap.from_json(packing.decompress(packed).decode()).lines)
    except ValueError as error:  # its paths are too long
        return str(error)


def read_board() -> object:
    """The forged board."""
    board = StoredBoard(*read_stored("board")).board()
    return None if board is None else len(board.rows)


def read_map() -> object:
    """The region map in the file, before it becomes that of a campaign."""
    return len(preview(the_file(), packaged("pf1")).region.lines)


def read_members() -> object:
    """The party in the file."""
    return read_party(read_text(the_file()), State(), Assets(packaged("pf1")))


OF_CAMPAIGNS: Mapping[str, Reader] = {
    "list": read_list,
    "open": read_open,
    "past": read_past,
    "page": read_page,
    "lines": read_lines,
    "import": read_import,
    "check": read_file,
}
OTHERS: Mapping[str, Mapping[str, Reader]] = {
    "region": {**OF_CAMPAIGNS, "region": read_region},
    "board": {**OF_CAMPAIGNS, "board": read_board},
    "map": {"map": read_map},
    "party": {"party": read_members},
}
"""The readers of cases whose first word is one of these."""


CASES: Mapping[str, Forge] = {
    "receipts, all different": lambda: forge_receipts(many_receipts()),
    "receipts of one wide text": lambda: forge_receipts(
        b'{"label":{"message":["' + wide_text() + b'",{}]},"value":0}'
    ),
    "receipts of lists": lambda: forge_receipts(
        b'{"label":{"message":["",{}]},"value":[' + most_of(b"[]") + b"]}"
    ),
    "state with a wide text": lambda: forge_checkpoint(
        state=put_into(b"place", b'"' + wide_text() + b'"')
    ),
    "state with members": lambda: forge_checkpoint(
        state=put_into(b"members", b"[" + most_of(b'{"id":"","name":"","token":""}') + b"]")
    ),
    "state in runs": forge_head,
    "labels of encounters": forge_labels,
    "encounters of no text": lambda: forge_checkpoint(page=b"\n" * (packing.MOST_VALUES - ROOM)),
    "body of an entry": forge_body,
    "label": forge_label,
    "label without end": forge_long_label,
    "region of one wide text": lambda: forge_region(b'"' + wide_text() + b'"'),
    "region of hexes": lambda: forge_region(most_of(b'{"hex":"0101","labels":[],"words":[]}')),
    "region of paths": lambda: forge_region(most_of(PATH)),
    "board of one wide text": lambda: forge_board(b'"' + wide_text() + b'"'),
    "board of rows": lambda: forge_board(most_of(b'"."')),
    "map of one wide line": lambda: forge_file(wide_text(LARGEST), LARGEST),
    "map of lines": lambda: forge_file(b'0101 a "b"\n' * 999_000, LARGEST),
    "map of paths": lambda: forge_file(b"0101-9901 road\n" * 999_000, LARGEST),
    "party of tables": lambda: forge_file(
        b"".join(b"[a%d]\n" % n for n in range(400_000)), HAND_WRITTEN
    ),
    "party of keys": lambda: forge_file(
        b"".join(b"a%d=0\n" % n for n in range(400_000)), HAND_WRITTEN
    ),
    "party of members": lambda: forge_file(b'[[party]]\nname="a"\n' * 200_000, HAND_WRITTEN),
    "party of keys within keys": lambda: forge_file(
        b"".join(b"a%d.b.b.b.b.b.b=0\n" % n for n in range(400_000)), HAND_WRITTEN
    ),
    "party of empty members": lambda: forge_file(
        b"party=[" + b",".join([b"{}"] * 1_000_000) + b"]", HAND_WRITTEN
    ),
    "party of as many keys as are read": lambda: forge_file(
        b"".join(b"a%d=0\n" % n for n in range(MOST_VALUES)), HAND_WRITTEN
    ),
    "party of as many tables as are read": lambda: forge_file(
        b"".join(b"[a%d]\n" % n for n in range(MOST_VALUES)), HAND_WRITTEN
    ),
    "party of as many members as are read": lambda: forge_file(
        b"party=[" + b",".join([b'{name="a"}'] * (MOST_VALUES // 2 - 1)) + b"]", HAND_WRITTEN
    ),
}


def measure(work: Reader) -> tuple[int, str]:
    """Do work in a child: its largest resident set in MiB, and what it returned or raised."""
    ends, begins = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(ends)
        os.write(begins, json.dumps(_do(work)).encode())
        os._exit(0)
    os.close(begins)
    with os.fdopen(ends, "rb") as heard:
        told = heard.read()
    os.waitpid(child, 0)
    if not told:
        return 0, "killed"
    taken, outcome = json.loads(told)
    return taken, outcome


def _do(work: Reader) -> tuple[int, str]:
    assert sys.platform != "win32"
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (ADDRESSES, ADDRESSES))
    try:
        outcome = repr(work())
    except (Refusal, UnreadableFile, FileError) as refused:
        outcome = f"refused: {say(refused.message)}"
    except Exception as error:  # whatever it is, it is the finding
        outcome = f"{type(error).__name__}: {error}"
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024, outcome[:200]


def main(folder: Path, case: str) -> None:
    """Forge the file of a case, let each reader read it, and print what they took."""
    kept = folder / "kept"
    home = folder / "home"
    lines = folder / "bomb.jsonl"
    os.environ["OUTRIDER_HOME"] = str(kept)
    _, forged = measure(CASES[case])
    os.environ["OUTRIDER_HOME"] = str(home)
    found = {}
    for name, reader in OTHERS.get(case.partition(" ")[0], OF_CAMPAIGNS).items():
        shutil.rmtree(home, ignore_errors=True)
        shutil.copytree(kept, home)
        if lines.exists():
            shutil.move(lines, home / lines.name)
        found[name] = measure(reader)
        if (home / lines.name).exists():
            shutil.move(home / lines.name, lines)
    print(json.dumps({"forged": forged, "readers": found}))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
