"""The event log in words: how sentences are gathered and finished, one file for each kind of event."""
