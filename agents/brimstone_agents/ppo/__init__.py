"""Agents that learn by proximal policy optimisation with action masks (MaskablePPO of sb3-contrib)."""
