"""Import and export of outside formats."""
