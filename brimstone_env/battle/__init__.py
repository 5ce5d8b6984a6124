"""Battle-v0: Shadows of Brimstone battles."""
