"""The back end of servers: campaigns of many people in the shared tables of PostgreSQL."""
