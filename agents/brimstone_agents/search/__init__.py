"""Agents that search: they try out what may come on clones with fresh dice, inside the compiled engine."""
