"""The line that says what a roll is about, where a figure depends on it: "fear"."""

from __future__ import annotations

from collections.abc import Iterable

from core.dice import Question, Situation
from core.messages import Message, Refusal, Value
from tui.kit.text_line import TextLine, WordSuggester


def offer_situations(situations: Iterable[Situation]) -> Message | None:
    """Return the words that may be said, with what each counts; None where there is nothing."""
    offered: tuple[Value, ...] = tuple(
        Message("{word}: {does}", word=one.word, does=one.does) for one in situations
    )
    if not offered:
        return None
    return Message("{offered}", offered=offered)


def situation_line(question: Question, said: str) -> TextLine:
    """Return the line that asks what a roll is about; `said` are the words said before."""
    words = tuple(one.word for one in question.situations)
    offered = offer_situations(question.situations) or ""
    return TextLine(
        Message("what is it about?  {offered}", offered=offered),
        said,
        lambda text: read_situations(question, text),
        WordSuggester(lambda: words),
    )


def read_situations(question: Question, text: str) -> tuple[str, ...]:
    """Return the words of a line, each once. Refusal "unknown_situation" names the others."""
    known = tuple(one.word for one in question.situations)
    words = tuple(dict.fromkeys(text.lower().replace(",", " ").split()))
    for word in words:
        if word not in known:
            raise Refusal(
                "unknown_situation",
                "'{word}' changes nothing of this roll. Type {known}, or nothing.",
                word=word,
                known=known,
            )
    return words
