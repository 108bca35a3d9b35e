"""A record as a page, and the export of one, or of the whole campaign, to a file."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Input, OptionList

from core.messages import N_, Message, Refusal, Template
from core.values import Struct, replace
from outrider import __version__
from saves.exchange.exporting import ExportRequest, Form, save, text
from saves.exchange.findings import UnreadableFile
from saves.exchange.record.document import Audience
from saves.exchange.writing import UNSYNCED, inner, make_folder
from saves.history.history import History
from saves.paths import export_stem, exports
from tui.kit.failures import catching
from tui.kit.modal import Choices, Modal, label, option
from tui.kit.phrases import phrase, say
from tui.kit.searching import round_to
from tui.kit.text_line import FileSuggester, LineInput, typed_path

if TYPE_CHECKING:
    from saves.store.backend import Place
    from tui.play.application.campaign_app import CampaignApp

FORMS: Mapping[Form, Template] = {
    "md": "Markdown: for Obsidian, or a chat",
    "html": "HTML: one page with pictures, for any browser",
    "jsonl": "JSON Lines: the campaign itself, to import again",
}
READERS: Mapping[Audience, Template] = {
    "players": "the players, without secrets",
    "gm": "you: everything",
}
THERE = ("exists", "no_marks", UNSYNCED)
"""Codes of refusals after which there is a file that a second Enter overwrites."""
LINES = {"what": N_("what"), "audience": N_("for"), "form": N_("as")}


class Order(Struct):
    """The wanted export and its folder ("" = Outrider's own). `session` is the shown one."""

    wanted: ExportRequest
    session: int
    folder: str = ""


class Written(Struct):
    """A written file and its order."""

    path: Path
    order: Order


def begun(last: Order | None, session: int) -> Order:
    """An order for session `session`, otherwise as `last`."""
    if last is None:
        return Order(ExportRequest(session), session)
    wanted = replace(last.wanted, session=None if last.wanted.session is None else session)
    return replace(last, wanted=wanted, session=session)


class Export(Modal[Written | None]):
    """Writes the file that its lines describe; returns None when the GM leaves.

    `campaign` is the campaign's file, `order` gives the first values of the lines.
    """

    app: CampaignApp
    CSS_PATH = "export_dialog.tcss"
    AUTO_FOCUS = "Choices"
    BINDINGS = [
        Binding("left,minus", "turn(-1)", "before", show=False, id="export-before"),
        Binding("right,plus,space", "turn(1)", "after", show=False, id="export-after"),
    ]

    def __init__(self, campaign: Place, order: Order) -> None:
        super().__init__()
        self._campaign = campaign
        self._order = order
        self._over: Path | None = None
        """The file that is there already, over which the next Enter writes."""

    def compose(self) -> ComposeResult:
        with Vertical():
            yield label(Message("Export"), id="head")
            yield Choices(*(option("", line) for line in LINES), compact=True)
            with Horizontal():
                yield label(Message("folder"), classes="label")
                yield LineInput(
                    self._order.folder or str(exports()),
                    compact=True,
                    suggester=FileSuggester(),
                )
            yield label(id="file")
            yield label(id="wrong")
            yield label(
                Message(
                    "Up Down a line   Left Right change it   Tab folder   Enter write   Esc leave"
                ),
                id="keys",
            )

    def on_mount(self) -> None:
        self._draw()
        self.query_one(Choices).highlighted = 0

    def _target(self) -> Path:
        folder = typed_path(self.query_one(Input).value)
        return folder / self._order.wanted.file_name(export_stem(self._campaign.title))

    def _draw(self) -> None:
        export_request = self._order.wanted
        whole = export_request.session is None or export_request.form == "jsonl"
        words = {
            "what": Message("all of the campaign")
            if whole
            else Message("session {number}", number=export_request.session or 0),
            "audience": Message(
                READERS["gm" if export_request.form == "jsonl" else export_request.audience]
            ),
            "form": Message(FORMS[export_request.form]),
        }
        choices = self.query_one(Choices)
        for at, (line, called) in enumerate(LINES.items()):
            if choices.highlighted == at:
                mark = "> "
            else:
                mark = "  "
            text = f"{mark}{phrase(called):<8}{say(words[line])}"
            choices.replace_option_prompt(line, Content(text))
        self._look_at_file()

    @on(Input.Changed)
    def _look_at_file(self) -> None:
        self._over = None
        self.write("file", Message("file    {file}", file=str(self._target())))
        self.write("wrong", "")

    def action_turn(self, step: int) -> None:
        """Change the line under the cursor to its next or previous value."""
        export_request = self._order.wanted
        match self.query_one(Choices).highlighted:
            case 0 if export_request.form != "jsonl":
                other = self._order.session if export_request.session is None else None
                export_request = replace(export_request, session=other)
            case 1 if export_request.form != "jsonl":
                reader = round_to(tuple(READERS), export_request.audience, step)
                export_request = replace(export_request, audience=reader)
            case 2:
                export_request = replace(
                    export_request, form=round_to(tuple(FORMS), export_request.form, step)
                )
            case _:
                why = Message("JSON Lines contain the whole campaign, with its secrets.")
                self.write("wrong", why)
                return
        self._order = replace(self._order, wanted=export_request)
        self._draw()

    @on(OptionList.OptionSelected)
    @on(Input.Submitted)
    @work(exclusive=True)
    async def _write(self) -> None:
        path = self._target()
        export_request = self._order.wanted
        over = path == self._over

        def write(look: History) -> None:
            make_folder(path.parent)
            save(look, export_request, path, __version__, replace=over)

        self.write("wrong", Message("Writing ..."))
        with catching(self, doing=True) as failed:
            try:
                await self.app.history.ask(self._campaign, write)
            except (Refusal, UnreadableFile) as refused:
                self._refuse(refused, path)
                return
        if failed.message is not None:
            self.write("wrong", failed.message)
            return
        self.dismiss(Written(path, replace(self._order, folder=self.query_one(Input).value)))

    def _refuse(self, refused: Refusal | UnreadableFile, path: Path) -> None:
        again = Message("")
        if isinstance(refused, Refusal) and refused.code in THERE:
            self._over = path
            again = Message("Press Enter to overwrite it.")
        self.write("wrong", Message("{what} {again}", what=refused.message, again=again))


After = Literal["save"]


class Recap(Modal[After | None]):
    """A record in Markdown; `y` copies it, E asks to save it as a file.

    `campaign` is the campaign's file.
    """

    app: CampaignApp
    CSS_PATH = "recap.tcss"
    AUTO_FOCUS = "VerticalScroll"
    BINDINGS = [
        Binding("enter", "leave", "close", id="recap-close"),
        Binding("y", "copy", "copy", id="recap-copy"),
        Binding("E", "save", "save", id="recap-save"),
    ]

    def __init__(self, campaign: Place, export_request: ExportRequest) -> None:
        super().__init__()
        self._campaign = campaign
        self._wanted = export_request
        self._text = ""

    def compose(self) -> ComposeResult:
        if self._wanted.audience == "players":
            head = N_("For the players: no secrets")
        else:
            head = N_("For you alone: everything")
        with Vertical():
            yield label(Message(head), id="head")
            with VerticalScroll():
                yield label(Message("Looking back ..."), id="page")
            yield label(Message("y copy   E save as a file   Up Down read   Esc close"), id="keys")

    def on_mount(self) -> None:
        self._read()

    @work
    async def _read(self) -> None:
        export_request = self._wanted
        with catching(self) as failed:
            try:
                text_read = await self.app.history.ask(
                    self._campaign, lambda look: text(look, export_request)
                )
            except (Refusal, UnreadableFile) as refused:
                self.write("page", refused.message)
                return
            self._text = inner(text_read)
            self.write("page", self._text)
        if failed.message is not None:
            self.write("page", failed.message)

    def action_copy(self) -> None:
        """Copy the page as Markdown."""
        self.copy(self._text)

    def action_save(self) -> None:
        """Close, to save it as a file."""
        self.dismiss("save")
