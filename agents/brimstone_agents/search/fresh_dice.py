"""Fresh dice for simulations, from counters alone.

Dice are dealt anew at each decision, by simulation, turn, hero and the number of the decision in the hero's turn. The
n-th simulation of every action of the root so plays with the same dice wherever the same hero acts again, although what
came before took more dice or fewer: values of two actions differ by the actions more than by luck.
"""

from __future__ import annotations

from typing import Any

from brimstone_agents.scramble import MULTIPLIER, scramble
from brimstone_agents.search.layout import NUM_COUNTERS
from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import MODULUS_2, NUM_STREAMS, Streams
from brimstone_env.core.records import IntArray

STEP = 0x9E3779B9
STREAM_WORDS = 6
FIRST_IN_PLAY = 1  # stream 0 is for the set-up, in all games


@compiled
def seed_stream(streams: Streams, stream: int, seed: int) -> None:
    """Begin one stream anew."""
    state = streams.state[stream]
    word = scramble(seed + stream * MULTIPLIER)
    for k in range(STREAM_WORDS):
        word = scramble(word + STEP)
        state[k] = 1 + word % (MODULUS_2 - 1)


@compiled
def begin_dice(battle: Any, counters: IntArray, seed: int) -> None:
    """All streams anew at the start of a simulation."""
    for h in range(NUM_COUNTERS):
        counters[h] = 0
    for stream in range(NUM_STREAMS):
        seed_stream(battle.streams, stream, seed)


@compiled
def deal_dice(battle: Any, counters: IntArray, seed: int) -> None:
    """Dice and enemies' choices anew for what follows the pending decision."""
    hero = int(battle.pending.hero)
    if hero < 0:
        hero = NUM_COUNTERS - 1
    counters[hero] += 1
    place = (int(battle.turn) * NUM_COUNTERS + hero) * 4096 + int(counters[hero])
    mixed = scramble(seed + scramble(place))
    for stream in range(FIRST_IN_PLAY, NUM_STREAMS):
        seed_stream(battle.streams, stream, mixed)
