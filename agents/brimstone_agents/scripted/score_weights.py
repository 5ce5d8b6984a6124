"""The weights of `expected_score`, written by `python -m brimstone_agents.scripted.calibrate`.

Fitted on 132,672 positions of 14 scenarios, 600 battles each (training seeds).
Same scenarios, other seeds, n = 68,449: log loss 0.407, Brier 0.128 (share of wins alone 0.228).
Scenarios of the test split, n = 40,460: log loss 0.453, Brier 0.151 (share of wins alone 0.225).
"""

WEIGHTS = (
    0.5921,  # ONE
    0.9414,  # RATIO
    -0.4469,  # TURNS
    -1.7736,  # STANDING
    0.7580,  # HEALTH
    2.9470,  # SANITY
    -0.6006,  # WEAKEST
    0.1264,  # GRIT
    0.8456,  # REVIVES
    0.5491,  # READY
    -2.6832,  # PLACES
)
# Logarithm of the odds to win a later battle of a delve: constant, and by Health as part of the most.
LATER = (-1.9547, 2.8604)
