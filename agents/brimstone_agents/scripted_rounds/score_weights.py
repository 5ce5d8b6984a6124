"""The weights of `expected_score`, written by `python -m brimstone_agents.scripted_rounds.calibrate`.

Fitted on 20,346 positions of 6 scenarios, 400 battles each (training seeds).
Same scenarios, other seeds, n = 9,684: log loss 0.437, Brier 0.137 (share of wins alone 0.242).
Scenarios left out (rounds-ambush, rounds-camp), n = 3,112: log loss 0.287, Brier 0.080 (share of wins alone 0.157).
"""

WEIGHTS = (
    1.2875,  # ONE
    0.8417,  # RATIO
    -2.6958,  # NEEDS
    0.6804,  # STANDING
    2.7527,  # HEALTH
    -2.6735,  # DYING
    0.0000,  # RECOVERIES
    0.2106,  # RESOURCE
    0.7543,  # SURGES
    -0.3673,  # MALICE
    0.2741,  # READY
    -0.1028,  # THREAT
    0.1760,  # HINDERED
    0.0000,  # HAMPERED
)
