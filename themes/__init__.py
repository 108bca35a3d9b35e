"""Colours and looks: one TOML file each. `tui.theming` reads and checks them."""
