"""The back end of a server, in the making: its tables, and the journal on them."""
