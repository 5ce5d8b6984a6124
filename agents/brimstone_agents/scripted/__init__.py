"""Scripted agents: tactics a player would recognise, written on the observation alone."""
