"""``brimstone open-loop``: random search for a plan, on a few battles of a suite's training split.

In every round, plans are made from the best one so far by drawing all numbers from some decision on anew; they all play
the same battles, and one that does at least as well becomes the best. What is found is the memory of those battles: the
closing table compares it with random play on them, on other battles of the same scenarios, and on the test split.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from brimstone_agents.arena import play_battles, play_chunk
from brimstone_agents.base import Agent
from brimstone_agents.batch import Match, load_match
from brimstone_agents.benchmark.suite import SPLITS, load_suite
from brimstone_agents.intervals import mean_interval
from brimstone_agents.open_loop.agent import ManyPlans, OpenLoopAgent
from brimstone_agents.open_loop.plan import LARGEST, Plan, write_plan
from brimstone_agents.random_agent import RandomAgent
from brimstone_agents.seeds import TRAINING
from brimstone_env.core.errors import InputError

DECISIONS = 128  # numbers of a plan: about the length of a battle
PLANS = 64  # plans of a round
OTHER_BATTLES = 200  # battles of each scenario in the closing table that the plan was not tried on
REPEATS = 100  # how often random play plays each battle that the plan was tried on
LINE_EVERY = 20  # rounds between two lines of progress where standard error is no terminal
HEADINGS = ("mean score", "open loop", "95 % interval", "random", "95 % interval", "n")


@dataclass(frozen=True)
class Battles:
    """The battles that plans are tried on.

    Attributes:
        matches: the scenarios.
        seeds: (n,) episode seeds, the same in each.
    """

    matches: Sequence[Match]
    seeds: NDArray[np.int64]

    @property
    def count(self) -> int:
        """Battles in all."""
        return len(self.matches) * len(self.seeds)


def score_plans(numbers: NDArray[np.int64], battles: Battles) -> NDArray[np.float64]:
    """The mean score of each plan.

    Args:
        numbers: (plans, decisions) the plans.
        battles: what they play.

    Returns:
        (plans,), -1 to 1.
    """
    seeds = np.tile(battles.seeds, len(numbers))
    total = np.zeros(len(numbers))
    for match in battles.matches:
        results = play_chunk(ManyPlans(numbers, len(battles.seeds)), match, seeds)
        total += results["score"].reshape(len(numbers), -1).sum(axis=1)
    return total / battles.count


def draw_ends(best: NDArray[np.int64], plans: int, random: np.random.Generator) -> NDArray[np.int64]:
    """Plans that begin as the best one does and end otherwise: battles that are over by then go as before.

    Args:
        best: (decisions,) the best plan.
        plans: how many to make.
        random: what draws them.

    Returns:
        (plans, decisions).
    """
    numbers = np.tile(best, (plans, 1))
    for row in numbers:
        start = int(random.integers(len(best)))
        row[start:] = random.integers(LARGEST, size=len(best) - start)
    return numbers


def search_plan(
    battles: Battles, rounds: int, seed: int, report: Callable[[int, float], None] | None = None
) -> tuple[NDArray[np.int64], float]:
    """Search for a plan.

    Args:
        battles: what plans are tried on.
        rounds: rounds of `PLANS` plans each, 1 or more; those of the first are drawn at random.
        seed: of everything that is drawn.
        report: called after every round with its number, from 1, and the best mean score so far.

    Returns:
        The best plan, (decisions,), and its mean score.
    """
    random = np.random.default_rng(seed)
    numbers = random.integers(LARGEST, size=(PLANS, DECISIONS))
    best, score = numbers[0], -np.inf
    for number in range(rounds):
        if number:
            numbers = draw_ends(best, PLANS, random)
        scores = score_plans(numbers, battles)
        if scores.max() >= score:
            best, score = numbers[scores.argmax()], float(scores.max())
        if report is not None:
            report(number + 1, score)
    return best, score


def compare(agent: Agent, places: Sequence[tuple[str, Battles, int]]) -> str:
    """The table of an agent against random play, as Markdown.

    Args:
        agent: who is compared.
        places: what they play: words for it, the battles, and how often random play plays each. More than once: these
            very battles are meant, no sample of others, so that the agent's own mean has no interval.
    """
    rows = [HEADINGS]
    for words, battles, repeats in places:
        own = np.concatenate([play_battles(agent, match, battles.seeds)["score"] for match in battles.matches])
        seeds = np.tile(battles.seeds, repeats)
        other = np.concatenate([play_battles(RandomAgent(), match, seeds)["score"] for match in battles.matches])
        count = f"{len(own):,}" + (f" and {len(other):,}" if repeats > 1 else "")
        own_mean, interval = _mean(own)
        rows.append((words, own_mean, "exact" if repeats > 1 else interval, *_mean(other), count))
    lines = [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join([lines[0], "| --- " * len(HEADINGS) + "|", *lines[1:]])


def _mean(scores: NDArray[np.float64]) -> tuple[str, str]:
    mean, deviation = float(scores.mean()), float(scores.std(ddof=1)) if len(scores) > 1 else 0.0
    low, high = mean_interval(mean, deviation, len(scores))
    return f"{mean:+.3f}", f"{low:+.3f} to {high:+.3f}"


def run(args: argparse.Namespace) -> int:
    """The subcommand `brimstone open-loop`: search, write the plan, and print how it compares with random play.

    Raises:
        InputError: if the suite cannot be used, or the plan not be written.
    """
    target = Path(args.out)
    if not target.absolute().parent.is_dir():
        raise InputError(f"{target}: its folder does not exist; nothing was played")
    suite = load_suite(args.suite)
    train, test = (tuple(load_match(name) for name in suite.of_split(split)) for split in SPLITS)
    battles = Battles(train, TRAINING.seeds(args.battles))
    with tqdm(total=args.rounds, desc="open-loop", unit="round", disable=None) as bar:

        def report(number: int, score: float) -> None:
            bar.set_postfix(score=f"{score:+.3f}", refresh=False)
            bar.update()
            if bar.disable and number % LINE_EVERY == 0:
                print(f"open-loop: round {number} of {args.rounds}, score {score:+.3f}", file=sys.stderr, flush=True)

        numbers, score = search_plan(battles, args.rounds, args.seed, report)
    settings = f"--battles {args.battles} --rounds {args.rounds} --seed {args.seed}"
    origin = {
        "command": f"brimstone open-loop {args.suite} {settings}",
        "scenarios": list(suite.of_split("train")),
        "episode_seeds": battles.seeds.tolist(),
        "score": round(score, 4),
    }
    write_plan(Plan(tuple(numbers.tolist()), origin), target)
    print(f"the plan is in {target}\n")
    others = TRAINING.seeds(OTHER_BATTLES, skip=args.battles)
    places = [
        ("the battles that it was tried on", battles, REPEATS),
        ("other battles of their scenarios", Battles(train, others), 1),
        ("battles of the test split", Battles(test, others), 1),
    ]
    print(compare(OpenLoopAgent(target), places))
    return 0
