"""Adoption of maps, rulesets and boards, stored in the transaction that names them."""

from __future__ import annotations

from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING

from core.combat.board.plan import Board
from core.dice import Answers
from core.play.fight.setup.commands import Prepare, Redraw
from core.play.table.commands import AdoptMap, AdoptRuleset
from core.play.union import Assets, Command, Decided, decide
from core.rulesets.schema import Ruleset
from core.travel.regionmap import RegionMap
from core.values import replace
from saves.store import asset_store
from saves.store.blobs import board_blob
from saves.store.chain import Blob
from saves.store.entries import Entry

if TYPE_CHECKING:
    from saves.campaign.campaign_store import CampaignStore

NO_ANSWERS: Answers = MappingProxyType({})


def adopt_map(store: CampaignStore, region: RegionMap, hex_km: Fraction, place: str) -> Entry:
    """Use `region` from now on. Raises the refusals of the command."""
    stored = asset_store.region_blob(region)
    store.asset_store.learn_region(stored.sha256, region)
    assets = store.asset_store.assets(store.now.moment.state, stored.sha256)
    return _write(store, AdoptMap(stored.sha256, hex_km, place), assets, stored)


def adopt_ruleset(store: CampaignStore, rules: Ruleset) -> Entry:
    """Play by `rules` from now on. Raises the refusals of the command."""
    stored = asset_store.ruleset_blob(rules)
    store.asset_store.learn_rules(stored.sha256, rules)
    command = AdoptRuleset(stored.sha256, rules.display_name())
    return _write(store, command, store.now.assets, stored)


def prepare(store: CampaignStore, command: Prepare, board: Board) -> Entry:
    """Prepare an encounter on `board`. Raises the refusals of the command."""
    stored = board_blob(board)
    encounter = replace(command.encounter, board=stored.sha256)
    return _write(store, Prepare(encounter), _knowing(store, stored, board), stored)


def redraw(store: CampaignStore, encounter: str, board: Board) -> Entry:
    """Give an encounter another board. Raises the refusals of the command."""
    stored = board_blob(board)
    return _write(store, Redraw(encounter, stored.sha256), _knowing(store, stored, board), stored)


def _knowing(store: CampaignStore, stored: Blob, board: Board) -> Assets:
    store.asset_store.learn_board(stored.sha256, board)
    return store.asset_store.assets(store.now.moment.state, boards=(stored.sha256,))


def _write(store: CampaignStore, command: Command, assets: Assets, stored: Blob) -> Entry:
    decided = decide(command, store.now.moment.state, assets, NO_ANSWERS)
    assert isinstance(decided, Decided), "adoption asks nothing"
    return store.write_story(command, NO_ANSWERS, decided, blobs=(stored,))
