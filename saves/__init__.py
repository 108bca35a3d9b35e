"""Everything on disk: campaigns, the journal, rulesets found and read, settings, exchange."""
