"""Rounds-v0: the Draw Steel combat round (rules D1-D35), and enough of the rules around it for a real fight."""
