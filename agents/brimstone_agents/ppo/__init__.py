"""Agents that learn by proximal policy optimisation with action masks (MaskablePPO of sb3-contrib)."""

import os

# OpenMP's threads wait for work by spinning, for ever unless told otherwise before torch loads: with one of two cores
# busy elsewhere three updates then took more than 100 s. A short spin costs nothing on idle cores (4,900 steps/s;
# sleeping at once costs 3,700), and 1,500 steps/s remain with one core busy.
if "OMP_WAIT_POLICY" not in os.environ:
    os.environ.setdefault("GOMP_SPINCOUNT", "20000")
