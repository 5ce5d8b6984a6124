"""What Python calls: the compiled kernel of the scripted tactics, over a batch of positions."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from brimstone_agents.playbook import TacticCommand
from brimstone_agents.scripted_rounds.choose import choose_action
from brimstone_agents.scripted_rounds.decision_key import decision_key
from brimstone_agents.scripted_rounds.score import NUM_FEATURES, expected_score, fill_features
from brimstone_env.core.compiled import entry
from brimstone_env.core.native import address_of
from brimstone_env.rounds.codes import Decision

Array = NDArray[Any]


@entry
def think_many(
    command: int, battles: Array, books: Array, masks: Array, tactics: Array, actions_out: Array, scores_out: Array
) -> None:
    """Carry out one command on every position.

    Args:
        command: a `TacticCommand`; see `Playbook.entry`.
        battles: (n,) record array of `Battle`, clones with fresh dice: choices that are left to chance draw from them.
        books: (m,) read-only record array of `Book`.
        masks: int8 (n, actions), the legal actions.
        tactics: (1,) record array of `Tactic`.
        actions_out: int64 (n or 3,).
        scores_out: float64 (n,), in rewards (-1 lost to 1 won); for FEATURES (n * NUM_FEATURES,).
    """
    tactic = tactics[0]
    if command == TacticCommand.ADDRESSES:
        actions_out[0] = address_of(choose_action, (battles[0], books[0], masks[0], tactic))
        actions_out[1] = address_of(expected_score, (battles[0], books[0]))
        actions_out[2] = address_of(decision_key, (battles[0],))
        return
    for i in range(len(battles)):
        battle = battles[i]
        book = books[battle.book_id]
        if command == TacticCommand.SCORE:
            scores_out[i] = expected_score(battle, book)
        elif command == TacticCommand.FEATURES:
            fill_features(battle, book, scores_out[i * NUM_FEATURES : (i + 1) * NUM_FEATURES])
        elif battle.pending.kind == Decision.NONE:
            actions_out[i] = 0
        else:
            actions_out[i] = choose_action(battle, book, masks[i], tactic)
