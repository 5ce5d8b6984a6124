"""The weights of `expected_score`, written by `python -m brimstone_agents.scripted_rounds.calibrate`."""

WEIGHTS = (
    0.0,  # ONE
    2.0,  # RATIO
    0.0,  # NEEDS
    1.0,  # STANDING
    1.0,  # HEALTH
    -1.0,  # DYING
    0.5,  # RECOVERIES
    0.1,  # RESOURCE
    0.1,  # SURGES
    -0.1,  # MALICE
    0.3,  # READY
    -0.3,  # THREAT
    0.5,  # HINDERED
    -0.5,  # HAMPERED
)
