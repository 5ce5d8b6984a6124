"""What the two splits of a suite have in common: enemies met on the same map, or by the same party.

Maps, classes and enemies may each occur in both splits, in other company: an agent that was trained on one split has to
play what it knows in a battle that it does not. Two scenarios overlap where a type of enemy can come (by name, by any
card of a deck, or in the company of another) on the same map, or against the same party.
"""

from __future__ import annotations

from typing import Any

from brimstone_agents.benchmark.suite import Suite
from brimstone_env.battle.event_rows import ThreatRow
from brimstone_env.battle.scenario import Scenario
from brimstone_env.battle.threat_decks import drawn_deck, list_types, with_company
from brimstone_env.core.game import find_game


def find_overlaps(suite: Suite, tables: Any) -> list[str]:
    """What the splits of a suite have in common, one sentence for each pair of scenarios and what both share.

    Args:
        suite: the suite.
        tables: the printed facts.
    """
    load = find_game(suite.game).load_scenario
    enemies = rounds_enemies if suite.game == "rounds" else enemies_of
    train, test = ([load(name) for name in suite.of_split(split)] for split in ("train", "test"))
    found = []
    for one in train:
        for other in test:
            shared = ", ".join(sorted(enemies(one, tables) & enemies(other, tables)))
            if shared and one.map == other.map:
                found.append(f"{one.name} and {other.name}: {shared} on the same map")
            if shared and sorted(one.party) == sorted(other.party):
                found.append(f"{one.name} and {other.name}: {shared} against the same party")
    return found


def rounds_enemies(scenario: Any, _tables: Any) -> frozenset[str]:
    """The kinds of monsters in a scenario of the rounds."""
    return frozenset(row.type for row in scenario.enemies)


def enemies_of(scenario: Scenario, tables: Any) -> frozenset[str]:
    """The types of enemies that can come in a scenario.

    Args:
        scenario: the scenario.
        tables: the printed facts.
    """
    heroes = len(scenario.party)
    if scenario.stages:
        threats: list[ThreatRow] = list(scenario.stages)
    elif scenario.last_stand is not None:
        threats = [ThreatRow(deck=scenario.last_stand.deck)]
    elif scenario.enemies:
        threats = [ThreatRow(enemies=scenario.enemies), *scenario.events]
    else:
        threats = [ThreatRow(deck=scenario.deck, cards=scenario.cards), *scenario.events]
    return frozenset(name for threat in threats for name in _enemies_in(threat, tables, heroes))


def _enemies_in(threat: ThreatRow, tables: Any, heroes: int) -> list[str]:
    if threat.enemies:
        return with_company(tables, [name for name, _ in threat.enemies], heroes)
    return list_types(tables, drawn_deck(tables, threat.deck, heroes), heroes)
