"""How the weights of ``expected_score`` are found: a logistic regression on positions of battles that tactics play.

``python -m brimstone_agents.scripted.calibrate`` plays the battles (training seeds, the train split of the benchmark's
suite and the small scenarios), fits the weights, says how good they are on other seeds and on the scenarios of the test
split, and writes ``score_weights.py``. A battle begins with some random actions, so that positions differ; what counts
is who wins from there on.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from brimstone_agents.batch import Batch, Match, load_match
from brimstone_agents.benchmark.suite import load_suite
from brimstone_agents.logistic import fit, quality
from brimstone_agents.playbook import TacticCommand
from brimstone_agents.scripted.agent import choose_actions
from brimstone_agents.scripted.book import PLAYBOOK
from brimstone_agents.scripted.entry import think_many
from brimstone_agents.scripted.score import MOST_RATIO, NUM_FEATURES, Feature
from brimstone_agents.seeds import TRAINING

Numbers = NDArray[np.float64]

WEIGHTS_FILE = Path(__file__).with_name("score_weights.py")
PLAYERS = ("scripted", "rollout")
SMALL = ("quick", "crossing-fight", "delve-mine", "last-stand", "corridor-fight", "six-heroes", "solo")
SKIP = 10**6  # training seeds that are left to others
RANDOM_ACTIONS = 0.15  # chance of a random action while a battle is being mixed up
MIXED_FOR = 40  # most decisions for which it is
KEPT = 0.2  # chance that a position is kept
GOOD = (Feature.RATIO, Feature.LIVES, Feature.HEALTH, Feature.SANITY, Feature.GRIT, Feature.READY)
LEVEL = (Feature.ONE, Feature.PLACES)  # how good a scenario is in all, not what tells its positions apart
MOST_DECISIONS = 1500


@dataclass(frozen=True)
class Positions:
    """Positions and what came of them.

    Attributes:
        features: (n, NUM_FEATURES) by ``Feature``.
        won: (n,) bool, the battle was won (of a delve: the battle that was being fought).
        later: (n,) bool, a further battle of the delve followed.
        won_later: (n,) bool, and that one was won as well.
        groups: (n,) number of the scenario.
    """

    features: Numbers
    won: NDArray[np.bool_]
    later: NDArray[np.bool_]
    won_later: NDArray[np.bool_]
    groups: NDArray[np.int64]


def play_positions(match: Match, count: int, skip: int, player: str) -> Positions:
    """Play battles and keep some of their positions.

    Args:
        match: what is played.
        count: battles.
        skip: training seeds left out before the first.
        player: the tactic that plays.
    """
    random = np.random.default_rng(skip)
    batch = Batch(match, count)
    batch.reset(TRAINING.seeds(count, skip))
    tactic = PLAYBOOK.find_tactic(player)
    mixed = random.integers(0, MIXED_FOR, count)
    rows: list[NDArray[np.int64]] = []
    stages: list[NDArray[np.int64]] = []
    features: list[Numbers] = []
    for step in range(MOST_DECISIONS):
        going = batch.battles["outcome"] == 0
        if not going.any():
            break
        kept = np.flatnonzero(going & (step >= mixed) & (random.random(count) < KEPT))
        rows.append(kept)
        stages.append(batch.battles["stage"][kept].astype(np.int64))
        features.append(read_features(batch, kept))
        chosen = choose_actions(match, batch.battles, batch.masks, tactic)
        strays = (step < mixed) & (random.random(count) < RANDOM_ACTIONS)
        for row in np.flatnonzero(strays & going):
            chosen[row] = random.choice(np.flatnonzero(batch.masks[row]))
        batch.step(chosen)
    return judge(batch, match, np.concatenate(rows), np.concatenate(stages), np.concatenate(features))


def read_features(batch: Batch, rows: NDArray[np.int64]) -> Numbers:
    """The features of some battles of a batch, (k, NUM_FEATURES)."""
    features = np.zeros(len(rows) * NUM_FEATURES)
    if len(rows):
        masks = batch.masks[rows].view(np.int8)
        think_many(
            TacticCommand.FEATURES, batch.battles[rows], batch.match.books, masks, PLAYBOOK.find_tactic(PLAYERS[0]),
            np.zeros(len(rows), np.int64), features,
        )  # fmt: skip
    return features.reshape(len(rows), NUM_FEATURES)


def judge(
    batch: Batch, match: Match, rows: NDArray[np.int64], stages: NDArray[np.int64], features: Numbers
) -> Positions:
    """What came of positions; battles that were cut off are left out."""
    over = batch.battles["outcome"][rows] != 0
    won_all = batch.battles["outcome"][rows] == match.game.outcomes.index("won")
    last = batch.battles["stage"][rows].astype(np.int64)
    won = won_all | (last > stages)
    later = won & (stages + 1 < int(match.books["plan"]["num_stages"][0]))
    won_later = won_all | (last > stages + 1)
    groups = np.zeros(int(over.sum()), np.int64)
    return Positions(features[over], won[over], later[over], won_later[over], groups)


def join(parts: Sequence[Positions]) -> Positions:
    """Several lots of positions as one."""
    return Positions(
        np.concatenate([part.features for part in parts]),
        np.concatenate([part.won for part in parts]),
        np.concatenate([part.later for part in parts]),
        np.concatenate([part.won_later for part in parts]),
        np.concatenate([part.groups for part in parts]),
    )


def fit_signed(features: Numbers, won: NDArray[np.bool_], groups: NDArray[np.int64]) -> Numbers:
    """Weights of a logistic regression within groups, in which nothing good counts as bad.

    Each group (a scenario) has a constant of its own: what tells two positions of one battle apart is asked for, not
    what tells an easy scenario from a hard one. Features go together (who has much Health has much Sanity), and a
    regression sets one off against the other; a search would find the positions where only one of them changes. So
    what is good by the rules and would count as bad is left out, weight 0. Last stands, and positions without enemies,
    say nothing about the fight itself: they count for the level only.

    Args:
        features: (n, NUM_FEATURES), the first of them 1.
        won: (n,) what happened.
        groups: (n,) number of the group, from 0.

    Returns:
        (NUM_FEATURES,) weights; those in ``LEVEL`` are then fitted to all groups together.
    """
    count = int(groups.max()) + 1
    own = np.eye(count)[groups]
    open_fights = (features[:, Feature.RATIO] < MOST_RATIO) & (features[:, Feature.PLACES] == 0.0)
    used: list[Feature] = [feature for feature in Feature if feature not in LEVEL]
    while True:
        found = fit(np.concatenate([features[:, used], own], axis=1)[open_fights], won[open_fights])
        weights = np.zeros(NUM_FEATURES)
        weights[used] = found[: len(used)]
        wrong = [feature for feature in GOOD if weights[feature] < 0]
        if not wrong:
            weights[list(LEVEL)] = fit(features[:, LEVEL], won, features @ weights)
            return weights
        used.remove(min(wrong, key=lambda feature: float(weights[feature])))


def play_all(scenarios: Sequence[str], count: int, skip: int) -> Positions:
    """Positions of several scenarios, half of the battles by each player."""
    from tqdm import tqdm

    parts = []
    for number, name in enumerate(tqdm(scenarios, desc="playing", unit="scenario", disable=None, leave=False)):
        match = load_match(name)
        for i, player in enumerate(PLAYERS):
            found = play_positions(match, count // len(PLAYERS), skip + i * count, player)
            parts.append(replace(found, groups=found.groups + number))
    return join(parts)


def source_text(weights: Numbers, later: Numbers, notes: Sequence[str]) -> str:
    """The source of ``score_weights.py``."""
    rows = [f"    {weight:.4f},  # {feature.name}\n" for feature, weight in zip(Feature, weights, strict=True)]
    lines = "".join(f"{note}\n" for note in notes)
    return (
        '"""The weights of `expected_score`, written by `python -m brimstone_agents.scripted.calibrate`.\n\n'
        f'{lines}"""\n\n'
        f"WEIGHTS = (\n{''.join(rows)})\n"
        f"# Logarithm of the odds to win a later battle of a delve: constant, and by Health as part of the most.\n"
        f"LATER = ({later[0]:.4f}, {later[1]:.4f})\n"
    )


