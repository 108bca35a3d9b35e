"""The style sheets of the application, each parsed once for the colours in force."""

from __future__ import annotations

from textual.css.stylesheet import Stylesheet


class KeptStylesheet(Stylesheet):
    """Textual parses all sheets anew for each screen; here those that were parsed are kept."""

    def __init__(self, variables: dict[str, str]) -> None:
        super().__init__(variables=variables)
        self._colors = dict(variables)

    def set_variables(self, variables: dict[str, str]) -> None:
        """Take other variables; the same ones change nothing."""
        if variables != self._colors:
            self._colors = dict(variables)
            super().set_variables(variables)

    def reparse(self) -> None:
        """Parse what is new; all of it when the variables are others."""
        self.parse()
