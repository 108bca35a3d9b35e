"""Why a movement is allowed and what it costs: receipts, made from the result when asked for."""