def calibrate(count: int, check: int) -> tuple[str, list[str]]:
    """Play, fit and check.

    Args:
        count: battles a scenario to fit on.
        check: battles a scenario to check with.

    Returns:
        The source of ``score_weights.py``, and what to tell people.
    """
    suite = load_suite("brimstone-16")
    train = [row.name for row in suite.scenarios if row.split == "train"] + list(SMALL)
    test = [row.name for row in suite.scenarios if row.split == "test"]
    known = play_all(train, count, SKIP)
    weights = fit_signed(known.features, known.won, known.groups)
    columns = [Feature.ONE, Feature.HEALTH]
    later = fit(known.features[known.later][:, columns], known.won_later[known.later])
    fresh, other = play_all(train, check, 2 * SKIP), play_all(test, check, 3 * SKIP)
    notes = [
        f"Fitted on {len(known.won):,} positions of {len(train)} scenarios, {count} battles each (training seeds).",
        f"Same scenarios, other seeds, {quality(fresh.features, fresh.won, weights)}.",
        f"Scenarios of the test split, {quality(other.features, other.won, weights)}.",
    ]
    return source_text(weights, later, notes), notes


def main(argv: Sequence[str] | None = None) -> int:
    """The command: calibrate and write the weights."""
    parser = argparse.ArgumentParser(prog="python -m brimstone_agents.scripted.calibrate", description=__doc__)
    parser.add_argument("--battles", type=int, default=800, help="battles a scenario to fit on")
    parser.add_argument("--check", type=int, default=400, help="battles a scenario to check with")
    parser.add_argument("--out", type=Path, default=WEIGHTS_FILE, help="file to write")
    args = parser.parse_args(argv)
    text, notes = calibrate(args.battles, args.check)
    waiting = args.out.with_suffix(".part")
    waiting.write_text(text, encoding="utf-8")
    waiting.replace(args.out)
    print("\n".join(notes))
    return 0


if __name__ == "__main__":
    sys.exit(main())
