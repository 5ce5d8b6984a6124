from __future__ import annotations

import numpy as np
import pytest
import torch as th
from sb3_contrib.common.maskable.distributions import MaskableCategorical

from brimstone_agents.ppo.model import PpoAgent, make_policy
from brimstone_agents.ppo.settings import Settings
from brimstone_env.battle.codes import FIRST_DIE, FIRST_ENEMY, FIRST_HERO, FIRST_SQUARE, NUM_ACTIONS, Verb
from brimstone_env.core.errors import InputError
from brimstone_env.core.game import find_game


@pytest.fixture
def policy():
    th.manual_seed(0)
    return make_policy(find_game("battle"), Settings())


def masks_of(count: int, seed: int = 0) -> np.ndarray:
    masks = np.random.default_rng(seed).random((count, NUM_ACTIONS)) < 0.05
    masks[:, 0] = True
    return masks


def test_masked_distributions_of_many_random_logits_validate():
    """Ten thousand rows of logits over all actions, with changing masks and arguments validated (L7)."""
    random = np.random.default_rng(0)
    for part in range(10):
        logits = th.as_tensor(random.normal(0, 10, (1000, NUM_ACTIONS)).astype(np.float32))
        distribution = MaskableCategorical(logits=logits, validate_args=True, masks=masks_of(1000, part))
        for again in range(2):
            masks = masks_of(1000, 100 + 2 * part + again)
            distribution.apply_masking(masks)
            actions = distribution.sample()
            assert masks[np.arange(1000), actions.numpy()].all()
            assert th.isfinite(distribution.log_prob(actions)).all()
            assert th.isfinite(distribution.entropy()).all()


def test_only_legal_actions_are_chosen_and_evaluated_as_they_were_chosen(policy, make_batch):
    batch, masks = make_batch(50), masks_of(50)
    actions, values, chosen = policy(batch, action_masks=masks)
    assert masks[np.arange(50), actions.numpy()].all()
    again, evaluated, entropy = policy.evaluate_actions(batch, actions, th.as_tensor(masks))
    th.testing.assert_close(again, values)
    th.testing.assert_close(evaluated, chosen)
    th.testing.assert_close(policy.predict_values(batch), values)
    assert (entropy > 0).all()


def test_the_first_policy_weighs_each_kind_of_action_alike(policy, make_batch):
    masks = np.zeros((2, NUM_ACTIONS), np.bool_)
    masks[0, [1, 2, *range(FIRST_SQUARE + 17, FIRST_SQUARE + 37), FIRST_DIE, FIRST_DIE + 1]] = True
    masks[1, FIRST_ENEMY : FIRST_ENEMY + 4] = True
    probabilities = policy.get_distribution(make_batch(2), masks).distribution.probs.detach().numpy()
    expected = np.zeros((2, NUM_ACTIONS))
    expected[0, 1:3] = 1 / 4
    expected[0, FIRST_SQUARE + 17 : FIRST_SQUARE + 37] = 1 / 80
    expected[0, FIRST_DIE : FIRST_DIE + 2] = 1 / 8
    expected[1, FIRST_ENEMY : FIRST_ENEMY + 4] = 1 / 4
    assert np.abs(probabilities / np.maximum(expected, 1e-9) - 1)[masks].max() < 0.2
    assert probabilities[~masks].max() == 0


def test_logits_of_squares_and_slots_stand_where_the_action_space_has_them(policy, make_batch):
    batch = make_batch(1, side=6, top=3, enemies=2)
    logits = policy.heads(policy.features_extractor(batch))[0].detach()
    board = logits[FIRST_SQUARE:FIRST_ENEMY].reshape(16, 16)
    assert (board[3:9, 3:9] != 0).all()
    board[3:9, 3:9] = 0
    assert (board == 0).all()
    assert (logits[FIRST_ENEMY + 2 : FIRST_HERO] == 0).all()
    assert logits.shape == (NUM_ACTIONS,)


@pytest.mark.parametrize("leaf", ["forward", "evaluate_actions", "get_distribution", "predict"])
def test_it_does_not_act_without_masks(policy, make_batch, leaf):
    """So that evaluation without masks, which Stable-Baselines3 does silently, cannot happen (L8)."""
    batch = make_batch(2)
    calls = {
        "forward": lambda: policy(batch),
        "evaluate_actions": lambda: policy.evaluate_actions(batch, th.zeros(2, dtype=th.long)),
        "get_distribution": lambda: policy.get_distribution(batch),
        "predict": lambda: policy.predict({name: array.numpy() for name, array in batch.items()}),
    }
    with pytest.raises(InputError, match="without action masks"):
        calls[leaf]()


def test_the_agent_repeats_itself_from_the_same_seed(policy, make_batch):
    batch = {name: leaf.numpy() for name, leaf in make_batch(40).items()}
    masks = masks_of(40)
    masks[3] = False
    masks[3, 5] = True
    agent = PpoAgent(policy)
    agent.reset(40, 7)
    first = agent.act(batch, masks)
    agent.reset(40, 7)
    assert (agent.act(batch, masks) == first).all()
    assert first[3] == 5
    assert first.dtype == np.int64
    assert masks[np.arange(40), first].all()


def test_the_deterministic_agent_takes_the_likeliest_action(policy, make_batch):
    batch, masks = make_batch(10), masks_of(10)
    actions = PpoAgent(policy, deterministic=True).act({name: leaf.numpy() for name, leaf in batch.items()}, masks)
    probabilities = policy.get_distribution(batch, masks).distribution.probs
    assert (actions == probabilities.argmax(dim=1).numpy()).all()


def test_without_marking_dice_it_keeps_or_rerolls_everything(make_batch):
    policy = make_policy(find_game("battle"), Settings(marks_dice=False))
    masks = np.zeros((30, NUM_ACTIONS), np.bool_)
    masks[:, [Verb.KEEP, Verb.REROLL_FAILURES, FIRST_DIE, FIRST_DIE + 3]] = True
    actions, _, _ = policy(make_batch(30), action_masks=masks)
    assert set(actions.tolist()) == {Verb.KEEP, Verb.REROLL_FAILURES}
    assert masks[:, FIRST_DIE].all()
