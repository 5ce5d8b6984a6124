"""The Gymnasium environment: it owns buffers and makes one compiled call per step. No rule lives here."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray

from brimstone_env.core.dice import MODULUS_2, new_dice
from brimstone_env.core.errors import InputError
from brimstone_env.core.inspection import Inspected
from brimstone_env.core.prepared import (
    ILLEGAL_PENALTY,
    RENDER_MODES,
    SCORE_UNIT,
    check_options,
    check_seed,
    draw_seed,
    fast_entry,
    prepare,
    states_of,
)
from brimstone_env.core.readings import bytes_of, plain
from brimstone_env.core.records import copy_records
from brimstone_env.core.states import pack_state, restore_generator, save_generator, unpack_state

Observation = dict[str, NDArray[np.uint8]]
Info = dict[str, Any]
RESET_OPTIONS = ("episode_seed",)
HUMAN_FPS = 4


class RulebookEnv(Inspected, gym.Env[Observation, np.int64]):
    """A battle from a tabletop rulebook, in which the agent takes every decision of the players.

    ## Description
    Each step answers the pending decision; the rules then run on, enemies' activations included, to the next one.

    ## Action Space
    `Discrete(N)`, with a fixed meaning for every number (`ACTIONS.md` of the game). `info["action_mask"]` and
    `action_masks()` say what is legal; an illegal action changes nothing.

    ## Observation Space
    A flat `Dict` of uint8 arrays (`OBSERVATIONS.md` of the game). Nothing hidden is in it.

    ## Rewards
    What the step adds to the battle's score: +1 for a won battle, -1 for a lost one, 0 before (in a delve of n battles
    +1/n for each that is won, -1 when the party is lost); -0.01 for an illegal action.

    ## Episode End
    Terminated: the battle (of a delve: the last one) is won, or lost, by the rules, and nothing more is asked.
    Truncated: the scenario's cap of steps is reached before.

    ## Information
    The same keys, types and shapes after reset and every step: `action_mask` (N,) int8; `episode_seed`; `outcome`
    (0 undecided, 1 won, 2 lost); `turn`; `decision` (kind of the pending one); `seat` (who decides, -1 for nobody);
    `decisions` (actions applied); `illegal_actions` (illegal ones so far); `heroes_standing`; `enemies_alive`;
    `hero_rewards` (hero slots,) float32, this step's reward by hero.

    ## Version History
    v0: first version.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": HUMAN_FPS}  # noqa: RUF012 (declared by Gymnasium)

    def __init__(
        self,
        game: str = "battle",
        scenario: Any = "mine-fight",
        tables: str | Path | None = None,
        *,
        illegal_action: str = "noop_penalty",
        outside: Sequence[int] | None = None,
        max_episode_steps: int | None = None,
        render_mode: str | None = None,
        log: bool = False,
        **options: Any,
    ) -> None:
        """Load the scenario and make the buffers; nothing is compiled before the first reset.

        Args:
            game: which game.
            scenario: name of a scenario, path of a TOML file, or a dict with its values.
            tables: folder of card tables, None for those that come with the package.
            illegal_action: "noop_penalty": an illegal action changes nothing and costs 0.01; "raise": it is an error.
            outside: seats that are played from outside, None for all heroes; the rules play the others.
            max_episode_steps: truncate after so many steps; the scenario's own cap holds if it is lower.
            render_mode: "ansi", "rgb_array", "human", or None.
            log: keep the event log of each step for `events()`.
            **options: options of the game's rules (`experience`, `enemy_order`, `aftermath`, `keep_single` ...).

        Raises:
            InputError: if an option cannot be used; one sentence says why.
        """
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise InputError(f"render_mode is {render_mode!r}, allowed are {', '.join(RENDER_MODES)} and None")
        given = {"game": game, "scenario": scenario, "tables": tables, "illegal_action": illegal_action, "log": log}
        given |= {"outside": outside, "max_episode_steps": max_episode_steps, "render_mode": render_mode}
        self.arguments = {**given, **options}
        self.render_mode = render_mode
        self.prepared = prepare(game, scenario, tables, options, outside, illegal_action, max_episode_steps)
        self.observation_space: gym.spaces.Dict = self.prepared.observation_space  # type: ignore[assignment]
        self.action_space = self.prepared.action_space
        self._entry = self.prepared.game.run_many
        self._step_code = self.prepared.game.commands["step"]
        self._raises = self.prepared.raises
        self._step_cap = self.prepared.step_cap
        self._log = bool(log)
        self._window: Any = None
        self._books = plain(self.prepared.books)
        self._dice = plain(new_dice())
        self._seeds = states_of([0])
        self._reader = self.prepared.reader
        self._score_reader = self.prepared.score_reader
        self._score = 0
        self._make_buffers()
        self._hold(self.prepared.new_battles(1))
        self._episode_seed = 0
        self._steps = 0
        self._illegal = 0
        self._begun = False
        self._fresh_seeds: np.random.Generator | None = None
        self._generator: dict[str, Any] | int | None = None  # of a clone that has not needed it yet

    def _make_buffers(self) -> None:
        """Buffers that every call writes into; what callers get are copies."""
        game = self.prepared.game
        buffers = [np.zeros((1, *plane.shape), plane.dtype) for plane in self.prepared.planes]
        masks = np.zeros((1, game.num_actions), np.int8)
        self._actions = np.zeros(1, np.int64)
        self._applied = np.zeros(1, np.int32)
        self._buffers = (masks, *buffers)
        self._mask: NDArray[np.int8] = masks[0]
        self._leaves = tuple(
            (plane.name, buffer[0]) for plane, buffer in zip(self.prepared.planes, buffers, strict=True)
        )

    def _hold(self, battles: NDArray[Any]) -> None:
        """Take battles, an array of length 1, as the one that is played."""
        self._battles = plain(battles)
        self._bytes = bytes_of(battles)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, Info]:
        """Begin a battle.

        Args:
            seed: seeds `np_random`, from which the seeds of this and later episodes are drawn.
            options: `{"episode_seed": s}` plays the episode of that seed, whatever was played before.

        Raises:
            InputError: if an option is unknown, or the episode seed is none.
        """
        super().reset(seed=seed)
        chosen = check_options(options, RESET_OPTIONS)
        if "episode_seed" in chosen:
            self._episode_seed = check_seed(chosen["episode_seed"])
        else:
            self._episode_seed = draw_seed(self.np_random)
        self._seeds = states_of([self._episode_seed])
        self._steps = 0
        self._illegal = 0
        self._fresh_seeds = None
        self._dice["logging"] = self._log
        self._call(self.prepared.game.commands["reset"])
        self._entry = fast_entry(self.prepared.game)
        self._begun = True
        self._score = self._read_score()
        self._show()
        return self._observe(), self._complete(self._reader.read(self._bytes))

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, Info]:
        """Answer the pending decision.

        Args:
            action: a number of the action space.

        Returns:
            Observation, reward, terminated, truncated, info.

        Raises:
            InputError: if the action is none of the action space, or illegal under `illegal_action="raise"`.
            gymnasium.error.ResetNeeded: before the first reset.
        """
        if not self._begun:
            raise gym.error.ResetNeeded("reset() comes before step()")
        self._actions[0] = index = self.prepared.check_action(action)
        self._call(self._step_code)
        info: Info = self._reader.read(self._bytes)
        terminated = info["outcome"] != 0 and info["decision"] == 0
        reward = 0.0
        if self._applied.item(0) == 1:
            before = self._score
            self._score = self._read_score()
            reward = (self._score - before) / SCORE_UNIT
        elif self._mask.item(index) == 0:  # the filler action of a battle that is over is legal, but applies nothing
            reward = self._refuse(index)
        self._steps += 1
        truncated = not terminated and self._steps >= self._step_cap
        if self.render_mode == "human":
            self._show()
        return self._observe(), reward, terminated, truncated, self._complete(info, reward)

    def render(self) -> Any:
        """A picture of the battle.

        Returns:
            Text for "ansi", uint8 (height, width, 3) for "rgb_array", None for "human" (the window shows it).
        """
        if self.render_mode == "ansi":
            return self.prepared.game.draw_ansi(self.battle, self.prepared.books[0], self.prepared.tables)
        if self.render_mode == "rgb_array":
            return self.prepared.game.draw_rgb(self.battle, self.prepared.books[0], self.prepared.tables)
        self._show()
        return None

    def close(self) -> None:
        """Close the window, if there is one; closing again does nothing."""
        if self._window is not None:
            self._window.close()
            self._window = None

    def observe(self) -> tuple[Observation, Info]:
        """Observation and info of the battle as it stands, as fresh arrays."""
        self._call(self.prepared.game.commands["observe"])
        return self._observe(), self._complete(self._reader.read(self._bytes))

    def get_state(self) -> bytes:
        """All that is needed to go on just so: battle, random streams, counters, and `np_random`.

        A line of JSON (what it belongs to, counters) and the bytes of the record.
        """
        head = {
            "begun": self._begun,
            "episode_seed": self._episode_seed,
            "steps": self._steps,
            "illegal_actions": self._illegal,
            "generator": save_generator(self.np_random),
            "generator_seed": self.np_random_seed,
        }
        return pack_state(self.prepared, head, self._battles)

    def set_state(self, state: bytes) -> None:
        """Go back to what `get_state` returned; the next step is as it would have been then.

        Raises:
            InputError: if it is no state, or one of another game, version, scenario or options.
        """
        head, battles = unpack_state(self.prepared, state, 1)
        self._begun = head["begun"]
        self._episode_seed = head["episode_seed"]
        self._steps = head["steps"]
        self._illegal = head["illegal_actions"]
        self.np_random = restore_generator(head["generator"])
        self._np_random_seed = head["generator_seed"]
        self._fresh_seeds = None
        self._bytes[:] = bytes_of(battles)
        self._score = self._read_score()
        if self._begun:
            self._call(self.prepared.game.commands["observe"])

    def clone(self, rng: Literal["same", "fresh"]) -> RulebookEnv:
        """A second environment in the same position, sharing only what nobody writes to.

        Args:
            rng: "same": it will see the same dice as this one; "fresh": dice of its own, so that a planner cannot
                peek. The fresh ones follow from the episode seed and the number of clones made so far.

        Raises:
            InputError: if `rng` is neither.
        """
        if rng not in ("same", "fresh"):
            raise InputError(f"rng is {rng!r}, allowed are 'same' and 'fresh'")
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin._window = None
        twin._fresh_seeds = None
        twin._make_buffers()
        twin._mask[:] = self._mask
        twin._hold(copy_records(self._battles))
        if self._log:
            twin._dice = plain(new_dice())
            twin._dice["logging"] = 1
        if rng == "fresh":
            if self._fresh_seeds is None:
                self._fresh_seeds = np.random.default_rng([self._episode_seed, 1])
            streams = twin._battles["streams"]["state"]
            streams[:] = self._fresh_seeds.integers(1, MODULUS_2, streams.shape)
            twin._generator = draw_seed(self._fresh_seeds)
        elif self._np_random is not None:
            twin._generator = save_generator(self._np_random)
        twin._np_random = None
        return twin

    @property
    def np_random(self) -> np.random.Generator:
        """The generator that episode seeds are drawn from; a clone makes its own when it is first needed."""
        if self._np_random is None and self._generator is not None:
            saved = self._generator
            self._np_random = restore_generator(saved) if isinstance(saved, dict) else np.random.default_rng(saved)
        return super().np_random

    @np_random.setter
    def np_random(self, value: np.random.Generator) -> None:
        self._np_random = value
        self._np_random_seed = -1

    def __reduce__(self) -> Any:
        return _rebuild, (type(self), self.arguments, self.get_state(), self.spec)

    def _call(self, command: int) -> None:
        """Run one command; buffers and readings then show where the battle stands."""
        if self._log:
            self._dice["num_events"] = 0
        batch = (self._battles, self._books, self._dice, self._actions, self._seeds, self._applied)
        self._entry(command, *batch, *self._buffers)

    def _read_score(self) -> int:
        """The battle's score so far."""
        return self._score_reader.read(self._bytes)["score"]

    def _observe(self) -> Observation:
        return {name: leaf.copy() for name, leaf in self._leaves}

    def _complete(self, info: Info, reward: float = 0.0) -> Info:
        """Add to what was read from the record the mask, the counters and each hero's reward of this step."""
        hero_rewards = np.zeros(self.prepared.game.num_heroes, np.float32)
        if reward != 0.0:
            hero_rewards[: self.battle.num_heroes] = reward
        info["action_mask"] = self._mask.copy()
        info["episode_seed"] = self._episode_seed
        info["illegal_actions"] = self._illegal
        info["hero_rewards"] = hero_rewards
        return info

    def _refuse(self, index: int) -> float:
        """Count an illegal action, or raise; the battle is as it was.

        Returns:
            The penalty.
        """
        if self._raises:
            raise self.prepared.illegal_error(self.battle, index, self._mask)
        self._illegal += 1
        return ILLEGAL_PENALTY

    def _show(self) -> None:
        if self.render_mode != "human":
            return
        if self._window is None:
            from brimstone_env.core.render.window import Window

            self._window = Window(self.prepared.game.env_id)
        frame = self.prepared.game.draw_rgb(self.battle, self.prepared.books[0], self.prepared.tables)
        self._window.show(frame, 1 / HUMAN_FPS)


def _rebuild(cls: type[RulebookEnv], arguments: dict[str, Any], state: bytes, spec: Any) -> RulebookEnv:
    env = cls(**arguments)
    env.set_state(state)
    env.spec = spec
    return env
