"""The `:` line: its words, what is typed behind them, and what they do."""
