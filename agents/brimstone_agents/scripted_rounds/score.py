"""The score that a position of the rounds is expected to come to.

Both sides wear each other down: the ratio of the times that they last says most. What the heroes have besides (who
stands, Recoveries, resources, surges, turns yet to come in this round) and what the Director has (Malice, turns yet to
come) says the rest. The weights are fitted to battles that tactics played, see ``calibrate.py``.
"""

from __future__ import annotations

import math
from enum import IntEnum

import numpy as np

from brimstone_agents.scripted_rounds.might import hindrance, might_of, new_mights
from brimstone_agents.scripted_rounds.score_weights import WEIGHTS
from brimstone_env.core.compiled import compiled
from brimstone_env.core.records import IntArray
from brimstone_env.rounds.codes import MAX_HEROES, NOBODY, Outcome
from brimstone_env.rounds.creatures import is_minion
from brimstone_env.rounds.layout import Battle, Book

WHOLE = 100.0  # the score of a victory, in hundredths
MOST_RATIO = 4.0  # of the logarithm of the ratio of times
RECOVERED = 0.5  # part of what Recoveries could give back that counts as Stamina


class Feature(IntEnum):
    """What the chance to win is read from."""

    ONE = 0
    RATIO = 1  # logarithm of the rounds that the heroes last to the rounds that they need
    NEEDS = 2  # logarithm of the rounds that they need
    STANDING = 3  # heroes in the battle, as part of all
    HEALTH = 4  # Stamina above 0, as part of the most
    DYING = 5  # dying heroes, as part of all
    RECOVERIES = 6  # Stamina that Recoveries could give back, as part of the most
    RESOURCE = 7  # Heroic Resource for each hero
    SURGES = 8  # surges for each hero
    MALICE = 9  # Malice for each hero
    READY = 10  # part of the heroes' might that has yet to act in this round
    THREAT = 11  # part of the enemies' might that has yet to act in this round
    HINDERED = 12  # part of the enemies' might that conditions take
    HAMPERED = 13  # part of the heroes' might that conditions take


NUM_FEATURES = len(Feature)


@compiled
def expected_score(battle: Battle, book: Book) -> float:
    """The reward that the battle is expected to come to, -1 to 1: `battle.score` once it is over.

    Args:
        battle: a position at a decision, or the end.
        book: the book.
    """
    if battle.outcome != Outcome.UNDECIDED:
        return float(battle.score) / WHOLE
    features = np.empty(NUM_FEATURES, np.float64)
    fill_features(battle, book, features)
    total = 0.0
    for i in range(NUM_FEATURES):
        total += float(WEIGHTS[i]) * float(features[i])
    return 2.0 / (1.0 + math.exp(-total)) - 1.0


@compiled
def fill_features(battle: Battle, book: Book, features_out: IntArray) -> None:
    """The features of a position that is not over, (NUM_FEATURES,) float64 by `Feature`."""
    mights = new_mights()
    features_out[:] = 0.0
    features_out[Feature.ONE] = 1.0
    lasts, heroes_might = fill_heroes(battle, book, mights, features_out)
    enemies_might = fill_enemies(battle, book, mights, features_out)
    needs = enemies_stamina(battle, book) / (heroes_might + 0.5)
    ratio = math.log((lasts / (enemies_might + 0.5) + 0.1) / (needs + 0.1))
    features_out[Feature.RATIO] = min(max(ratio, -MOST_RATIO), MOST_RATIO)
    features_out[Feature.NEEDS] = math.log(needs + 0.25)


@compiled
def fill_heroes(battle: Battle, book: Book, mights: IntArray, features_out: IntArray) -> tuple[float, float]:
    """The features that are the heroes' own; the Stamina that they can lose, and their might."""
    most = stamina = spare = pool = might = ready = hampered = 0.0
    dying = 0
    for hero in range(battle.num_heroes):
        creature = battle.creatures[hero]
        full = int(book.kinds[creature.kind].stamina)
        most += float(full)
        if creature.alive == 0:
            continue
        left = int(creature.stamina)
        back = float(int(creature.recoveries) * (full // 3))
        stamina += float(max(left, 0) + int(creature.temporary))
        spare += back
        pool += float(max(left + full // 2, 0) + int(creature.temporary)) + RECOVERED * back
        dying += int(left <= 0)
        own = might_of(battle, book, hero, mights)
        might += own
        hampered += own * hindrance(battle, hero)
        ready += own * float(1 - int(creature.acted))
        features_out[Feature.RESOURCE] += float(creature.resource)
        features_out[Feature.SURGES] += float(creature.surges)
    heroes = float(max(int(battle.num_heroes), 1))
    features_out[Feature.STANDING] = float(battle.num_standing) / heroes
    features_out[Feature.HEALTH] = stamina / max(most, 1.0)
    features_out[Feature.DYING] = float(dying) / heroes
    features_out[Feature.RECOVERIES] = spare / max(most, 1.0)
    features_out[Feature.RESOURCE] /= heroes
    features_out[Feature.SURGES] /= heroes
    features_out[Feature.MALICE] = float(battle.malice) / heroes
    features_out[Feature.READY] = ready / max(might, 1.0)
    features_out[Feature.HAMPERED] = hampered / max(might, 1.0)
    return pool, might


@compiled
def fill_enemies(battle: Battle, book: Book, mights: IntArray, features_out: IntArray) -> float:
    """The features that are the enemies' own; their might."""
    might = ready = hindered = 0.0
    for enemy in range(MAX_HEROES, MAX_HEROES + int(battle.num_enemies)):
        creature = battle.creatures[enemy]
        if creature.alive == 0:
            continue
        own = might_of(battle, book, enemy, mights)
        might += own
        ready += own * float(1 - int(creature.acted))
        hindered += own * hindrance(battle, enemy)
    features_out[Feature.THREAT] = ready / max(might, 1.0)
    features_out[Feature.HINDERED] = hindered / max(might, 1.0)
    return might


@compiled
def enemies_stamina(battle: Battle, book: Book) -> float:
    """Stamina of all enemies: of each that is no minion, and of each squad."""
    total = 0
    for enemy in range(MAX_HEROES, MAX_HEROES + int(battle.num_enemies)):
        creature = battle.creatures[enemy]
        if creature.alive == 1 and (creature.squad == NOBODY or not is_minion(battle, book, enemy)):
            total += max(int(creature.stamina), 1) + int(creature.temporary)
    for squad in range(battle.num_squads):
        total += int(battle.squads[squad].stamina)
    return float(total)
