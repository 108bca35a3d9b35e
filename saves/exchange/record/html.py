"""A record as one HTML page without scripts or references to other files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from html import escape
from importlib.resources import files
from types import MappingProxyType

from core.files import read_toml
from core.messages import Template
from saves.exchange.record.document import (
    BoardPicture,
    DayRecord,
    Fight,
    JourneyChart,
    Part,
    Phrase,
    Record,
    RecordLine,
    Region,
    Round,
    Text,
)
from saves.exchange.record.svg_charts import svg_days, svg_line, svg_luck
from saves.exchange.record.svg_grid import svg_grid
from saves.exchange.record.svg_map import svg_map


def spans(text: Text) -> str:
    """A sentence, its names marked."""
    return "".join(
        escape(piece) if isinstance(piece, str) else f"<b>{escape(piece.text)}</b>"
        for piece in text
    )


def line(each: RecordLine, phrase: Phrase, *, at: str = "") -> str:
    """A line of the log as a list item, after the hour `at`."""
    classes = [name for name, has in (("note", each.note), ("secret", each.secret)) if has]
    marked = f' class="{" ".join(classes)}"' if classes else ""
    hour = f"<time>{escape(at)}</time> " if at else ""
    secret = ""
    if each.secret:
        secret = f'<span class="tag">{escape(phrase("GM"))}</span> '
    why = ""
    if each.why:
        found = "; ".join(spans(text) for text in each.why)
        why = f' <small class="why">{found}</small>'
    return f"<li{marked}>{hour}{secret}{spans(each.text)}{why}</li>"


def fight(one: Fight, phrase: Phrase) -> Iterable[str]:
    """A fight as a section: foes, boards, rounds."""
    yield f'<section class="fight" id="{one.key}">'
    yield f"<h4>{escape(one.name)}</h4>"
    where = [f"<time>{escape(one.at)}</time>"] if one.at else []
    where += [spans(one.place)] if one.place else []
    foes = ", ".join(
        f"{escape(foe.name)} × {foe.count}" if foe.count > 1 else escape(foe.name)
        for foe in one.foes
    )
    where += [foes] if foes else []
    yield f'<p class="way">{" · ".join(where)}</p>'
    boards = [board for board in (one.first, one.last) if board is not None]
    if boards:
        yield '<div class="boards">'
        for number, board in enumerate(boards):
            yield _board(board, f"{one.key}-b{number}", phrase)
        yield "</div>"
    for number, round_ in enumerate(one.rounds):
        yield from _round(round_, f"{one.key}-r{number}", phrase)
    yield "</section>"


def _board(board: BoardPicture, key: str, phrase: Phrase, *, keyed: bool = True) -> str:
    who = [
        f"{token.sign} {token.name}"
        for token in sorted(board.tokens, key=lambda token: token.camp != "party")
        if keyed and not token.name.endswith(f" {token.sign}")
    ]
    return _figure(svg_grid(board, key, phrase), board.title, *who, kind=' class="board"')


def _round(round_: Round, key: str, phrase: Phrase) -> Iterable[str]:
    if round_.title:
        yield f"<h5>{spans(round_.title)}</h5>"
    yield '<ul class="turns">'
    for turn in round_.turns:
        who = f'<span class="who">{spans(turn.who)}</span> ' if turn.who else ""
        lines = "".join(line(each, phrase) for each in turn.lines)
        kind = "turn" if who else "alone"
        yield f'<li class="{kind}">{who}<ul>{lines}</ul></li>'
    yield "</ul>"
    if round_.board is not None:
        yield _board(round_.board, f"{key}-b", phrase, keyed=False)


PAINT: Mapping[str, str] = MappingProxyType(
    {
        "field": "plain", "wood": "forest", "hill": "hill", "rock": "mountain", "fen": "swamp",
        "sea": "water", "blank": "unknown", "party": "primary", "foe": "error",
        "neutral": "neutral",
    }
)  # fmt: skip
"""The page's names of colours that a theme of the screens sets, and what it calls them."""


