"""The address of a server: what it may say, and that nobody is shown a password in it."""

from __future__ import annotations

import pytest

from saves.server_url import has_password, split_reference, wrong_reference, wrong_url
from saves.store.postgres.server_place import ServerPlace
from tui.kit.phrases import say

PASSWORD = "geheim"

RIGHT = [
    "postgresql://gm@db.example.org/club",
    "postgres://db.example.org",
    "postgresql:///club?host=/tmp/sockets&user=gm",
    "postgresql://[::1]:5432/club",
    "postgresql://gm@one:5432,two:5433/club?target_session_attrs=read-write",
    "postgresql:///?service=club",
    "postgresql://gm@db/club?options=-csearch_path%3Dclub",
]

WITH_PASSWORD = [
    f"postgresql://gm:{PASSWORD}@db/club",
    f"postgres://gm:{PASSWORD}@db",
    f"postgresql://gm:{PASSWORD}@one:5432,two:5432/club",
    f"postgresql://gm:{PASSWORD}#@db/club",
    f"postgresql://gm:a?{PASSWORD}@db/club",
    f"postgresql://gm:a/{PASSWORD}@db/club",
    f"postgresql://gm:1/{PASSWORD}@db/club",
    f"postgresql://gm:1#{PASSWORD}@db/club",
    f"postgresql://gm:a b{PASSWORD}@db/club",
    f"postgresql://gm:{PASSWORD}@[::1]/club#Rime",
    f"postgresql://db/club?password={PASSWORD}",
    f"postgresql://db/club?user=gm&p%61ssword={PASSWORD}",
    f"postgresql://db/club?sslmode=require&sslpassword={PASSWORD}",
    f"postgresql+psycopg://gm:{PASSWORD}@db/club",
    f"POSTGRESQL://gm:{PASSWORD}@db/club",
    f"mysql://gm:{PASSWORD}@db/club",
    f"host=db password={PASSWORD}",
    f"host=db password = '{PASSWORD}'",
    "postgresql://gm:@db/club",
]

NO_ADDRESS = [
    "",
    "club",
    "host=db dbname=club",
    "mysql://db/club",
    "postgresql:/db/club",
    f"postgresql://db:{PASSWORD}/club",
    f"postgresql://db/club/{PASSWORD}",
    f"postgresql://db/club?{PASSWORD}=1",
    f"postgresql://db/club?{PASSWORD}",
    f"postgresql://db/club?pasword={PASSWORD}",
]


@pytest.mark.parametrize("url", RIGHT)
def test_an_address_that_libpq_reads_is_the_address_of_a_server(url: str) -> None:
    assert wrong_url(url) is None
    assert wrong_reference(f"{url}#Rime") is None
    assert not has_password(f"{url}#Rime")


@pytest.mark.parametrize("url", WITH_PASSWORD)
def test_an_address_with_a_password_is_refused_and_says_where_to_put_it(url: str) -> None:
    wrong = wrong_url(url)

    assert wrong is not None
    assert has_password(url)
    assert say(wrong) == (
        "The address of the server contains a password. Leave it out, and put it into the file"
        " ~/.pgpass, into a service file or into the variable PGPASSWORD."
    )


@pytest.mark.parametrize("text", NO_ADDRESS)
def test_a_sentence_about_what_is_no_address_quotes_nothing_of_it(text: str) -> None:
    wrong = wrong_url(text)

    assert wrong is not None
    assert PASSWORD not in say(wrong)


def test_the_address_of_a_campaign_is_not_that_of_a_server() -> None:
    wrong = wrong_url("postgresql://gm@db/club#Rime")

    assert wrong is not None
    assert say(wrong).endswith("Write that of the server, which ends before the #.")


@pytest.mark.parametrize(
    ("reference", "parts"),
    [
        ("postgresql://gm@db/club#Rime", ("postgresql://gm@db/club", "Rime")),
        ("postgres://gm@db/club#Rime", ("postgresql://gm@db/club", "Rime")),
        ("postgresql://db/club#Table #3: Tom@home", ("postgresql://db/club", "Table #3: Tom@home")),
        ("postgresql://db/club", ("postgresql://db/club", "")),
        ("postgresql://db/club#", ("postgresql://db/club", "")),
    ],
)
def test_the_name_of_a_campaign_follows_the_first_hash(
    reference: str, parts: tuple[str, str]
) -> None:
    assert split_reference(reference) == parts
    assert wrong_reference(reference) is None


@pytest.mark.parametrize(
    ("other", "same"),
    [
        (ServerPlace("postgresql://db/club", "Frost", "1"), True),
        (ServerPlace("postgresql://db/club", "Rime"), True),
        (ServerPlace("postgresql://db/club", "Frost"), False),
        (ServerPlace("postgresql://db/club", "Rime", "2"), False),
        (ServerPlace("postgresql://other/club", "Rime", "1"), False),
    ],
)
def test_two_places_are_the_same_campaign_or_they_are_not(other: ServerPlace, same: bool) -> None:
    """Given an id, then it decides, whatever it is called by now; without one, the name does."""
    place = ServerPlace("postgresql://db/club", "Rime", "1")
    assert (place == other) is same
    assert (place != other) is not same
