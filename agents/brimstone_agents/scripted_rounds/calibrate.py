"""How the weights of the rounds' ``expected_score`` are found: a logistic regression on positions that tactics play.

``python -m brimstone_agents.scripted_rounds.calibrate`` plays the battles (training seeds), fits the weights, says how
good they are on other seeds and on scenarios that were left out, and writes ``score_weights.py``. A battle begins with
some random actions, so that positions differ; what counts is who wins from there on.
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
from brimstone_agents.logistic import Numbers, fit, quality
from brimstone_agents.playbook import TacticCommand
from brimstone_agents.scripted.agent import choose_actions
from brimstone_agents.scripted_rounds.book import PLAYBOOK
from brimstone_agents.scripted_rounds.entry import think_many
from brimstone_agents.scripted_rounds.score import NUM_FEATURES, Feature
from brimstone_agents.seeds import TRAINING

WEIGHTS_FILE = Path(__file__).with_name("score_weights.py")
PLAYERS = ("scripted", "rollout")
KNOWN = ("rounds-quick", "rounds-standard", "rounds-ogres", "rounds-horde", "rounds-undead", "rounds-leader")
LEFT_OUT = ("rounds-ambush", "rounds-camp")
SKIP = 10**6  # training seeds that are left to others
RANDOM_ACTIONS = 0.15  # chance of a random action while a battle is being mixed up
MIXED_FOR = 80  # most decisions for which it is
KEPT = 0.15  # chance that a position is kept
MOST_DECISIONS = 3000
# What is good, and what is bad by the rules, for the heroes.
GOOD = (
    Feature.RATIO,
    Feature.STANDING,
    Feature.HEALTH,
    Feature.RECOVERIES,
    Feature.RESOURCE,
    Feature.SURGES,
    Feature.READY,
    Feature.HINDERED,
)
BAD = (Feature.DYING, Feature.MALICE, Feature.THREAT, Feature.HAMPERED)


@dataclass(frozen=True)
class Positions:
    """Positions and what came of them.

    Attributes:
        features: (n, NUM_FEATURES) by ``Feature``.
        won: (n,) bool, the battle was won.
        groups: (n,) number of the scenario.
    """

    features: Numbers
    won: NDArray[np.bool_]
    groups: NDArray[np.int64]


def play_positions(match: Match, count: int, skip: int, player: str) -> Positions:
    """Play battles and keep some of their positions; battles that are cut off are left out.

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
    features: list[Numbers] = []
    for step in range(MOST_DECISIONS):
        going = batch.battles["outcome"] == 0
        if not going.any():
            break
        kept = np.flatnonzero(going & (step >= mixed) & (random.random(count) < KEPT))
        rows.append(kept)
        features.append(read_features(batch, kept))
        chosen = choose_actions(match, batch.battles, batch.masks, tactic)
        strays = (step < mixed) & (random.random(count) < RANDOM_ACTIONS)
        for row in np.flatnonzero(strays & going):
            chosen[row] = random.choice(np.flatnonzero(batch.masks[row]))
        batch.step(chosen)
    outcomes = batch.battles["outcome"][np.concatenate(rows)]
    over = outcomes != 0
    won = outcomes == match.game.outcomes.index("won")
    return Positions(np.concatenate(features)[over], won[over], np.zeros(int(over.sum()), np.int64))


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


def fit_signed(features: Numbers, won: NDArray[np.bool_], groups: NDArray[np.int64]) -> Numbers:
    """Weights of a logistic regression within groups, in which nothing good counts as bad, and nothing bad as good.

    Each group (a scenario) has a constant of its own: what tells two positions of one battle apart is asked for, not
    what tells an easy scenario from a hard one. A feature that comes out with the wrong sign, because it goes together
    with others, is left out: a search would find the positions where only it changes. The common constant is then
    fitted to all groups together.

    Args:
        features: (n, NUM_FEATURES), the first of them 1.
        won: (n,) what happened.
        groups: (n,) number of the group, from 0.

    Returns:
        (NUM_FEATURES,) weights.
    """
    own = np.eye(int(groups.max()) + 1)[groups]
    used = [feature for feature in Feature if feature != Feature.ONE]
    while True:
        found = fit(np.concatenate([features[:, used], own], axis=1), won)
        weights = np.zeros(NUM_FEATURES)
        weights[used] = found[: len(used)]
        wrong = [feature for feature in used if is_wrong(feature, float(weights[feature]))]
        if not wrong:
            weights[Feature.ONE] = fit(features[:, [Feature.ONE]], won, features @ weights)[0]
            return weights
        used.remove(max(wrong, key=lambda feature: abs(float(weights[feature]))))


def is_wrong(feature: Feature, weight: float) -> bool:
    """Whether a weight counts something good as bad, or the other way round."""
    return (feature in GOOD and weight < 0) or (feature in BAD and weight > 0)


def play_all(scenarios: Sequence[str], count: int, skip: int) -> Positions:
    """Positions of several scenarios, half of the battles by each player."""
    from tqdm import tqdm

    parts = []
    for number, name in enumerate(tqdm(scenarios, desc="playing", unit="scenario", disable=None, leave=False)):
        match = load_match(name)
        for i, player in enumerate(PLAYERS):
            found = play_positions(match, count // len(PLAYERS), skip + i * count, player)
            parts.append(replace(found, groups=found.groups + number))
    return Positions(
        np.concatenate([part.features for part in parts]),
        np.concatenate([part.won for part in parts]),
        np.concatenate([part.groups for part in parts]),
    )


def source_text(weights: Numbers, notes: Sequence[str]) -> str:
    """The source of ``score_weights.py``."""
    rows = [f"    {weight:.4f},  # {feature.name}\n" for feature, weight in zip(Feature, weights, strict=True)]
    lines = "".join(f"{note}\n" for note in notes)
    return (
        '"""The weights of `expected_score`, written by `python -m brimstone_agents.scripted_rounds.calibrate`.\n\n'
        f'{lines}"""\n\n'
        f"WEIGHTS = (\n{''.join(rows)})\n"
    )


def calibrate(count: int, check: int) -> tuple[str, list[str]]:
    """Play, fit and check.

    Args:
        count: battles a scenario to fit on.
        check: battles a scenario to check with.

    Returns:
        The source of ``score_weights.py``, and what to tell people.
    """
    known = play_all(KNOWN, count, SKIP)
    weights = fit_signed(known.features, known.won, known.groups)
    fresh, other = play_all(KNOWN, check, 2 * SKIP), play_all(LEFT_OUT, check, 3 * SKIP)
    notes = [
        f"Fitted on {len(known.won):,} positions of {len(KNOWN)} scenarios, {count} battles each (training seeds).",
        f"Same scenarios, other seeds, {quality(fresh.features, fresh.won, weights)}.",
        f"Scenarios left out ({', '.join(LEFT_OUT)}), {quality(other.features, other.won, weights)}.",
    ]
    return source_text(weights, notes), notes


def main(argv: Sequence[str] | None = None) -> int:
    """The command: calibrate and write the weights."""
    parser = argparse.ArgumentParser(prog="python -m brimstone_agents.scripted_rounds.calibrate", description=__doc__)
    parser.add_argument("--battles", type=int, default=400, help="battles a scenario to fit on")
    parser.add_argument("--check", type=int, default=200, help="battles a scenario to check with")
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
