"""What every environment of the package promises, as a check that anyone can run on any of them.

``check_game("brimstone/Battle-v0", scenario="quick")`` plays random battles and raises `ConformanceError` with one
sentence at the first promise that is broken.
"""

from __future__ import annotations

import copy
import pickle
import warnings
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import gymnasium as gym
import numpy as np
from gymnasium.utils.env_checker import check_env, data_equivalence
from numpy.typing import NDArray

from brimstone_env.core.errors import InputError
from brimstone_env.core.prepared import ILLEGAL_PENALTY

MOST_STEPS = 100_000  # no battle of any scenario is longer
# What the rewards of an episode may add up to, by outcome: undecided (parts of it may be won), won, lost.
WORTH = ((0.0, 1.0), (1.0, 1.0), (-1.0, -0.01))
Make = Callable[..., Any]


class ConformanceError(AssertionError):
    """An environment breaks a promise; the message says which."""


class Step(NamedTuple):
    """What a reset (reward 0, no ends) or a step returned."""

    observation: dict[str, NDArray[Any]]
    reward: float
    terminated: bool
    truncated: bool
    info: dict[str, Any]


def check_game(env_id: str, steps: int = 300, seed: int = 0, **kwargs: Any) -> None:
    """Check an environment of this package.

    Args:
        env_id: Gymnasium id.
        steps: steps that each check walks.
        seed: seed of environments and walks.
        **kwargs: constructor options.

    Raises:
        ConformanceError: if a promise is broken.
    """

    def make(**more: Any) -> Any:
        return gym.make(env_id, disable_env_checker=True, **{**kwargs, **more}).unwrapped

    for check in CHECKS:
        check(make, steps, seed)
    spec = gym.spec(env_id)
    if spec.vector_entry_point is not None:
        for mode in ("next_step", "same_step"):
            batch = gym.make_vec(env_id, 3, "vector_entry_point", autoreset_mode=mode, **kwargs)
            check_batch(make, batch, mode, steps, seed)


def require(condition: Any, sentence: str) -> None:
    """Raise unless the condition holds.

    Raises:
        ConformanceError: with the sentence.
    """
    if not condition:
        raise ConformanceError(sentence)


def same(one: Any, other: Any) -> bool:
    """Whether two observations, infos or steps are equal to the byte."""
    return bool(data_equivalence(one, other, exact=True))


def start(env: Any, **how: Any) -> Step:
    """Reset an environment."""
    observation, info = env.reset(**how)
    return Step(observation, 0.0, False, False, info)


def walk(env: Any, steps: int, seed: int, first: Step) -> Iterator[tuple[int, Step]]:
    """Take random legal actions; battles that end are followed by new ones.

    Yields:
        Each action (-1 for a reset) and what came of it.
    """
    chooser = np.random.default_rng(seed)
    last = first
    for _ in range(steps):
        if last.terminated or last.truncated:
            last = start(env)
            yield -1, last
            continue
        action = int(chooser.choice(np.flatnonzero(last.info["action_mask"])))
        last = Step(*env.step(action))
        yield action, last


# --- the promises ---------------------------------------------------------------------------------------------------


def check_gymnasium(make: Make, steps: int, seed: int) -> None:
    """Gymnasium's own checker finds nothing, not even a warning; spaces are flat and hold every observation."""
    env = make()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            check_env(env, skip_render_check=True)
        except (AssertionError, TypeError, UserWarning) as fault:
            raise ConformanceError(f"Gymnasium's check_env: {fault}") from fault
    leaves = env.observation_space.spaces
    require(
        all(isinstance(leaf, gym.spaces.Box) for leaf in leaves.values()), "observation leaves are boxes, not nested"
    )
    for _, step in walk(env, steps, seed, start(env, seed=seed)):
        require(env.observation_space.contains(step.observation), "an observation is outside the space")


def check_masks(make: Make, steps: int, seed: int) -> None:
    """There is always a legal action, and `action_masks` says the same as `info`, as fresh arrays."""
    env = make()
    shape = (env.action_space.n,)
    for _, step in walk(env, steps, seed, start(env, seed=seed)):
        mask, masks = step.info["action_mask"], env.action_masks()
        require(mask.dtype == np.int8 and mask.shape == shape, "info['action_mask'] is int8 of the action space's size")
        require(
            masks.dtype == np.bool_ and (masks == (mask == 1)).all(), "action_masks() and info['action_mask'] differ"
        )
        require(masks.any(), "no action is legal")
        require(env.action_masks() is not masks, "action_masks() returned the same array twice")


