"""The library: campaigns, rulesets, creatures, casebooks, dice."""
