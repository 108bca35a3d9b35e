"""What Journey and Party show while their survey cannot be computed."""

from __future__ import annotations

from core.messages import Message
from core.receipts import Receipt
from tui.play.road.party_table import names_alone
from tui.play.road.survey import Survey
from tui.view import CampaignView


def failed_survey(view: CampaignView, trouble: Message) -> Survey:
    """The members by name, and the sentence that says why there is no more."""
    return Survey(names_alone(view.state), why=(Receipt(trouble, ""),), trouble=trouble)
