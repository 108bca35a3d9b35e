"""Parts that know nothing of the game: themes, keys, phrases, text panes, dialogs."""
