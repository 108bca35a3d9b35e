"""Tests of the journal on a server; they are skipped where PostgreSQL or psycopg is missing."""
