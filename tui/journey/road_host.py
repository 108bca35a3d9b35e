"""What the parts of the Journey ask of its screen: they know this, and not the screen itself."""

from __future__ import annotations

from typing import Protocol

from tui.journey.model import JourneyUI
from tui.journey.panes.region_map import RegionMapView
from tui.kit.searching import Cursored
from tui.play.command_line import PlayHost


class RoadHost(PlayHost, Cursored[str], Protocol):
    """The Journey as its parts see it; `JourneyScreen` says what each member is."""

    ui: JourneyUI

    @property
    def map(self) -> RegionMapView: ...
