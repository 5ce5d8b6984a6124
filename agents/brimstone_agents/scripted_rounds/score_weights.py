"""The weights of `expected_score`, written by `python -m brimstone_agents.scripted_rounds.calibrate`.

Fitted on 19,159 positions of 6 scenarios, 300 battles each (training seeds).
Same scenarios, other seeds, n = 9,796: log loss 0.393, Brier 0.130 (share of wins alone 0.238).
Scenarios left out (rounds-ambush, rounds-camp), n = 2,771: log loss 0.383, Brier 0.123 (share of wins alone 0.213).
"""

WEIGHTS = (
    0.7750,  # ONE
    2.3907,  # RATIO
    -1.0653,  # NEEDS
    0.0000,  # STANDING
    1.5455,  # HEALTH
    -2.8813,  # DYING
    0.0000,  # RECOVERIES
    0.1241,  # RESOURCE
    0.4435,  # SURGES
    0.0000,  # MALICE
    0.6815,  # READY
    -0.6761,  # THREAT
    0.1313,  # HINDERED
    0.0000,  # HAMPERED
)
