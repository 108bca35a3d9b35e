"""What the parts of the Journey ask of its screen: they know this, and not the screen itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar, overload

from textual.geometry import Size
from textual.widget import Widget
from textual.worker import WorkType

from tui.journey.model import JourneyUI
from tui.journey.panes.region_map import RegionMapView
from tui.kit.searching import Cursored
from tui.play.command_line import PlayHost

W = TypeVar("W", bound=Widget)


class RoadHost(PlayHost, Cursored[str], Protocol):
    """The Journey as its parts see it; `JourneyScreen` says what each member is."""

    ui: JourneyUI

    @property
    def is_attached(self) -> bool: ...
    @property
    def map(self) -> RegionMapView: ...
    @property
    def size(self) -> Size: ...
    @overload
    def query_one(self, kind: type[W], /) -> W: ...
    @overload
    def query_one(self, selector: str, kind: type[W], /) -> W: ...
    def call_after_refresh(
        self, callback: Callable[..., object], /, *arguments: object
    ) -> object: ...
    def set_class(self, add: bool, name: str, /) -> object: ...
    def run_worker(
        self,
        work: WorkType[object],
        *,
        group: str = "",
        description: str = "",
        exclusive: bool = False,
        thread: bool = False,
    ) -> object: ...
