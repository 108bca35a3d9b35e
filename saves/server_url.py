"""The address of a server of campaigns, as a GM writes it: a URL of PostgreSQL without a password.

`URL#NAME` names a campaign there. Sentences about an address quote nothing of it: what is wrong
with it may be a password.
"""

from __future__ import annotations

import re
from urllib.parse import unquote

from core.messages import Message

SCHEME = "postgresql"
EXAMPLE = "postgresql://gm@db.example.org/club"
SETTINGS = (
    "application_name",
    "channel_binding",
    "connect_timeout",
    "gssencmode",
    "host",
    "hostaddr",
    "keepalives",
    "keepalives_count",
    "keepalives_idle",
    "keepalives_interval",
    "krbsrvname",
    "load_balance_hosts",
    "options",
    "passfile",
    "port",
    "require_auth",
    "service",
    "sslcert",
    "sslcrl",
    "sslkey",
    "sslmode",
    "sslrootcert",
    "target_session_attrs",
    "tcp_user_timeout",
    "user",
)
"""What may follow a `?`: of libpq's settings those that contain no password."""
SECRETS = ("password", "sslpassword")
"""The settings of libpq that do."""

PASSWORD = Message(
    "The address of the server contains a password. Leave it out, and put it into the file"
    " ~/.pgpass, into a service file or into the variable PGPASSWORD."
)

# Patterns are compiled when the first address is read: most starts see none.
_HOST = r"(?:\[[0-9A-Fa-f:.%]+\]|[^\[\]:,@/?#]*)(?::\d*)?"
_URL = (
    rf"postgres(?:ql)?://(?:[^@/:?#]*@)?{_HOST}(?:,{_HOST})*(?:/[^@/:?#]*)?"
    r"(?:\?(?P<settings>[^#]*))?"
)
_PASSWORD = r"://[^/]*:[^/]*@"
"""A password as libpq reads one: it may contain any sign but a slash."""
_ANY_PASSWORD = r"(?s)://.*:.*@"
_SECRET = r"(?i)password\s*="


def is_reference(text: str) -> bool:
    """Whether a text is meant as the address of a server, or as a campaign of one."""
    return "://" in text


def has_password(text: str) -> bool:
    """Whether a text, which may be no address at all, seems to contain a password."""
    if "://" not in text and "=" not in text:
        return False  # none of the patterns matches that, and none need be compiled
    match = re.fullmatch(_URL, text.partition("#")[0])
    if match is None:
        return bool(re.search(_ANY_PASSWORD, text) or re.search(_SECRET, text))
    return bool(re.search(_PASSWORD, text)) or not _names_of_settings(match).isdisjoint(SECRETS)


def _names_of_settings(match: re.Match[str]) -> set[str]:
    settings = (match["settings"] or "").split("&")
    return {unquote(setting.partition("=")[0]) for setting in settings if setting}


def wrong_reference(text: str) -> Message | None:
    """The sentence about a `URL` or a `URL#NAME` that cannot be so; None if it can."""
    if has_password(text):
        return PASSWORD
    match = re.fullmatch(_URL, text.partition("#")[0])
    if match is None:
        return Message(
            "This is not the address of a PostgreSQL server. Write it like {example}.",
            example=EXAMPLE,
        )
    if not _names_of_settings(match) <= set(SETTINGS):
        return Message(
            "The address of the server has a setting after the ? that Outrider does not pass on;"
            " it passes on: {names}.",
            names=SETTINGS,
        )
    return None


def wrong_url(text: object) -> Message | None:
    """The sentence about what cannot be the `URL` of a server; None if it can."""
    if not isinstance(text, str):
        return Message("Write the address of a server like {example}.", example=EXAMPLE)
    wrong = wrong_reference(text)
    if wrong is None and "#" in text:
        return Message(
            "This is the address of a campaign. Write that of the server, which ends before the #."
        )
    return wrong


def split_reference(text: str) -> tuple[str, str]:
    """The URL of the server and the name of the campaign in a `URL#NAME`; "" for no name."""
    url, _, name = text.partition("#")
    _, _, rest = url.partition("://")
    return f"{SCHEME}://{rest}", name
