"""Opening the demo campaign, which is told and played only when there is none yet."""

from __future__ import annotations

from saves.campaign.campaign import Campaign
from saves.demo import NAME, Watch
from saves.library import library
from saves.store.places import file_backend


def open_demo(fresh: bool = False, watch: Watch | None = None) -> Campaign:
    """Open the demo campaign for writing; make it when there is none, or when `fresh`.

    `watch` follows how it is made, and may stop that: then all is as it was before. It is a file
    also where the campaigns of the library are on a server: each GM has one alone. A demo that is
    replaced goes to the bin, so nothing that was played in it is lost.
    """
    there = [shelf for shelf in library.listing(file_backend()) if shelf.name == NAME]
    if there and not fresh:
        return library.open(there[0].stored)
    from saves.demo.story import make, story  # who opens it again does not wait for its story

    binned = [library.bin(shelf.stored) for shelf in there]
    try:
        return make(story(), watch=watch)
    except BaseException:
        for place in reversed(binned):
            library.unbin(place)
        raise
