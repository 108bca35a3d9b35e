"""The past as the Sessions screen draws it: the saves' answers put into rows, signs and words."""
