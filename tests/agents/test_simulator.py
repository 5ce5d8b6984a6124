"""What planners are given: positions and clones with fresh dice, the same for the same seed, never the true ones."""

import gymnasium as gym
import numpy as np
import pytest

import brimstone_env  # noqa: F401 (registers the environments)
from brimstone_agents.batch import Batch, load_match
from brimstone_agents.random_agent import RandomAgent
from brimstone_agents.seeds import TRAINING
from brimstone_agents.simulator import PlanningAgent, Simulator, act_in, attach
from brimstone_env.core.errors import InputError
from brimstone_env.pettingzoo import battle_v0

pytestmark = pytest.mark.compiled
SCENARIO = "quick"


@pytest.fixture(scope="module")
def batch():
    """Four battles, some decisions in."""
    batch, agent = Batch(load_match(SCENARIO), 4), RandomAgent()
    batch.reset(TRAINING.seeds(4))
    for _ in range(8):
        batch.step(agent.act(batch.observations, batch.masks))
    return batch


@pytest.fixture
def simulator(batch):
    return Simulator(batch.match, batch.battles)


def without_streams(battles):
    copy = battles.copy()
    copy["streams"] = 0
    return copy.tobytes()


def states(battles):
    """The states of the random streams, a tuple for each battle."""
    return [tuple(battle["streams"]["state"].ravel().tolist()) for battle in battles]


def play_out(batch):
    """The ends of battles played on with the first legal action always."""
    for _ in range(400):
        batch.step(batch.masks.argmax(axis=1))
    return [battle.tobytes() for battle in batch.battles]


class Planner:
    """Notes what it is given; plans by one clone of each battle."""

    def __init__(self):
        self.simulator = None
        self.begun = []

    def attach(self, simulator):
        self.simulator = simulator

    def reset(self, count, seed=0):
        self.begun.append((count, seed))

    def act(self, observations, masks):
        for row in range(len(masks)):
            clone = self.simulator.clone(row)
            assert (clone.masks[0] == masks[row]).all()
            for name, leaf in clone.observations.items():
                assert (leaf[0] == observations[name][row]).all()
        return masks.argmax(axis=1)


def test_positions__stand_as_the_battles_do_with_other_dice(simulator, batch):
    positions = simulator.positions(seed=3)
    assert without_streams(positions) == without_streams(batch.battles)
    assert len({*states(positions), *states(batch.battles)}) == 2 * batch.count
    assert positions.tobytes() == simulator.positions(seed=3).tobytes()
    assert not {*states(positions)} & {*states(simulator.positions(seed=4))}


def test_positions__follow_the_battles(batch):
    own = Batch(batch.match, batch.count)
    own.load(batch.battles)
    simulator = Simulator(own.match, own.battles)
    own.step(own.masks.argmax(axis=1))
    assert without_streams(simulator.positions()) == without_streams(own.battles)


def test_positions__the_dice_do_not_depend_on_the_true_ones(simulator, batch):
    other = Batch(batch.match, batch.count)
    battles = batch.battles.copy()
    battles["streams"]["state"] += 1
    other.load(battles)
    assert states(Simulator(other.match, other.battles).positions(7)) == states(simulator.positions(7))


def test_clone__two_clones_of_one_state_differ_in_future_dice(simulator, batch):
    before = batch.battles.tobytes()
    clones = simulator.clone(1, copies=16, seed=5)
    assert len({*states(clones.battles), states(batch.battles)[1]}) == 17
    assert len(set(play_out(clones))) > 8
    assert play_out(simulator.clone(1, copies=16, seed=5)) == play_out(simulator.clone(1, copies=16, seed=5))
    assert batch.battles.tobytes() == before


def test_clone__the_future_is_not_the_true_one(simulator, batch):
    true = Batch(batch.match, batch.count)
    true.load(batch.battles)
    ends = play_out(true)
    assert ends[2] not in play_out(simulator.clone(2, copies=32, seed=0))


def test_attach__is_for_those_that_take_it(simulator):
    planner = Planner()
    attach(planner, simulator)
    attach(RandomAgent(), simulator)
    assert planner.simulator is simulator
    assert isinstance(planner, PlanningAgent)
    assert not isinstance(RandomAgent(), PlanningAgent)


def test_act_in__a_wrapped_environment():
    env = gym.make("brimstone/Battle-v0", scenario=SCENARIO)
    observation, info = env.reset(seed=2)
    planner = Planner()
    action = act_in(env, planner, observation, info["action_mask"], seed=9)
    for _ in range(5):
        observation, _, _, _, info = env.step(action)
        action = act_in(env, planner, observation, info["action_mask"])
        assert info["action_mask"][action]
    assert planner.begun == [(1, 9)]


def test_act_in__the_pettingzoo_view():
    env = battle_v0.env(scenario=SCENARIO)
    env.reset(seed=2)
    planner, seed = Planner(), 3
    for name in env.agent_iter(6):
        seen, _, _, _, _ = env.last()
        env.step(act_in(env, planner, seen["observation"], seen["action_mask"], seed))
        seed = None
        assert name in env.possible_agents
    assert planner.begun == [(1, 3)]


def test_of_env__a_native_batch_and_that_of_stable_baselines():
    from brimstone_agents.ppo.sb3_env import NativeVecEnv

    native = gym.make_vec("brimstone/Battle-v0", num_envs=3, vectorization_mode="vector_entry_point", scenario=SCENARIO)
    observations, infos = native.reset(seed=1)
    learner = NativeVecEnv(SCENARIO, 3, seed=1)
    for env, seen, masks in (
        (native, observations, infos["action_mask"].astype(np.bool_)),
        (learner, learner.reset(), learner.action_masks()),
    ):
        planner = Planner()
        planner.attach(Simulator.of_env(env))
        assert planner.simulator.count == 3
        assert planner.act(seen, masks).shape == (3,)
        env.close()


def test_of_env__another_environment_is_one_sentence():
    with pytest.raises(InputError, match="is no environment that can be simulated"):
        Simulator.of_env(gym.make("CartPole-v1"))
