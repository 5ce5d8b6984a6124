"""Random battles against the second opinion (L3, L4, L5, L58): short uncompiled, longer compiled, long by request."""

from __future__ import annotations

import numpy as np
import pytest

from brimstone_env.battle.codes import NUM_ACTIONS, Command
from brimstone_env.core.compiled import is_compiling
from tests.second.fuzz import Fuzz, equip, run_fuzz

COMMON = ("ACTIVATE", "REROLL", "MOVE", "ATTACK", "ASSIGN", "HEAL", "FIRST")


def assert_clean(fuzz: Fuzz, *names: str) -> None:
    """No trouble, and nothing of these names (none: of any) that was never hit."""
    print("\n".join(fuzz.tally.report()))
    assert not fuzz.troubles, "\n".join(str(trouble) for trouble in fuzz.troubles[:10])
    missing = [name for name in fuzz.tally.missing() if not names or name in names]
    assert not missing, f"never hit: {missing}"


@pytest.mark.skipif(is_compiling(), reason="the compiled fuzz is another test")
def test_2000_steps_uncompiled() -> None:
    """Masks whole at every fourth step, with NumPy's warnings of overflow as errors: about a minute."""
    assert_clean(run_fuzz(2_000, seed=11, count=40, every_square=4, full_every=10), *(f"decision {d}" for d in COMMON))


@pytest.mark.compiled
def test_20000_steps() -> None:
    common = [f"decision {d}" for d in (*COMMON, "FREE_ATTACK", "ASSIGN_ALL", "DEAD_EYE", "REVIVE")]
    assert_clean(run_fuzz(20_000, seed=12, every_square=2), *common, "outcome WON", "outcome LOST")


@pytest.mark.soak
def test_300000_steps() -> None:
    assert_clean(run_fuzz(300_000, seed=13, every_square=20, full_every=20))


@pytest.mark.compiled
def test_a_wrong_bit_of_the_mask_is_found() -> None:
    """The fuzz itself: any flipped bit of any mask is noticed, and nothing else."""
    fuzz = Fuzz(seed=14)
    rng = np.random.default_rng(0)
    for _ in range(30):
        fuzz.play_round()
        assert not fuzz.troubles
        flipped = rng.integers(0, NUM_ACTIONS, len(fuzz.battles))
        rows = np.arange(len(fuzz.battles))
        fuzz.masks[rows, flipped] ^= 1
        assert (fuzz.judge_batch()[0] == flipped).all()
        fuzz.masks[rows, flipped] ^= 1


@pytest.mark.compiled
def test_histories_play_again() -> None:
    """What a trouble reports is enough: world, seed and actions give the same battle, to the byte."""
    fuzz = Fuzz(seed=15, count=20)
    for _ in range(60):
        fuzz.play_round()
    again = Fuzz(seed=15, count=20)
    for i, actions in enumerate(fuzz.history):
        part = again.copy(np.array([i]))
        masks = np.zeros((1, NUM_ACTIONS), np.int8)
        again.run(Command.RESET, part, np.zeros(1, np.int64), masks, fuzz.seeds[i : i + 1])
        equip(part, [again.worlds[i]], fuzz.seeds[i : i + 1])
        for action in actions:
            assert again.run(Command.STEP, part, np.array([action]), masks)[0] == 1
        assert (masks[0] == fuzz.masks[i]).all()
        assert part.tobytes() == fuzz.copy(np.array([i])).tobytes()
