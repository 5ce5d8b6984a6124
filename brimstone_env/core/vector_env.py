"""The native vector environment: many battles, one compiled call per step and thread. No rule lives here."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from brimstone_env.core.batch_input import (
    check_actions,
    check_episode_seeds,
    check_reset_mask,
    find_autoreset_mode,
    list_seeds,
)
from brimstone_env.core.dice import new_dice
from brimstone_env.core.errors import InputError
from brimstone_env.core.prepared import (
    ILLEGAL_PENALTY,
    SCORE,
    SCORE_UNIT,
    check_count,
    check_options,
    draw_seed,
    fast_entry,
    prepare,
    states_of,
)
from brimstone_env.core.readings import INFO_FIELDS, bytes_of, plain, read_field
from brimstone_env.core.records import as_records
from brimstone_env.core.states import pack_state, restore_generator, save_generator, unpack_state

Observations = dict[str, NDArray[np.uint8]]
Infos = dict[str, Any]
Bools = NDArray[np.bool_]
RESET_OPTIONS = ("episode_seed", "reset_mask")
RENDER_MODES = ("ansi", "rgb_array")
FEWEST_PER_THREAD = 32  # below 64 battles, handing work to a second thread costs more than it gains


class RulebookVectorEnv(gym.vector.VectorEnv[Observations, NDArray[np.int64], NDArray[Any]]):
    """A batch of independent battles of one scenario, as `gym.make_vec(..., "vector_entry_point")` makes it.

    Battle `i` plays, byte for byte, what a `RulebookEnv` seeded with `seed + i` plays. `info` holds the keys of
    `RulebookEnv`, each an array over the batch with a mask `_key` beside it. A battle that ends is reset by itself:
    in the following step, whose action is ignored (`next_step`, the default), or in the same step (`same_step`), with
    the last observation and info under `final_obs` and `final_info`.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012
    _pool: ThreadPoolExecutor | None = None

    def __init__(
        self,
        num_envs: int = 1,
        game: str = "battle",
        scenario: Any = "mine-fight",
        tables: str | Path | None = None,
        *,
        illegal_action: str = "noop_penalty",
        outside: Sequence[int] | None = None,
        max_episode_steps: int | None = None,
        render_mode: str | None = None,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        threads: int | None = None,
        **options: Any,
    ) -> None:
        """Load the scenario; nothing is compiled before the first reset.

        Args:
            num_envs: battles.
            game: which game.
            scenario: name of a scenario, path of a TOML file, or a dict with its values.
            tables: folder of card tables, None for those that come with the package.
            illegal_action: "noop_penalty": an illegal action changes nothing and costs 0.01; "raise": it is an error,
                and no battle is stepped.
            outside: seats that are played from outside, None for all heroes; the rules play the others.
            max_episode_steps: truncate after so many steps; the scenario's own cap holds if it is lower.
            render_mode: "ansi", "rgb_array", or None.
            autoreset_mode: "next_step" or "same_step".
            threads: most threads to use, None for one a core; there is one for every 32 battles at most.
            **options: options of the game's rules.

        Raises:
            InputError: if an option cannot be used; one sentence says why.
        """
        self.num_envs = check_count("num_envs", num_envs, 1)
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise InputError(f"render_mode is {render_mode!r}, allowed are {', '.join(RENDER_MODES)} and None")
        self.render_mode = render_mode
        self.autoreset_mode = find_autoreset_mode(autoreset_mode)
        self.metadata = {**type(self).metadata, "autoreset_mode": self.autoreset_mode}
        self.prepared = prepare(game, scenario, tables, options, outside, illegal_action, max_episode_steps)
        self.single_observation_space = self.prepared.observation_space
        self.single_action_space = self.prepared.action_space
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._entry = self.prepared.game.run_many
        self._commands = self.prepared.game.commands
        self._planes = self.prepared.planes
        self._books = plain(self.prepared.books)
        self._make_records(self.num_envs)
        self._make_threads(threads)

    def _make_records(self, count: int) -> None:
        battles = self.prepared.new_battles(count)
        self._battles = plain(battles)
        self._bytes = bytes_of(battles)
        self._readings = tuple((key, read_field(battles, path)) for key, path in INFO_FIELDS.items())
        self._score = read_field(battles, SCORE)
        self._outcome = read_field(battles, ("outcome",))
        self._decision = read_field(battles, ("pending", "kind"))
        self._heroes = read_field(battles, ("num_heroes",))
        self._begun = False
        self._masks = np.zeros((count, self.prepared.game.num_actions), np.int8)
        self._actions = np.zeros(count, np.int64)
        self._applied = np.zeros(count, np.int32)
        self._seeds = states_of([0] * count)
        self._episode_seeds = np.zeros(count, np.int64)
        self._steps = np.zeros(count, np.int64)
        self._illegal = np.zeros(count, np.int64)
        self._ended = np.zeros(count, np.bool_)  # to be reset in the next step
        self._generators: list[np.random.Generator] = []
        self._generator_seeds: list[int | None] = [None] * count

    def _make_threads(self, threads: int | None) -> None:
        most = len(os.sched_getaffinity(0)) if threads is None else check_count("threads", threads, 1)
        count = max(1, min(most, self.num_envs // FEWEST_PER_THREAD))
        edges = np.linspace(0, self.num_envs, count + 1).astype(int).tolist()
        self._slices = [slice(a, b) for a, b in pairwise(edges)]
        self._dice = [plain(new_dice()) for _ in self._slices]
        self._pool = ThreadPoolExecutor(count - 1, "brimstone") if count > 1 else None

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, Infos]:
        """Begin all battles, or those of a mask.

        Args:
            seed: battle `i` is seeded with `seed + i`, or with `seed[i]`.
            options: `episode_seed`: the episode of each battle, a sequence of `num_envs`; `reset_mask`: bool
                (num_envs,), the battles to reset (the others stay as they are).

        Raises:
            InputError: if a seed or an option cannot be used.
        """
        chosen = check_options(options, RESET_OPTIONS)
        self._seed_generators(seed)
        which = check_reset_mask(chosen.get("reset_mask"), self.num_envs, self._begun)
        if "episode_seed" in chosen:
            seeds = np.array(check_episode_seeds(chosen["episode_seed"], self.num_envs), np.int64)[which]
        else:
            seeds = self._draw_seeds(which)
        observations = self._new_observations()
        if len(which) < self.num_envs:
            self._run("observe", observations)
        self._reset_some(which, seeds, observations)
        self._entry = fast_entry(self.prepared.game)
        self._begun = True
        return observations, self._infos(np.zeros(self.num_envs))

    def step(self, actions: Any) -> tuple[Observations, NDArray[np.float64], Bools, Bools, Infos]:
        """Answer the pending decision of every battle.

        Args:
            actions: (num_envs,) numbers of the action space; that of a battle which is being reset is ignored.

        Returns:
            Observations, rewards, terminated, truncated, infos.

        Raises:
            InputError: if an action is none of the action space, or illegal under `illegal_action="raise"`.
            gymnasium.error.ResetNeeded: before the first reset.
        """
        if not self._begun:
            raise gym.error.ResetNeeded("reset() comes before step()")
        self._actions[:] = check_actions(actions, self.num_envs, self.prepared.game.num_actions)
        over = self._ended
        if self.prepared.raises:
            self._refuse_illegal(over)
        observations = self._new_observations()
        before = self._score.astype(np.int64)
        self._run("step", observations)
        terminated = (self._outcome != 0) & (self._decision == 0)
        illegal = (self._applied == 0) & (self._masks[np.arange(self.num_envs), self._actions] == 0) & ~over
        rewards = (self._score - before) / SCORE_UNIT
        rewards[illegal] = ILLEGAL_PENALTY
        self._illegal += illegal
        self._steps += 1
        truncated = ~terminated & (self._steps >= self.prepared.step_cap)
        if self.autoreset_mode == AutoresetMode.SAME_STEP:
            infos = self._reset_same_step(terminated | truncated, rewards, observations)
        else:
            self._reset_next_step(over, rewards, terminated, truncated, observations)
            infos = self._infos(rewards)
        return observations, rewards, terminated, truncated, infos

    def render(self) -> tuple[Any, ...]:
        """A picture of every battle: texts for "ansi", uint8 (height, width, 3) for "rgb_array"."""
        game = self.prepared.game
        draw = game.draw_rgb if self.render_mode == "rgb_array" else game.draw_ansi
        return tuple(draw(battle, self.prepared.books[0], self.prepared.tables) for battle in as_records(self._battles))

    def close_extras(self, **kwargs: Any) -> None:
        """Stop the threads; closing again does nothing."""
        if self._pool is not None:
            self._pool.shutdown(wait=True)
            self._pool = None
            self._slices = [slice(0, self.num_envs)]

    @property  # type: ignore[override]
    def np_random(self) -> tuple[np.random.Generator, ...]:
        """The random generators of the battles, from which their episode seeds are drawn."""
        if not self._generators:
            self._seed_generators([None] * self.num_envs)
        return tuple(self._generators)

    @np_random.setter  # type: ignore[override]
    def np_random(self, generators: Sequence[np.random.Generator]) -> None:
        self._generators = list(generators)

    @property
    def np_random_seed(self) -> tuple[int | None, ...]:  # type: ignore[override]
        """The seeds of these generators."""
        return tuple(self._generator_seeds)

    def action_masks(self) -> Bools:
        """A fresh (num_envs, N) array, True where the action is legal."""
        return self._masks.astype(np.bool_)

    @property
    def battles(self) -> NDArray[Any]:
        """The records of the battles, to be read; whoever writes to them is on their own."""
        return as_records(self._battles)

    def observe(self) -> tuple[Observations, Infos]:
        """Observations and infos of the battles as they stand, as fresh arrays."""
        observations = self._new_observations()
        self._run("observe", observations)
        return observations, self._infos(np.zeros(self.num_envs))

    def get_state(self) -> bytes:
        """All that is needed to go on just so: battles, random streams, counters, generators."""
        head = {
            "num_envs": self.num_envs,
            "begun": self._begun,
            "episode_seeds": self._episode_seeds.tolist(),
            "steps": self._steps.tolist(),
            "illegal_actions": self._illegal.tolist(),
            "ended": self._ended.tolist(),
            "generators": [save_generator(generator) for generator in self.np_random],
            "generator_seeds": self._generator_seeds,
        }
        return pack_state(self.prepared, head, self._battles)

    def set_state(self, state: bytes) -> None:
        """Go back to what `get_state` returned; the next step is as it would have been then.

        Raises:
            InputError: if it is no state, or one of another game, version, scenario, options or number of battles.
        """
        head, battles = unpack_state(self.prepared, state, self.num_envs)
        self._bytes[:] = bytes_of(battles)
        self._begun = head["begun"]
        self._episode_seeds[:] = head["episode_seeds"]
        self._steps[:] = head["steps"]
        self._illegal[:] = head["illegal_actions"]
        self._ended = np.array(head["ended"], np.bool_)
        self._generators = [restore_generator(saved) for saved in head["generators"]]
        self._generator_seeds = head["generator_seeds"]
        if self._begun:
            self.observe()

    def _reset_next_step(
        self,
        over: Bools,
        rewards: NDArray[np.float64],
        terminated: Bools,
        truncated: Bools,
        observations: Observations,
    ) -> None:
        """Reset the battles that ended in the step before; their rewards and ends are nought."""
        which = np.flatnonzero(over)
        if len(which):
            self._reset_some(which, self._draw_seeds(which), observations)
            rewards[which] = 0.0
            terminated[which] = False
            truncated[which] = False
        self._ended = terminated | truncated

    def _reset_same_step(self, ended: Bools, rewards: NDArray[np.float64], observations: Observations) -> Infos:
        """Reset the battles that ended in this step, and keep what they last showed."""
        which = np.flatnonzero(ended)
        if not len(which):
            return self._infos(rewards)
        final = self._infos(rewards, ended)
        final_observations = np.full(self.num_envs, None, dtype=object)
        for i in which:
            final_observations[i] = {name: leaf[i].copy() for name, leaf in observations.items()}
        self._reset_some(which, self._draw_seeds(which), observations)
        infos = self._infos(np.where(ended, 0.0, rewards))
        infos |= {"final_obs": final_observations, "_final_obs": ended.copy()}
        infos |= {"final_info": final, "_final_info": ended.copy()}
        return infos

    def _reset_some(self, which: NDArray[Any], seeds: NDArray[np.int64], observations: Observations) -> None:
        """Begin some battles afresh and put what they show into the observations."""
        self._episode_seeds[which] = seeds
        self._seeds[which] = states_of(seeds)
        self._steps[which] = 0
        self._illegal[which] = 0
        self._ended[which] = False
        if len(which) == self.num_envs:
            self._run("reset", observations)
            return
        battles = self.prepared.new_battles(len(which))
        bytes_of(battles)[:] = self._bytes[which]
        masks = np.zeros((len(which), self._masks.shape[1]), np.int8)
        leaves = [np.empty((len(which), *plane.shape), plane.dtype) for plane in self._planes]
        applied = np.zeros(len(which), np.int32)
        code = self._commands["reset"]
        dice = self._dice[0]
        self._entry(code, plain(battles), self._books, dice, self._actions, self._seeds[which], applied, masks, *leaves)
        self._bytes[which] = bytes_of(battles)
        self._masks[which] = masks
        for plane, leaf in zip(self._planes, leaves, strict=True):
            observations[plane.name][which] = leaf

    def _new_observations(self) -> Observations:
        return {plane.name: np.empty((self.num_envs, *plane.shape), plane.dtype) for plane in self._planes}

    def _run(self, command: str, observations: Observations) -> None:
        """Run a command on all battles, slice by slice on the threads, and fill the observations."""
        code = self._commands[command]
        if self._pool is None or not self._begun:  # whoever compiles does it alone
            self._run_slice(code, slice(0, self.num_envs), self._dice[0], observations)
            return
        tasks = [
            self._pool.submit(self._run_slice, code, part, dice, observations)
            for part, dice in zip(self._slices[1:], self._dice[1:], strict=True)
        ]
        self._run_slice(code, self._slices[0], self._dice[0], observations)
        for task in tasks:
            task.result()

    def _run_slice(self, code: int, rows: slice, dice: NDArray[Any], observations: Observations) -> None:
        batch = (self._battles[rows], self._books, dice, self._actions[rows], self._seeds[rows], self._applied[rows])
        planes = (observations[plane.name][rows] for plane in self._planes)
        self._entry(code, *batch, self._masks[rows], *planes)

    def _infos(self, rewards: NDArray[np.float64], where: Bools | None = None) -> Infos:
        """The infos of all battles, or of those of a mask (the others' values are 0)."""
        infos: Infos = {key: reading.astype(np.int64) for key, reading in self._readings}
        heroes = np.arange(self.prepared.game.num_heroes) < self._heroes[:, None]
        infos["action_mask"] = self._masks.copy()
        infos["episode_seed"] = self._episode_seeds.copy()
        infos["illegal_actions"] = self._illegal.copy()
        infos["hero_rewards"] = np.where(heroes, rewards[:, None], 0.0).astype(np.float32)
        present = np.ones((len(infos), self.num_envs), np.bool_)
        for row, key in zip(present, tuple(infos), strict=True):
            if where is not None:
                row &= where
                infos[key][~where] = 0
            infos["_" + key] = row
        return infos

    def _seed_generators(self, seed: int | Sequence[int | None] | None) -> None:
        """Make new generators where a seed is given, and where there is none yet."""
        seeds = list_seeds(seed, self.num_envs)
        first = not self._generators
        for i, one in enumerate(seeds):
            if one is not None or first:
                generator, self._generator_seeds[i] = seeding.np_random(one)
                self._generators[i : i + 1] = [generator]

    def _draw_seeds(self, which: NDArray[Any]) -> NDArray[np.int64]:
        return np.array([draw_seed(self._generators[i]) for i in which], np.int64)

    def _refuse_illegal(self, over: Bools) -> None:
        """Raise for the first illegal action, before any battle is stepped."""
        legal = self._masks[np.arange(self.num_envs), self._actions] == 1
        for i in np.flatnonzero(~legal & ~over):
            error = self.prepared.illegal_error(self.battles[i], int(self._actions[i]), self._masks[i])
            raise InputError(f"battle {i}: {error}")
