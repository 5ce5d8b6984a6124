"""What dice are expected to do, worked by hand and by counting all cases."""

import numpy as np
import pytest

from brimstone_agents.scripted.attacks import die_wounds, spread
from brimstone_agents.scripted.book import PLAYBOOK
from brimstone_agents.scripted.wounds import (
    blow_wounds,
    capped_damage,
    kill_chance,
    mean_damage,
    pass_chance,
    shot_wounds,
    strike_wounds,
)
from brimstone_env.battle.codes import NUM_STATS, Stat
from brimstone_env.battle.weapons import MELEE
from tests.agents.positions import TABLES


def stats_of(**numbers):
    """The numbers of a group, those that are not given 0."""
    stats = np.zeros(NUM_STATS, np.int16)
    for name, value in {"six_hits": 1, "hit_count": 1, **numbers}.items():
        stats[Stat[name.upper()]] = value
    return stats


def printed(name):
    row = next(enemy for enemy in TABLES.enemies if enemy.name == name)
    return stats_of(
        **{stat.name.lower(): getattr(row.stats, stat.name.lower(), 0) for stat in Stat if stat != Stat.SIZE}
    )


@pytest.mark.parametrize("sides", [6, 8])
@pytest.mark.parametrize("bonus", [0, 2])
@pytest.mark.parametrize("defense", [0, 1, 3, 5, 9])
@pytest.mark.parametrize("left", [1, 3, 20])
def test_damage__is_all_cases_counted(sides, bonus, defense, left):
    wounds = [max(result + bonus - defense, 0) for result in range(1, sides + 1)]
    assert mean_damage(sides, bonus, defense) == pytest.approx(np.mean(wounds))
    assert capped_damage(sides, bonus, defense, left) == pytest.approx(np.minimum(wounds, left).mean())
    assert kill_chance(sides, bonus, defense, left) == pytest.approx(np.mean(np.array(wounds) >= left))


@pytest.mark.parametrize(("need", "chance"), [(0, 1.0), (1, 1.0), (2, 5 / 6), (6, 1 / 6), (7, 0.0), (9, 0.0)])
def test_pass_chance__of_a_d6(need, chance):
    assert pass_chance(need) == pytest.approx(chance)


def test_die_wounds__all_cases_of_a_die_and_its_damage():
    # 4 and 5 hit: 0 0 1 2 3 3 wounds; 6 is critical: 1 2 3 3 3 3
    attack = (MELEE, 1, 6, 4, 6, 0)
    stats = stats_of(defense=2)
    assert die_wounds(stats, 0, 3, attack) == pytest.approx((2 * 9 + 15) / 36)
    assert die_wounds(stats_of(defense=2, tough=1), 0, 3, attack) == pytest.approx(3 * 9 / 36)
    assert die_wounds(stats_of(defense=2, armor=4), 0, 3, attack) == pytest.approx((2 * 9 + 15) / 72)
    assert die_wounds(stats_of(variable_defense=1), 2, 3, attack) == pytest.approx((2 * 9 + 15) / 36)


def test_die_wounds__guns_meet_the_ranged_defense():
    stats = stats_of(defense=1, ranged_defense=3)
    assert die_wounds(stats, 0, 9, (0, 1, 6, 4, 99, 0)) == pytest.approx(3 / 6 * (1 + 2) / 6)
    assert die_wounds(stats, 0, 9, (MELEE, 1, 6, 4, 99, 0)) == pytest.approx(3 / 6 * 15 / 6)


def test_blow_wounds__worked_by_hand():
    tentacles = stats_of(combat=3, to_hit=4, damage=3, smash=1)
    assert blow_wounds(tentacles, 3 / 6) == pytest.approx(9 * (2 / 6 * 3 / 6 + 1 / 6))
    stranglers = stats_of(combat=4, to_hit=3, damage=1, six_hits=3)
    assert blow_wounds(stranglers, 2 / 6) == pytest.approx(4 * (3 / 6 + 3 / 6) * 2 / 6)


def test_strike_wounds__the_better_of_blows_and_shots():
    gunman = {"combat": 1, "to_hit": 5, "damage": 1, "range": 6, "shots": 2, "ranged_to_hit": 4, "ranged_six": 1}
    shoots = stats_of(**gunman, ranged_damage=3, volleys=2)
    assert shot_wounds(shoots, 1 / 2) == pytest.approx(2 * 2 * (3 / 6) * 1 / 2 * 3)
    assert strike_wounds(shoots, 1 / 2) == shot_wounds(shoots, 1 / 2)
    brawler = stats_of(**{**gunman, "damage": 9}, ranged_damage=1)
    assert strike_wounds(brawler, 1 / 2) == blow_wounds(brawler, 1 / 2)


def test_spread__the_rest_of_the_dice_goes_to_the_next_enemy():
    tactic = PLAYBOOK.find_tactic("scripted")[0]
    one = spread(tactic, 2.0, np.array([3.0, 1.0]), np.array([2.0, 2.0]))
    assert one == pytest.approx(3.0 * 1.25)
    both = spread(tactic, 4.0, np.array([3.0, 1.0]), np.array([2.0, 2.0]))
    assert both == pytest.approx(4.0 * 1.25)
    assert spread(tactic, 4.0, np.array([3.0]), np.array([0.0])) == 0.0, "who cannot be hurt"
