"""A fight, and lines of the log, as pieces of an HTML page."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from core.messages import N_
from saves.exchange.record.document import Fight, RecordLine, Round, TurnRecord, Word
from saves.exchange.record.pictures import BoardPicture, PictureToken
from saves.exchange.record.svg_grid import svg_grid
from saves.exchange.record.text import Text


def spans(text: Text) -> str:
    """A sentence, its names marked."""
    return "".join(
        escape(piece) if isinstance(piece, str) else f"<b>{escape(piece.text)}</b>"
        for piece in text
    )


def line(each: RecordLine, word: Word, *, at: str = "") -> str:
    """A line of the log as a list item, after the hour `at`."""
    classes = [name for name, has in (("note", each.note), ("secret", each.secret)) if has]
    marked = f' class="{" ".join(classes)}"' if classes else ""
    hour = f"<time>{escape(at)}</time> " if at else ""
    secret = ""
    if each.secret:
        secret = f'<span class="tag">{escape(word(N_("GM")))}</span> '
    why = ""
    if each.why:
        found = "; ".join(spans(text) for text in each.why)
        why = f' <small class="why">{found}</small>'
    return f"<li{marked}>{hour}{secret}{spans(each.text)}{why}</li>"


def fight(one: Fight, word: Word) -> Iterable[str]:
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
            yield _board(board, f"{one.key}-b{number}", word)
        yield "</div>"
    for number, round_ in enumerate(one.rounds):
        yield from _round(round_, f"{one.key}-r{number}", word)
    yield "</section>"


def _board(board: BoardPicture, key: str, word: Word, *, keyed: bool = True) -> str:
    said = (board.title, *_who(board.tokens)) if keyed else (board.title,)
    caption = "".join(f"<span>{escape(told)}</span> " for told in said)

    picture = svg_grid(board, key, word)
    return (
        f'<figure class="board"><div class="wide" tabindex="0">{picture}</div>'
        f"<figcaption>{caption}</figcaption></figure>"
    )


def _who(tokens: tuple[PictureToken, ...]) -> Iterable[str]:
    for token in sorted(tokens, key=lambda token: token.camp != "party"):
        if not token.name.endswith(f" {token.sign}"):
            yield f"{token.sign} {token.name}"


def _round(round_: Round, key: str, word: Word) -> Iterable[str]:
    if round_.title:
        yield f"<h5>{spans(round_.title)}</h5>"
    yield '<ul class="turns">'
    for turn in round_.turns:
        yield from _turn(turn, word)
    yield "</ul>"
    if round_.board is not None:
        yield _board(round_.board, f"{key}-b", word, keyed=False)


def _turn(turn: TurnRecord, word: Word) -> Iterable[str]:
    who = f'<span class="who">{spans(turn.who)}</span> ' if turn.who else ""
    lines = "".join(line(each, word) for each in turn.lines)
    kind = "turn" if who else "alone"
    yield f'<li class="{kind}">{who}<ul>{lines}</ul></li>'
