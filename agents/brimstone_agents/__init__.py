"""Agents for brimstone-env: random, scripted and learned heroes, and the arena that compares them."""
