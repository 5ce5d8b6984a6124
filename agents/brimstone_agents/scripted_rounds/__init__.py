"""Scripted heroes of the rounds: named tactics, compiled, and the score that a position is expected to come to."""
