"""The language of the sentences: a choice held in the context, and its gettext catalogue."""

from __future__ import annotations

import functools
import gettext
from contextvars import ContextVar
from pathlib import Path

LOCALES = Path(__file__).parents[1] / "locales"
ENGLISH = "en"

_language: ContextVar[str] = ContextVar("outrider_language", default=ENGLISH)


@functools.cache
def _catalogue(language: str) -> gettext.NullTranslations:
    return gettext.translation("outrider", LOCALES, [language], fallback=True)


def set_language(language: str) -> None:
    """Choose the language of all sentences; one without a catalogue reads English."""
    _language.set(language)


def translate(template: str) -> str:
    """The template in the chosen language, or unchanged if not translated."""
    chosen = _language.get()
    if chosen == ENGLISH or not template:
        return template
    return _catalogue(chosen).gettext(template)
