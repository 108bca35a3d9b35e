"""Movement: which steps there are, what they cost, where one may stop, what a turn allows."""