@cache
def style() -> str:
    """The page's style; maps and boards have the colours of the screens, by day and by night."""
    page = files("saves.exchange.record").joinpath("page.css").read_text(encoding="utf-8")
    night = f"@media (prefers-color-scheme: dark) {{\n{_painted('outrider-dark')}\n}}"
    return f"{_painted('outrider-light')}\n{night}\n{page}"


def _painted(theme: str) -> str:
    text = files("themes").joinpath(f"{theme}.toml").read_text(encoding="utf-8")
    colors = read_toml(text, theme)
    return ":root { " + " ".join(f"--{name}: {colors[key]};" for name, key in PAINT.items()) + " }"


def html(record: Record, phrase: Phrase) -> str:
    """The record as a page."""
    return "\n".join(_page(record, phrase))


def _page(record: Record, phrase: Phrase) -> Iterable[str]:
    title = record.title
    if record.title != record.campaign:
        title = phrase("{title}, {campaign}", title=title, campaign=record.campaign)
    yield "<!doctype html>"
    yield f'<html lang="{escape(phrase("en"))}">'
    yield '<head>\n<meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield '<meta name="color-scheme" content="light dark">'
    yield f"<title>{escape(title)}</title>"
    yield f"<style>\n{style()}</style>\n</head>\n<body>"
    yield from _header(record, phrase)
    yield from _contents(record, phrase)
    yield "<main>"
    yield from _pictures("all", record.region, record.journey, phrase)
    for part in record.parts:
        yield from _part(part, record, phrase)
    yield from _after(record, phrase)
    yield "</main>\n</body>\n</html>\n"


def _header(record: Record, phrase: Phrase) -> Iterable[str]:
    yield "<header>"
    if record.title != record.campaign:
        yield f'<p class="campaign">{escape(record.campaign)}</p>'
    yield f"<h1>{escape(record.title)}</h1>"
    if len(record.parts) == 1:
        yield f'<p class="lead">{escape(record.parts[0].summary)}</p>'
    else:
        count = phrase("{count:session|sessions}", count=len(record.parts))
        yield f'<p class="lead">{escape(count)}</p>'
    if record.party:
        party = ", ".join(record.party)
        yield f'<p class="party">{escape(party)}</p>'
    if record.audience == "gm":
        warning = phrase("For the GM alone: this holds secrets.")
        yield f'<p class="gm">{escape(warning)}</p>'
    yield "</header>"


def _contents(record: Record, phrase: Phrase) -> Iterable[str]:
    name = phrase("Contents")
    yield f'<nav aria-label="{escape(name)}">\n<h2>{escape(name)}</h2>\n<ol>'
    several = len(record.parts) > 1
    for part in record.parts:
        if several:
            yield f'<li><a href="#{part.key}">{escape(part.title)}</a>'
            yield f' <span class="quiet">{escape(part.span)}</span>\n<ol>'
        for day in part.days:
            yield f'<li><a href="#{part.key}-d{day.number}">{escape(day.date)}</a>'
            fights = [f'<li><a href="#{one.key}">{escape(one.name)}</a></li>' for one in day.fights]
            yield f"<ol>{''.join(fights)}</ol></li>" if fights else "</li>"
        if several:
            yield "</ol></li>"
    for key, words in _afterwards(record, phrase):
        yield f'<li><a href="#{key}">{escape(words)}</a></li>'
    yield "</ol>\n</nav>"


def _afterwards(record: Record, phrase: Phrase) -> Iterable[tuple[str, str]]:
    if record.previously:
        yield "previously", phrase("Previously")
    if record.luck:
        yield "luck", phrase("The luck of the dice")


def _pictures(
    key: str, region: Region | None, journey: JourneyChart | None, phrase: Phrase
) -> Iterable[str]:
    if region is not None:
        yield _figure(svg_map(region, f"{key}-map", phrase), region.title)
    if journey is not None:
        line_ = svg_line(journey, f"{key}-line", phrase)
        bars = svg_days(journey, f"{key}-bars", phrase)
        yield _figure(line_ + bars, phrase("How far, hour by hour and day by day"))


