"""Why a movement is allowed and what it costs: receipts, made when asked for."""
