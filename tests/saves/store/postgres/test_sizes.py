"""What campaigns take on a server is measured."""

from __future__ import annotations

import pytest

pytest.importorskip("psycopg", reason="campaigns on a server need psycopg")

from saves.demo.open_demo import open_demo
from tests.saves.store.postgres.sizes import measure

pytestmark = pytest.mark.nightly


def test_entries_take_most_of_what_campaigns_take(conninfo: str) -> None:
    """Given the demo twice on a server, then its entries take more than anything else."""
    open_demo().close()

    sizes = {size.name: size for size in measure(conninfo, 2)}

    assert max(sizes.values(), key=lambda size: size.rows).name == "outrider_entry"
    assert all(0 < size.rows + size.indexes <= size.whole for size in sizes.values())