def check_end(make: Make, steps: int, seed: int) -> None:
    """The end comes once; rewards add up to what the outcome is worth; then the filler action changes nothing."""
    env = make()
    last = start(env, seed=seed)
    total = 0.0
    for _, step in walk(env, MOST_STEPS, seed, last):
        last = step
        total += step.reward
        require(not (step.terminated and step.truncated), "terminated wins over truncated")
        if step.terminated or step.truncated:
            break
    require(last.terminated or last.truncated, "the battle never ended")
    least, most = WORTH[last.info["outcome"]]
    require(least <= round(total, 6) <= most, "rewards add up to 1 for a victory, below 0 for a loss, else to 0..1")
    if last.terminated:
        again = Step(*env.step(int(np.flatnonzero(last.info["action_mask"])[0])))
        require(again.terminated and again.reward == 0.0, "the filler action after the end is worth nothing")
        require(same(again.observation, last.observation), "the filler action after the end changes nothing")
        require(again.info["illegal_actions"] == last.info["illegal_actions"], "the filler action is legal")


def check_cap(make: Make, steps: int, seed: int) -> None:
    """The cap of steps truncates, and changes no reward."""
    env = make(max_episode_steps=None)
    first = start(env, seed=seed)
    rewards = []
    for _, step in walk(env, MOST_STEPS, seed, first):
        rewards.append(step.reward)
        if step.terminated or step.truncated:
            break
    length = len(rewards)
    for cap, ending in ((length - 1, "truncated"), (length, "terminated")):
        capped = type(env)(**{**env.arguments, "max_episode_steps": cap})
        *_, (_, last) = walk(capped, cap, seed, start(capped, seed=seed))
        if ending == "truncated":
            require(
                last.truncated and not last.terminated and last.reward == rewards[cap - 1],
                "the cap of steps truncates, for nothing more than the step is worth",
            )
        else:
            require(not (last.terminated and last.truncated), "terminated wins over truncated on the same step")


def check_seeds(make: Make, steps: int, seed: int) -> None:
    """A seed, and an episode seed, play the same again, in a new environment and in a used one."""
    env, other = make(), make()
    plays = [list(walk(one, steps, seed, start(one, seed=seed))) for one in (env, env, other)]
    require(same(plays[0], plays[1]) and same(plays[0], plays[2]), "the same seed played differently")
    first = start(env, seed=seed)
    again = start(env, options={"episode_seed": first.info["episode_seed"]})
    require(same(first, again), "the episode seed of info does not reproduce the episode")
    env.np_random = np.random.default_rng(seed + 1)
    one = start(env)
    env.np_random = np.random.default_rng(seed + 1)
    require(same(one, start(env)), "episodes are not drawn from np_random as it is now")


def check_fresh_arrays(make: Make, steps: int, seed: int) -> None:
    """What was returned never changes later, and writing to it changes nothing."""
    env, other = make(), make()
    kept: list[tuple[Step, Step]] = []
    spoilt = walk(other, steps, seed, start(other, seed=seed))
    for number, (action, step) in enumerate(walk(env, steps, seed, start(env, seed=seed))):
        require(same((action, step), next(spoilt)), "writing to returned arrays changed what came later")
        if number % 2:
            for array in arrays_of(step):
                array.flags.writeable = False
        kept.append((step, copy.deepcopy(step)))
    require(all(same(step, before) for step, before in kept), "an array changed after it was returned")
    other.reset(seed=seed)
    for array in arrays_of(start(other)):
        array[...] = 0
    require(other.action_masks().any(), "writing to info['action_mask'] changed the environment's own")


def arrays_of(step: Step) -> list[NDArray[Any]]:
    """The arrays of an observation and its info."""
    values = [*step.observation.values(), *step.info.values()]
    return [value for value in values if isinstance(value, np.ndarray)]


def check_info(make: Make, steps: int, seed: int) -> None:
    """Info has the same keys, types and shapes at the reset and at every step."""
    env = make()
    first = start(env, seed=seed)
    shape = {key: describe(value) for key, value in first.info.items()}
    require({"action_mask", "episode_seed", "outcome", "illegal_actions"} <= set(shape), "info lacks a key")
    for _, step in walk(env, steps, seed, first):
        now = {key: describe(value) for key, value in step.info.items()}
        require(now == shape, f"info changed its keys or shapes: {sorted(set(shape.items()) ^ set(now.items()))}")


def describe(value: Any) -> str:
    """Type and shape of a value of info."""
    return f"{value.dtype} {value.shape}" if isinstance(value, np.ndarray) else type(value).__name__


def check_illegal(make: Make, steps: int, seed: int) -> None:
    """An illegal action changes nothing and costs the penalty, or raises; one out of range always raises."""
    env, strict = make(illegal_action="noop_penalty"), make(illegal_action="raise")
    for one in (env, strict):
        before = start(one, seed=seed)
        illegal = int(np.flatnonzero(before.info["action_mask"] == 0)[0])
        if one is strict:
            require(raises(one, illegal), "illegal_action='raise' did not raise InputError")
        else:
            step = Step(*one.step(illegal))
            require(step.reward == ILLEGAL_PENALTY, "an illegal action costs the penalty")
            require(step.info["illegal_actions"] == 1, "an illegal action is counted")
            require(same(step.observation, before.observation), "an illegal action changed the observation")
        require(same(one.observe()[0], before.observation), "an illegal action changed the battle")
        for action in (-1, int(one.action_space.n), 0.5, "end"):
            require(raises(one, action), f"action {action!r} did not raise InputError")


