"""The weights of `expected_score`, written by `python -m brimstone_agents.scripted.calibrate`.

Fitted on 115,917 positions of 15 scenarios, 500 battles each (training seeds).
Same scenarios, other seeds, n = 70,061: log loss 0.422, Brier 0.133 (share of wins alone 0.237).
Scenarios of the test split, n = 38,913: log loss 0.491, Brier 0.165 (share of wins alone 0.248).
"""

WEIGHTS = (
    0.2424,  # ONE
    0.6306,  # RATIO
    -1.0231,  # TURNS
    0.0000,  # LIVES
    0.5556,  # HEALTH
    2.0212,  # SANITY
    0.0000,  # GRIT
    0.2713,  # READY
    -2.5415,  # PLACES
)
# Logarithm of the odds to win a later battle of a delve: constant, and by Health as part of the most.
LATER = (-2.0664, 2.9332)
