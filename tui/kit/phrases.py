"""Text in the reader's language and units: the one place where sentences are made of `Message`s.

Inside everything is exact; only here is anything rounded (T-007, Q-42): distances to the metre,
times to the minute. What is not zero never reads as zero, and a chance never reads as certain
unless it is.
"""

from __future__ import annotations

import re
import string
from contextvars import ContextVar, copy_context
from fractions import Fraction
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from core.characters import clean
from core.messages import (
    KG_IN_A_POUND,
    KM_IN_A_MILE,
    METRES_IN_A_FOOT,
    Chance,
    Factor,
    Hours,
    Kilograms,
    Kilometres,
    KmPerHour,
    Message,
    Metres,
    MetresPerMinute,
    Minutes,
    Squares,
    Template,
    Value,
    exact,
    half_up,
    ratio,
)

if TYPE_CHECKING:
    from gettext import NullTranslations

    from core.quantities import Units

_chosen: Units = "metric"
_own: ContextVar[Units | None] = ContextVar("outrider_units", default=None)
"""The units of this context alone; None: those chosen for all."""

_PATTERNS: dict[type[Fraction], tuple[Template, Template, Fraction, int]] = {
    # type: metric pattern, imperial pattern, metric units in one imperial, decimals shown
    Kilometres: ("{} km", "{} mi", KM_IN_A_MILE, 3),
    KmPerHour: ("{} km/h", "{} mph", KM_IN_A_MILE, 3),
    MetresPerMinute: ("{} m/min", "{} ft/min", METRES_IN_A_FOOT, 1),
    Kilograms: ("{} kg", "{} lb", KG_IN_A_POUND, 2),
}


class Roughly(Kilometres):
    """A distance for a table or log: whole from ten on, below that to the tenth."""


def set_units(units: Units) -> None:
    """Choose the units of all figures, in every thread and task."""
    global _chosen
    _chosen = units


def units_in_force() -> Units:
    """The units of this context, or else those chosen for all."""
    return _own.get() or _chosen


def quantity(number: Fraction) -> str:
    """The number with its unit: Kilometres(27) is "27 km", Hours(80/9) "8 h 53".

    A plain Fraction has no unit and is written exactly: "40.5", or "16/3" if its decimals never
    end.
    """
    match number:
        case Hours():
            return duration(number)
        case Chance():
            return chance(number)
        case Minutes():
            return duration(number / 60)
        case Metres():
            return _metres(number)
        case Squares():
            pattern = translate("{} square" if number == 1 else "{} squares")
            return pattern.format(rounded(number, 1))
        case Factor():
            return translate("x {}").format(ratio(number))
    for kind, (metric, imperial, size, places) in _PATTERNS.items():
        if isinstance(number, kind):
            pattern = metric
            amount = number
            if units_in_force() == "imperial":
                pattern = imperial
                amount = number / size
            if isinstance(number, Roughly):
                places = 0 if abs(amount) >= 10 else 1
            return translate(pattern).format(rounded(amount, places))
    return exact(number)


def distance_unit() -> str:
    """The unit of distances alone, for a column heading: "km"."""
    metric, imperial, _, _ = _PATTERNS[Kilometres]
    return translate(imperial if units_in_force() == "imperial" else metric).format("").strip()


def rounded(number: Fraction, places: int) -> str:
    """`number` as a decimal of at most `places` places, half up, without trailing zeros.

    A nonzero number that would read as zero is "<0.001" (for three places).
    """
    step = 10**places
    units = half_up(number * step)
    if not units and number:
        return f"{'>-' if number < 0 else '<'}{exact(Fraction(1, step))}"
    return exact(Fraction(units, step))


def duration(hours: Fraction) -> str:
    """A time span to the minute: "8 h 53", "5 h", "20 min", "<1 min", "0 h"."""
    sign, hours = ("-", -hours) if hours < 0 else ("", hours)
    whole, minutes = divmod(half_up(hours * 60), 60)
    if whole and minutes:
        return sign + translate("{hours} h {minutes:02}").format(hours=whole, minutes=minutes)
    if whole or not hours:
        return sign + translate("{hours} h").format(hours=whole)
    shown = str(minutes) if minutes else "<1"
    return sign + translate("{minutes} min").format(minutes=shown)