def _figure(picture: str, *captions: str, kind: str = "") -> str:
    said = "".join(f"<span>{escape(told)}</span> " for told in captions) if kind else ""
    return (
        f'<figure{kind}><div class="wide" tabindex="0">{picture}</div>'
        f"<figcaption>{said or escape(captions[0])}</figcaption></figure>"
    )


def _part(part: Part, record: Record, phrase: Phrase) -> Iterable[str]:
    yield f'<article id="{part.key}">'
    if len(record.parts) > 1:
        yield f"<h2>{escape(part.title)}</h2>"
        yield f'<p class="span">{escape(part.span)}</p>'
    yield '<dl class="facts">'
    played = phrase("Played on")
    for name, value in ((played, part.real_date), *part.facts):
        yield f"<div><dt>{escape(name)}</dt><dd>{escape(value)}</dd></div>"
    yield "</dl>"
    if part.notes:
        yield f'<p class="note secret">{escape(part.notes)}</p>'
    yield from _pictures(part.key, part.region, part.journey, phrase)
    for day in part.days:
        yield from _day(day, part, phrase)
    if part.open:
        yield f"<h3>{escape(phrase('Left open'))}</h3>\n<ul>"
        yield from (line(each, phrase) for each in part.open)
        yield "</ul>"
    if part.rulings:
        yield f"<h3>{escape(phrase('Rulings'))}</h3>"
        yield from _log(part.rulings, phrase, "log dated")
    yield "</article>"


def _day(day: DayRecord, part: Part, phrase: Phrase) -> Iterable[str]:
    yield f'<section class="day" id="{part.key}-d{day.number}">'
    yield f"<h3>{escape(day.date)}</h3>"
    way = []
    if day.start and day.end and day.start != day.end:
        way.append(f"{spans(day.start)} → {spans(day.end)}")
    elif day.end:
        way.append(spans(day.end))
    way += [escape(told) for told in (day.km, day.hours) if told]
    yield f'<p class="way">{" · ".join(way)}</p>' if way else ""
    for passage in day.passages:
        if isinstance(passage, tuple):
            yield from _log(passage, phrase)
        else:
            yield from fight(passage, phrase)
    yield "</section>"


def _log(lines: tuple[RecordLine, ...], phrase: Phrase, kind: str = "log") -> Iterable[str]:
    yield f'<ul class="{kind}">'
    last = ""
    for each in lines:
        yield line(each, phrase, at=each.at if each.at != last else "")
        last = each.at
    yield "</ul>"


def _after(record: Record, phrase: Phrase) -> Iterable[str]:
    headings = dict(_afterwards(record, phrase))
    if record.previously:
        yield f'<section id="previously">\n<h2>{escape(headings["previously"])}</h2>'
        yield from (f"<p>{spans(text)}</p>" for text in record.previously)
        yield "</section>"
    if record.luck:
        yield f'<section id="luck">\n<h2>{escape(headings["luck"])}</h2>'
        told = phrase(
            "Dice typed at the table against what dice show on average; chance is how often"
            " fair dice fall at least so far from it."
        )
        yield f"<p>{escape(told)}</p>"
        yield _figure(svg_luck(record.luck, "luck-bars", phrase), headings["luck"])
        heads: tuple[Template, ...] = (
            "Who", "Throws", "Sum", "Average", "More or less",
            "Natural 20", "Natural 1", "Chance",
        )  # fmt: skip
        cells = "".join(f'<th scope="col">{escape(phrase(head))}</th>' for head in heads)
        yield f'<div class="wide" tabindex="0"><table>\n<thead><tr>{cells}</tr></thead>\n<tbody>'
        for one in record.luck:
            values = (
                one.throws, one.shown, one.expected, one.balance, one.twenties, one.ones,
                one.chance,
            )  # fmt: skip
            row = "".join(f"<td>{escape(str(value))}</td>" for value in values)
            yield f'<tr><th scope="row">{escape(one.who)}</th>{row}</tr>'
        yield "</tbody>\n</table></div>"
        yield "</section>"
