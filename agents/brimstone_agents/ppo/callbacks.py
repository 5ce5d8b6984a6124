"""What happens beside learning: progress, evaluation on the selection block, the best model, checkpoints.

Everything here happens between two updates, and uses random numbers of its own, so that it changes nothing in training.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
from sb3_contrib.common.maskable.callbacks import MaskableEvalCallback
from stable_baselines3.common.callbacks import BaseCallback, CallbackList, EvalCallback

from brimstone_agents.arena import play_battles
from brimstone_agents.batch import Match
from brimstone_agents.intervals import wilson
from brimstone_agents.ppo.card import make_card
from brimstone_agents.ppo.checkpoint import CHECKPOINT_NAME, save_checkpoint
from brimstone_agents.ppo.model import PpoAgent, save_model
from brimstone_agents.ppo.settings import Settings
from brimstone_agents.seeds import SELECTION
from brimstone_env.core.errors import InputError

BEST_NAME = "best.zip"
LAST_NAME = "last.zip"


def refuse_plain_evaluation(callbacks: Iterable[BaseCallback]) -> None:
    """Make sure that no callback evaluates without masks, which Stable-Baselines3's own does silently.

    Raises:
        InputError: if one does.
    """
    for callback in callbacks:
        if isinstance(callback, CallbackList):
            refuse_plain_evaluation(callback.callbacks)
        elif isinstance(callback, EvalCallback) and not isinstance(callback, MaskableEvalCallback):
            raise InputError(
                f"callback {type(callback).__name__} of stable_baselines3 evaluates without action masks, allowed is "
                "MaskableEvalCallback of sb3_contrib"
            )


class RunCallback(BaseCallback):
    """Keeps a run's folder: evaluates, keeps the best model, writes checkpoints, shows progress.

    Args:
        settings: the run's settings.
        name: the run's name in tables.
        match: what evaluations play.
        books_hash: hash of what is played, for cards.
        folder: the run's folder.
        evaluations: what a resumed run has evaluated so far, each a dict as `evaluate` returns.
    """

    def __init__(
        self,
        settings: Settings,
        name: str,
        match: Match,
        books_hash: str,
        folder: Path,
        evaluations: Iterable[dict[str, Any]] = (),
    ) -> None:
        super().__init__()
        self.settings, self.name, self.match = settings, name, match
        self.books_hash, self.folder = books_hash, folder
        self.evaluations = list(evaluations)
        self._bar: Any = None

    @property
    def best(self) -> dict[str, Any] | None:
        """The best evaluation so far, the first of equals."""
        return max(self.evaluations, key=lambda entry: entry["win_rate"], default=None)

    def _on_training_start(self) -> None:
        from tqdm import tqdm

        self._bar = tqdm(
            total=self.settings.total_steps, initial=self.model.num_timesteps, desc=self.name, unit="step", disable=None
        )

    def _on_rollout_start(self) -> None:
        """Between two updates: all that was learned so far is in the weights, and the buffer is empty."""
        done = self.model.num_timesteps
        self._bar.update(done - self._bar.n)
        left = max(0.0, 1.0 - done / self.settings.total_steps)
        first, last = self.settings.entropy_bonus, self.settings.final_entropy_bonus
        self.model.ent_coef = last + (first - last) * left  # type: ignore[attr-defined]
        if done >= self._next_evaluation():
            self.keep()

    def _next_evaluation(self) -> int:
        last = self.evaluations[-1]["steps"] if self.evaluations else 0
        every = self.settings.evaluate_every
        return (last // every + 1) * every

    def _on_step(self) -> bool:
        return True

    def _on_rollout_end(self) -> None:
        successes = self.model.ep_success_buffer
        if self._bar is not None and successes:
            self._bar.set_postfix_str(f"won {np.mean(successes):.0%}", refresh=False)

    def _on_training_end(self) -> None:
        if not self.evaluations or self.evaluations[-1]["steps"] < self.model.num_timesteps:
            self.keep()
        self._bar.update(self.model.num_timesteps - self._bar.n)
        self._bar.close()

    def keep(self) -> None:
        """Evaluate, keep the model if it is the best, and write the checkpoint."""
        entry = self.evaluate()
        earlier = self.best
        self.evaluations.append(entry)
        self._say(entry)
        if earlier is None or entry["win_rate"] > earlier["win_rate"]:
            self._save(BEST_NAME, entry)
        self._save(LAST_NAME, entry)
        run = {"settings": self.settings.to_dict(), "evaluations": self.evaluations, "books_hash": self.books_hash}
        save_checkpoint(self.folder / CHECKPOINT_NAME, self.model, run)  # type: ignore[arg-type]

    def evaluate(self) -> dict[str, Any]:
        """Play the selection block: steps, episodes, wins, win_rate, its interval, illegal actions."""
        deterministic = self.settings.select_by == "deterministic"
        agent = PpoAgent(self.model.policy, deterministic)  # type: ignore[arg-type]
        results = play_battles(agent, self.match, SELECTION.seeds(self.settings.evaluate_episodes))
        wins = int(results["won"].sum())
        low, high = wilson(wins, len(results))
        return {
            "steps": int(self.model.num_timesteps),
            "policy": self.settings.select_by,
            "block": SELECTION.name,
            "episodes": len(results),
            "wins": wins,
            "win_rate": wins / len(results),
            "win_low": low,
            "win_high": high,
            "illegal": int(results["illegal"].sum()),
            "turns": float(results["turns"].mean()),
            "decisions": float(results["decisions"].mean()),
        }

    def _save(self, file_name: str, entry: dict[str, Any]) -> None:
        steps = int(self.model.num_timesteps)
        card = make_card(self.match.game, self.settings, self.match.scenario, self.books_hash, steps, entry)
        save_model(self.folder / file_name, self.model, card)  # type: ignore[arg-type]

    def _say(self, entry: dict[str, Any]) -> None:
        for key in ("win_rate", "turns", "decisions", "illegal"):
            self.logger.record(f"evaluation/{key}", entry[key])
        line = (
            f"{entry['steps']:>10,} steps: {entry['policy']} policy won {entry['win_rate']:.1%} "
            f"({entry['win_low']:.1%} to {entry['win_high']:.1%}) of {entry['episodes']} selection battles"
        )
        self._bar.write(line)
