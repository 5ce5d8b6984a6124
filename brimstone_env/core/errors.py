"""Errors for people: bad input gets one clear sentence."""

from __future__ import annotations


class InputError(ValueError):
    """Something a person wrote cannot be used: a config, a table, a position, a model file, an action name.

    The message is one sentence that names the file (or source), the key, the value and what is allowed. The command
    line prints it and exits with status 2.
    """
