"""The record of a campaign's sessions for players or the GM, as Markdown or HTML."""

from __future__ import annotations

from typing import Literal, TypeAlias

from core.messages import Message, Value
from saves.exchange.record.compose import compose, teller_of
from saves.exchange.record.document import Audience
from saves.exchange.record.html import html
from saves.exchange.record.markdown import markdown
from saves.history.history import History
from saves.history.sessions import Session
from saves.history.sessions import sessions as every_session
from saves.store.state_history import uncollected

Form: TypeAlias = Literal["md", "html"]


def recap(
    history: History, sessions: tuple[Session, ...] | None, audience: Audience, form: Form
) -> str:
    """These sessions (None: all) as one text, said by `history.say`. Raises codec.UnreadableText.

    Players' texts hold only what `core.play.view.for_players` lets through. Markdown is written
    between the lines `%% outrider:start %%` and `%% outrider:end %%`, but for its frontmatter.
    """
    found = every_session(history) if sessions is None else sessions
    record = compose(history, found, audience)
    state = history.states.moment(history.tip).state
    teller = teller_of(history, state, audience)

    def word(template: str, /, **values: Value) -> str:
        return teller.word(Message(template, **values), state)

    with uncollected():
        return html(record, word) if form == "html" else markdown(record, word)
