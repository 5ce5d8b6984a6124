"""Agents that learn by proximal policy optimisation with action masks (MaskablePPO of sb3-contrib)."""

import os

# OpenMP's threads wait for work by spinning, unless told otherwise before torch loads: with one of two cores busy
# elsewhere three updates then took more than 100 s, and 2,955 steps/s with this.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