def raises(env: Any, action: Any) -> bool:
    """Whether a step raises `InputError`."""
    try:
        env.step(action)
    except InputError:
        return True
    return False


def check_states(make: Make, steps: int, seed: int) -> None:
    """A saved state restores exactly, through new environments, pickle, deep copies and clones too."""
    env = make()
    first = start(env, seed=seed)
    for prefix in (0, steps // 7, steps // 3):
        *_, (_, first) = [(-1, first), *walk(env, prefix, seed, first)]
        state = env.get_state()
        require(isinstance(state, bytes), "a state is bytes")
        twins = [env.clone("same"), copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
        ahead = list(walk(env, steps // 3, seed + 1, first))
        other = make()
        other.set_state(state)
        for twin in [*twins, other]:
            require(same(list(walk(twin, steps // 3, seed + 1, first)), ahead), "a copy went on differently")
        env.set_state(state)
        require(same(list(walk(env, steps // 3, seed + 1, first)), ahead), "a restored state went on differently")
        env.set_state(state)


def check_fresh_clones(make: Make, steps: int, seed: int) -> None:
    """Clones with fresh dice stand in the same position and meet other dice; the original does not notice."""
    env, untouched = make(), make()
    first = start(env, seed=seed)
    start(untouched, seed=seed)
    one, other = env.clone("fresh"), env.clone("fresh")
    require(same(one.observe(), env.observe()), "a fresh clone stands elsewhere")
    plays = [list(walk(twin, steps, seed, first)) for twin in (one, other, env)]
    require(not same(plays[0], plays[1]), "two fresh clones met the same dice")
    require(not same(plays[0], plays[2]), "a fresh clone met the dice of the original")
    require(same(plays[2], list(walk(untouched, steps, seed, first))), "making clones changed the original")


def check_names(make: Make, steps: int, seed: int) -> None:
    """Every legal action has a name of its own that leads back to it."""
    env = make()
    for _, step in walk(env, min(steps, 100), seed, start(env, seed=seed)):
        names = env.action_names()
        legal = np.flatnonzero(step.info["action_mask"]).tolist()
        require(len(set(names)) == len(names), f"two legal actions share a name: {names}")
        require([env.action_index(name) for name in names] == legal, f"names do not lead back: {names}")


def check_view(make: Make, steps: int, seed: int) -> None:
    """The view is plain values and says what info says."""
    env = make()
    for _, step in walk(env, min(steps, 100), seed, start(env, seed=seed)):
        view = env.view()
        require(view["turn"] == step.info["turn"], "view and info differ about the turn")
        require(
            view["outcome"] == env.prepared.game.outcomes[step.info["outcome"]],
            "view and info differ about the outcome",
        )


def check_batch(make: Make, batch: Any, mode: str, steps: int, seed: int) -> None:
    """The native batch plays what single environments play, ends included."""
    singles = [make() for _ in range(batch.num_envs)]
    observations, infos = batch.reset(seed=seed)
    last = [start(env, seed=seed + i) for i, env in enumerate(singles)]
    chooser = np.random.default_rng(seed)
    for _ in range(steps):
        for i, step in enumerate(last):
            check_row(observations, infos, i, step)
        actions = [int(chooser.choice(np.flatnonzero(step.info["action_mask"]))) for step in last]
        observations, rewards, terminated, truncated, infos = batch.step(np.array(actions))
        for i, env in enumerate(singles):
            over = last[i].terminated or last[i].truncated
            last[i] = start(env) if over and mode == "next_step" else Step(*env.step(actions[i]))
            row = (float(rewards[i]), bool(terminated[i]), bool(truncated[i]))
            require(row == last[i][1:4], f"battle {i} of the batch: rewards or ends differ")
            if mode == "same_step" and (last[i].terminated or last[i].truncated):
                require(same(infos["final_obs"][i], last[i].observation), "final_obs is not the last observation")
                check_row(None, infos["final_info"], i, last[i])
                last[i] = start(env)
    batch.close()


def check_row(observations: Any, infos: dict[str, Any], i: int, step: Step) -> None:
    """One battle of a batch shows what the single environment shows."""
    if observations is not None:
        row = {name: leaf[i] for name, leaf in observations.items()}
        require(same(row, step.observation), f"battle {i} of the batch: observations differ")
    for key, value in step.info.items():
        require(infos["_" + key][i] and np.array_equal(infos[key][i], value), f"battle {i} of the batch: {key} differs")


CHECKS = (
    check_gymnasium,
    check_masks,
    check_end,
    check_cap,
    check_seeds,
    check_fresh_arrays,
    check_info,
    check_illegal,
    check_states,
    check_fresh_clones,
    check_names,
    check_view,
)
