"""A PostgreSQL for the tests of this folder."""

from tests.servers import club, server_url  # noqa: F401  (fixtures)
