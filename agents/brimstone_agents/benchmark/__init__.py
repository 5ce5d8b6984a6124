"""The benchmark: a fixed suite of scenarios and agents, how it is run, and what is said about the results."""
