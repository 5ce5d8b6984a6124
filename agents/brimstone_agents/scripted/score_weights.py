"""The weights of `expected_score`, written by `python -m brimstone_agents.scripted.calibrate`.

Fitted on 90,030 positions of 15 scenarios, 400 battles each (training seeds).
Same scenarios, other seeds, n = 45,377: log loss 0.504, Brier 0.135 (share of wins alone 0.235).
Scenarios of the test split, n = 25,497: log loss 0.512, Brier 0.173 (share of wins alone 0.246).
"""

WEIGHTS = (
    0.6405,  # ONE
    2.0044,  # RATIO
    -0.8783,  # TURNS
    0.0000,  # LIVES
    0.5073,  # HEALTH
    2.3478,  # SANITY
    0.6461,  # GRIT
    0.3743,  # READY
    -4.9005,  # PLACES
)
# Logarithm of the odds to win a later battle of a delve: constant, and by Health as part of the most.
LATER = (-1.2233, 2.0344)
