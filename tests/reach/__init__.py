"""The key or the word that reaches each rule, pressed as the pure functions that it means."""
