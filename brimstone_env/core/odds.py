"""Odds of an action: the exact chances of all that may come of it, up to the end of what it begins.

They go to the hero's next free choice (its movement, its attack, the end of its activation), or, in the middle of an
enemy's attack, to the end of that attack. Random streams are not looked at: nobody can peek at coming dice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from brimstone_env.core.chances import GO_ON, Guide, Stage, TooManyError, Tree
from brimstone_env.core.configs import allowed_words
from brimstone_env.core.dice import Mode
from brimstone_env.core.errors import InputError
from brimstone_env.core.game import Game
from brimstone_env.core.outcomes import Odds, Row, read_condition
from brimstone_env.core.sampling import sample_rows

__all__ = ["MOST_OUTCOMES", "REROLLS", "Odds", "Policy", "find_odds", "find_tree"]

Policy = Callable[[Any, list[str]], str | None]
Objective = str | Mapping[str, int]
MOST_OUTCOMES = 10**6
SAMPLES = 100_000
REROLLS = ("best", "keep", "failures")
USUAL_OBJECTIVE = "fight"


def find_odds(
    game: Game,
    tables: Any,
    battles: NDArray[Any],
    books: NDArray[Any],
    action: str | int,
    *,
    rerolls: str = "best",
    objective: Objective = USUAL_OBJECTIVE,
    policy: Policy | None = None,
    limit: int = MOST_OUTCOMES,
    samples: int = SAMPLES,
    seed: int = 0,
) -> Odds:
    """The odds of an action.

    Args:
        game: the game.
        tables: its tables, for names.
        battles: (1,) the battle; it is not changed.
        books: (1,) its book.
        action: an action by number or name (composite names too), or a command of the rule cases, such as `enemies`.
        rerolls: what is done about dice that grit could reroll: "keep" them, reroll all "failures" once they may be, or
            what is "best" for the objective.
        objective: what the choices left open make as great as may be: a word of the game (`fight`, `kills` ...), a
            condition whose chance counts (`enemies.0.alive = 0`), or weights of facts.
        policy: `(battle, names of the legal actions) -> one of them`, or None to leave the choice open; it comes before
            `rerolls`.
        limit: with more outcomes than this, battles are played at random instead.
        samples: how many.
        seed: of these battles' dice.

    Returns:
        All outcomes with their chances. They are exact, unless `Odds.exact` says that they were sampled; then choices
        left open are taken by a rule of thumb that `Odds.policy` names.

    Raises:
        InputError: if the action is not legal, or an option is none.
    """
    stage, step = begin(game, tables, battles, books, action)
    names = stage.rules.names(stage.first[0])
    guide = make_guide(stage, tables, names, rerolls, objective, policy)
    before = battles[0]
    try:
        tree = Tree(stage, guide, limit)
        tree.explore(step)
        return Odds(names, tuple(tree.solve(before)), True, 0, guide.policy)
    except TooManyError:
        thumb = "failures" if rerolls == "best" else rerolls
        choose = make_guide(stage, tables, names, thumb, objective, policy).choose
        rows = sample_rows(stage, step, samples, seed, lambda *state: choose(*state)[0], before)
        return Odds(names, rows, False, samples, words_of(thumb, "the first one", policy))


def find_tree(
    game: Game, tables: Any, battles: NDArray[Any], books: NDArray[Any], action: str | int, **options: Any
) -> Tree:
    """The whole tree of an action, solved: for those who want to know which choices are best; see `find_odds`.

    Raises:
        InputError: as `find_odds`, and if there are more outcomes than the limit.
    """
    limit = options.pop("limit", MOST_OUTCOMES)
    stage, step = begin(game, tables, battles, books, action)
    names = stage.rules.names(stage.first[0])
    settings = {"rerolls": "best", "objective": USUAL_OBJECTIVE, "policy": None} | options
    guide = make_guide(stage, tables, names, **settings)
    tree = Tree(stage, guide, limit)
    try:
        tree.explore(step)
    except TooManyError:
        raise InputError(f"{action!r} has more than {limit} outcomes") from None
    tree.solve(battles[0])
    return tree


# --- the action -----------------------------------------------------------------------------------------------------


def begin(game: Game, tables: Any, battles: NDArray[Any], books: NDArray[Any], action: str | int) -> tuple[Stage, int]:
    """The battle in which the last step of an action is to be taken, and that step.

    Raises:
        InputError: if the action is not legal.
    """
    if game.odds is None:
        raise InputError(f"the game {game.name!r} has no odds")
    stage = Stage(game, books, battles)
    if isinstance(action, str) and action in game.case_commands:
        if stage.first["outcome"][0] != 0:
            raise InputError("the battle is over")
        return stage, GO_ON - game.commands[action]
    if isinstance(action, str):
        steps = game.expand_name(action, battles[0], books[0], tables)
    else:
        steps = [int(action)]
    dice = stage.new_dice(Mode.PLAY)
    for number, step in enumerate(steps):
        mask = stage.masks(stage.first, dice)[0]
        if not 0 <= step < game.num_actions or not mask[step] or stage.first["pending"]["kind"][0] == 0:
            raise InputError(f"{action!r} is not legal, legal are: {legal_names(stage, tables, mask)}")
        if number + 1 < len(steps):
            stage.take(step, dice)
    return stage, steps[-1]


def legal_names(stage: Stage, tables: Any, mask: NDArray[Any]) -> str:
    """What is legal, in words; the commands where nothing is asked."""
    if stage.first["pending"]["kind"][0] == 0:
        return ", ".join(stage.game.case_commands)
    return ", ".join(name_all(stage, tables, stage.first[0], mask))


def name_all(stage: Stage, tables: Any, battle: Any, mask: NDArray[Any]) -> list[str]:
    """The names of legal actions."""
    legal = np.flatnonzero(mask).tolist()
    return [stage.game.action_name(index, battle, stage.books[0], tables) for index in legal]


# --- the policy -----------------------------------------------------------------------------------------------------


def make_guide(
    stage: Stage, tables: Any, names: Sequence[str], rerolls: str, objective: Objective, policy: Policy | None
) -> Guide:
    """How decisions on the way are answered.

    Raises:
        InputError: if `rerolls` or `objective` is none.
    """
    if rerolls not in REROLLS:
        raise InputError(f"rerolls is {rerolls!r}, allowed are {', '.join(REROLLS)}")
    rules = stage.rules
    by_name = any("enemies." in name for name in ([objective] if isinstance(objective, str) else objective))

    def choose(battle: Any, kind: int, mask: NDArray[np.int8]) -> list[int]:
        if policy is not None:
            legal = name_all(stage, tables, battle, mask)
            chosen = policy(battle, legal)
            if chosen is not None:
                if chosen not in legal:
                    raise InputError(f"the policy answers {chosen!r}, legal are: {', '.join(legal)}")
                return [int(np.flatnonzero(mask)[legal.index(chosen)])]
        if kind == rules.reroll and rerolls != "best":
            return [rules.failures if rerolls == "failures" and mask[rules.failures] else rules.keep]
        return rules.worth(battle, mask, by_name)

    aim = objective if isinstance(objective, str) else "your weights"
    return Guide(choose, make_value(stage, names, objective), words_of(rerolls, f"best for {aim}", policy))


def words_of(rerolls: str, others: str, policy: Policy | None) -> str:
    """A policy in words."""
    own = "" if policy is None else "your policy; else "
    return f"{own}rerolls: {rerolls}, other choices: {others}"


def make_value(stage: Stage, names: Sequence[str], objective: Objective) -> Callable[[Row], tuple[int, ...]]:
    """What an outcome is worth: numbers, of which the first counts most.

    Raises:
        InputError: if the objective is none.
    """
    words = stage.rules.objectives
    if isinstance(objective, str) and objective not in words:
        if not any(sign in objective for sign in "<>="):
            raise InputError(
                f"unknown objective {objective!r}: {allowed_words(objective, list(words))}; or a condition"
            )
        holds = read_condition(objective, names)
        rest = weigh(names, words[USUAL_OBJECTIVE])
        return lambda row: (int(holds(row)), *rest(row))
    if isinstance(objective, str):
        return weigh(names, words[objective])
    for name in objective:
        if name not in names:
            raise InputError(f"objective: unknown fact {name!r}: {allowed_words(name, list(names))}")
    return weigh(names, [objective])


def weigh(names: Sequence[str], terms: Sequence[Mapping[str, int]]) -> Callable[[Row], tuple[int, ...]]:
    """Weighted sums of an outcome's facts."""
    columns = [[(names.index(name), weight) for name, weight in term.items()] for term in terms]
    return lambda row: tuple(sum(row[column] * weight for column, weight in term) for term in columns)