def clock(hour: Fraction) -> str:
    """A time of day to the minute, half up: Fraction(9 + 2/3) is "09:40", midnight "00:00"."""
    parts = hour.denominator  # in whole numbers: the map says it at every move of the cursor
    whole, minutes = divmod((120 * hour.numerator + parts) // (2 * parts), 60)
    return f"{whole % 24:02}:{minutes:02}"


def chance(probability: Fraction) -> str:
    """A probability in per cent: "55 %", near the ends "0.09 %", "<0.01 %", ">99.99 %"."""
    percent = Fraction(probability) * 100
    pattern = translate("{} %")
    if percent in (0, 100) or 1 <= percent <= 99:
        return pattern.format(half_up(percent))
    shown = rounded(percent, 2)
    return pattern.format(">99.99" if shown == "100" else shown)


def _metres(number: Fraction) -> str:
    if units_in_force() == "imperial":
        feet = number / METRES_IN_A_FOOT
        return translate("{} ft").format(rounded(feet, _places(feet)))
    centimetres = number * 100
    if 0 < number < 1 and not _places(number) and centimetres.denominator == 1:
        return translate("{} cm").format(exact(centimetres))
    return translate("{} m").format(rounded(number, _places(number)))


def _places(number: Fraction) -> int:
    """Return the decimals shown of a length: one of halves, none of others."""
    if (number * 2).denominator == 1:
        return 1
    return 0


LOCALES = Path(__file__).parents[1] / "locales"
ENGLISH = "en"

_language: ContextVar[str] = ContextVar("outrider_language", default=ENGLISH)


@cache
def _catalogue(language: str) -> NullTranslations:
    import gettext  # loaded with the first sentence in another language

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


Words: TypeAlias = Value
"""A message, a quantity, several of them, or text that needs no translation."""

_VOWEL = r"(?i)[aeio]|u(?!n[ei]|s|ti)|8|1[18]\b"
_PARSE = string.Formatter().parse


@lru_cache(maxsize=1024)
def _pieces(template: str) -> tuple[tuple[str, str | None, str | None], ...]:
    return tuple((literal, name, form) for literal, name, form, _ in _PARSE(template))


def say(message: Value) -> str:
    """The sentence for `message`, or the text of a single value.

    Fields of a template: `{name}`; `{name:+}` with its sign ("+2");
    `{name:clock}` an hour of the day ("16:53"); `{name:day|days}` a count with its word, the first
    for one and the second for any other; `{name:a}` with its article ("an elf", "a 20"). Values
    are shown in the units in force, lists with commas between, and no inserted text can carry a
    control character to the terminal.
    Raises KeyError or ValueError when the template names a field or form it has not.
    """
    match message:
        case Message():
            return _sentence(message)
        case str():
            return clean(message)
        case tuple():
            return ", ".join(map(say, message))
        case int():
            return str(message)
        case Fraction():
            return quantity(message)


def phrase(template: str, /, **values: Value) -> str:
    """The sentence for a template with its values; see `say`."""
    return say(Message(template, **values))


def plainest(message: Value) -> str:
    """The sentence for programs: always English and metric."""

    def say_it() -> str:
        _own.set("metric")
        set_language(ENGLISH)
        return say(message)

    return copy_context().run(say_it)


def _sentence(message: Message) -> str:
    values = dict(message.values)
    text = []
    for literal, name, form in _pieces(translate(message.template)):
        text.append(literal)
        if name is not None:
            value = values[name]
            if isinstance(value, str) and not form:  # as most are
                text.append(clean(value))
            else:
                text.append(_field(value, form or ""))
    return "".join(text)


def _field(value: Value, form: str) -> str:
    if not form:
        return say(value)
    if form == "a":
        return f"{'an' if re.match(_VOWEL, say(value)) else 'a'} {say(value)}"
    if isinstance(value, int | Fraction):
        if form == "clock":
            return clock(Fraction(value))
        if form == "+":
            return ("" if value < 0 else "+") + say(value)
        if "|" in form:
            one, many = form.split("|")
            return f"{say(value)} {one if value == 1 else many}"
    raise ValueError(f"no form {form!r} for {type(value).__name__}")
