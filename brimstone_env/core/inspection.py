"""What can be asked of an environment without changing its battle: names, view, odds, the event log."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray

from brimstone_env.core.errors import InputError
from brimstone_env.core.prepared import Prepared, event_words
from brimstone_env.core.records import as_records

if TYPE_CHECKING:
    from brimstone_env.core.odds import Odds


class Inspected:
    """The part of an environment that only reads; `RulebookEnv` owns the buffers.

    Attributes:
        prepared: what is played.
    """

    prepared: Prepared
    _battles: NDArray[Any]
    _dice: NDArray[Any]
    _mask: NDArray[np.int8]
    _begun: bool
    _log: bool

    def action_masks(self) -> NDArray[np.bool_]:
        """A fresh (N,) array, True where the action is legal."""
        return self._mask.astype(np.bool_)

    def action_name(self, index: int) -> str:
        """What an action is called now, in words."""
        index = self.prepared.check_action(index)
        return self.prepared.game.action_name(index, self.battle, self.prepared.books[0], self.prepared.tables)

    def action_index(self, name: str) -> int:
        """The action of that name.

        Raises:
            InputError: if no action of the pending decision has that name.
        """
        return self.prepared.game.action_index(name, self.battle, self.prepared.books[0], self.prepared.tables)

    def action_names(self) -> list[str]:
        """Names of the legal actions, in order of their numbers."""
        return [self.action_name(int(index)) for index in np.flatnonzero(self._mask)]

    @property
    def battle(self) -> Any:
        """The battle's record. Reading is free; whoever writes to it is on their own."""
        return as_records(self._battles)[0]

    def view(self, viewer: int | None = None) -> dict[str, Any]:
        """What a seat may know (None: everybody), in plain values that JSON can hold."""
        return self.prepared.game.view(self.battle, self.prepared.books[0], self.prepared.tables, viewer)

    def odds(self, action: Any, **how: Any) -> Odds:
        """The exact chances of all that may come of an action, to the end of what it begins.

        Args:
            action: a legal action, by number or name.
            **how: `rerolls`, `objective`, `policy`, `limit`, `samples`, `seed`, as `core.odds.find_odds` explains.

        Raises:
            InputError: if the action is not legal now, or an option is none.
            gymnasium.error.ResetNeeded: before the first reset.
        """
        from brimstone_env.core.odds import find_odds

        if not self._begun:
            raise ResetNeeded("reset() comes before odds()")
        battles = as_records(self._battles)
        return find_odds(self.prepared.game, self.prepared.tables, battles, self.prepared.books, action, **how)

    def events(self) -> list[tuple[str, int, int, int]]:
        """The event log of the last reset or step: (word, a, b, c), as `codes.Event` of the game explains.

        Raises:
            InputError: if the environment keeps no log.
        """
        if not self._log:
            raise InputError("events() needs an environment made with log=True")
        words = event_words(self.prepared.game)
        dice = self._dice[0]
        rows = dice["events"][: dice["num_events"]].tolist()
        return [(words[code], a, b, c) for code, a, b, c in rows]
