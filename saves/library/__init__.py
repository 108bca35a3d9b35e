"""All campaigns, and what they are played with: rulesets, creatures, worked examples, dice."""
