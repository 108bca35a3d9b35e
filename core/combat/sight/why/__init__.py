"""Why there is cover or concealment: receipts, made when asked for."""
