"""Heroes as several agents: the games as PettingZoo AEC environments (`pip install 'brimstone-env[pettingzoo]'`).

Nothing else of the package imports this.

>>> from brimstone_env.pettingzoo import battle_v0
>>> env = battle_v0.env(scenario="quick")
"""

from __future__ import annotations

try:
    import pettingzoo as _pettingzoo
except ImportError as error:
    raise ImportError(
        "several agents need PettingZoo, which is not installed: pip install 'brimstone-env[pettingzoo]'"
    ) from error

__all__: list[str] = []
del _pettingzoo
