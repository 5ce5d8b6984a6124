"""What a move must have come to: heroes' walks, and one enemy's choice of a target and a square, by brute force.

An enemy is looked at between two FIRST decisions, when just one figure has moved. Plain Python on copies: the
algorithm is repeated relaxation over all squares, as in `check`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from brimstone_env.battle.codes import Decision, Frame, Roll, Size, Stat

FAR = 1000
SIDE = 16
Ints = NDArray[np.int64]


# --- heroes -----------------------------------------------------------------------------------------------------------


def judge_walk(before: Any, after: Any, square: int, cost: int, beaten: int) -> str:
    """What is wrong with a hero's move, empty if nothing is.

    Args:
        before: the battle at the MOVE decision.
        after: the battle at the next decision.
        square: where the hero was sent.
        cost: squares of movement of the shortest walk.
        beaten: the escape value that counts as beaten once it may leave.
    """
    index = int(before["pending"]["hero"])
    old, new = before["heroes"][index], after["heroes"][index]
    pending = after["pending"]
    if pending["kind"] == Decision.REROLL and after["pool"]["kind"] == Roll.ESCAPE:
        return ""
    if new["square"] not in (square, old["square"]):
        return "the hero went neither where it was sent, nor did it stay"
    if new["square"] == old["square"]:
        return "" if beaten > old["escaped"] else "the hero stayed though nobody held it"
    goes_on = pending["kind"] in (Decision.MOVE, Decision.ATTACK) and pending["hero"] == index
    if not goes_on or after["turn"] != before["turn"]:
        return ""
    if new["moved"] == 0 and new["move_points"] != old["move_points"] - cost:
        return f"the move cost {old['move_points'] - new['move_points']}, not {cost}"
    return "" if new["escaped"] == beaten else f"escaped is {new['escaped']}, not {beaten}"


# --- enemies ----------------------------------------------------------------------------------------------------------


@dataclass
class Scene:
    """One enemy about to move.

    Attributes:
        battle: the battle.
        book: its book.
        enemy: index of the figure.
        stats: its group's numbers, by `Stat`.
        start: its square.
        heroes: squares of the standing heroes, by index.
    """

    battle: Any
    book: Any
    enemy: int

    def __post_init__(self) -> None:
        figure = self.battle["enemies"][self.enemy]
        self.group = int(figure["group"])
        self.stats = self.battle["groups"]["stats"][self.group].astype(np.int64)
        self.start = int(figure["square"])
        self.heroes = {
            i: int(hero["square"])
            for i, hero in enumerate(self.battle["heroes"][: self.battle["num_heroes"]])
            if not hero["knocked_out"]
        }
        self.count = int(self.book["map"]["num_squares"])
        self.adjacent = self.book["map"]["adjacent"][: self.count, : self.count] == 1
        self.distance = self.book["map"]["distance"].astype(np.int64)

    def others(self) -> list[tuple[int, int, int]]:
        """The squares of the other living enemies: (group, size, square), four of a very large one."""
        rows = []
        for i, figure in enumerate(self.battle["enemies"][: self.battle["num_enemies"]]):
            if figure["alive"] and i != self.enemy:
                stats = self.battle["groups"]["stats"][figure["group"]]
                size = int(stats[Stat.SIZE])
                if stats[Stat.IMMOBILE]:
                    size = max(size, int(Size.LARGE))  # nobody displaces what cannot move
                squares = self.four_squares(figure) if size == Size.VERY_LARGE else [int(figure["square"])]
                rows += [(int(figure["group"]), size, square) for square in squares]
        return rows

    def four_squares(self, figure: Any) -> list[int]:
        """The squares that a very large enemy covers, those that hang over the edge left out."""
        grid = self.book["map"]
        top = int(grid["rows"][figure["square"]]) - int(figure["lean"]) // 2
        left = int(grid["cols"][figure["square"]]) - int(figure["lean"]) % 2
        cells = [(top + k // 2, left + k % 2) for k in range(4)]
        inside = [row * SIDE + col for row, col in cells if 0 <= row < SIDE and 0 <= col < SIDE]
        return [int(grid["square_at"][cell]) for cell in inside if grid["square_at"][cell] >= 0]

    def walls_of_flesh(self) -> NDArray[np.bool_]:
        """(squares,) where the figure may not pass."""
        shut = np.zeros(self.count, bool)
        if self.stats[Stat.PASS_THROUGH]:
            return shut
        shut[list(self.heroes.values())] = True
        large = self.stats[Stat.SIZE] == Size.LARGE
        for _, size, square in self.others():
            if not (large and size <= Size.MEDIUM):
                shut[square] = True
        return shut

    def ends(self) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """(squares,) where the figure may end, and where only if it must share the square to get at its target."""
        free = np.ones(self.count, bool)
        free[list(self.heroes.values())] = False
        large = self.stats[Stat.SIZE] == Size.LARGE
        same = np.zeros(self.count, np.int64)
        shared = np.zeros(self.count, bool)
        for group, size, square in self.others():
            if large and size <= Size.MEDIUM:
                continue
            free[square] = False
            same[square] += group == self.group
            shared[square] = group == self.group
        return free, shared & (same < self.stats[Stat.SHARE])

    def costs(self) -> Ints:
        """(squares,) squares of movement to each square, FAR where there is no way."""
        shut = self.walls_of_flesh()
        costs = np.full(self.count, FAR)
        costs[self.start] = 0
        while True:
            through = np.where(self.adjacent, costs[None, :], FAR).min(1) + 1
            new = np.where(shut, costs, np.minimum(costs, through))
            if (new == costs).all():
                return costs
            costs = new

    def reachable(self) -> dict[int, set[int]]:
        """Squares beside each hero where the figure may end its move; heroes without one are left out (B49)."""
        near = self.costs() <= self.stats[Stat.MOVE]
        free, shared = self.ends()
        places = {}
        for hero, square in self.heroes.items():
            beside = self.adjacent[square] & near
            for allowed in (free, shared):
                squares = set(np.flatnonzero(beside & allowed).tolist())
                if squares:
                    places[hero] = squares
                    break
        return places

    def in_sight(self, base: int) -> tuple[set[int], set[int]]:
        """Heroes beside it, and those in range and sight, if it stood on a square."""
        grid, reach = self.book["map"], int(self.stats[Stat.RANGE])
        beside = {hero for hero, square in self.heroes.items() if self.adjacent[base, square]}
        afar = set()
        for hero, square in self.heroes.items():
            rows = abs(int(grid["rows"][base]) - int(grid["rows"][square]))
            cols = abs(int(grid["cols"][base]) - int(grid["cols"][square]))
            if max(rows, cols) <= reach and grid["sight"][base, square]:
                afar.add(hero)
        return beside, afar

    def targeting(self, hero: int) -> int:
        """Other figures of the type that target a hero."""
        figures = self.battle["enemies"][: self.battle["num_enemies"]]
        rows = (figures["alive"] == 1) & (figures["group"] == self.group) & (figures["target"] == hero)
        rows[self.enemy] = False
        return int(rows.sum())

    def keeps(self) -> bool:
        """Whether it stays with its target (B53)."""
        target = int(self.battle["enemies"][self.enemy]["target"])
        if target < 0 or self.stats[Stat.NEW_TARGET] or self.stats[Stat.RANGE] or target not in self.heroes:
            return False
        return bool(self.adjacent[self.heroes[target], self.start])


def judge_choice(before: Any, after: Any, book: Any, enemy: int) -> str:
    """What is wrong with one enemy's target and move, empty if nothing is (B49 to B55, N1, N5)."""
    scene = Scene(before, book, enemy)
    if scene.stats[Stat.SIZE] == Size.VERY_LARGE:
        return ""
    figure = after["enemies"][enemy]
    target, end = int(figure["target"]), int(figure["square"])
    if scene.stats[Stat.COMBAT] == 0 and scene.stats[Stat.SHOTS] == 0:
        kept = end == scene.start and target == before["enemies"][enemy]["target"]
        return "" if kept else "it has no attack, and moved or chose a hero"
    if scene.stats[Stat.RANGE]:
        return judge_shooter(scene, target, end) or judge_others(before, after, scene, end)
    if scene.keeps():
        kept = target == before["enemies"][enemy]["target"] and end == scene.start
        return "" if kept else "it had a target beside it, and left it or moved"
    quarry = quarry_of(before)
    places = {hero: squares for hero, squares in scene.reachable().items() if quarry in (-1, hero)}
    if places:
        least = min(scene.targeting(hero) for hero in places)
        if target not in places or scene.targeting(target) != least:
            return f"it chose hero {target}, of {sorted(places)} with {[scene.targeting(h) for h in sorted(places)]}"
        furthest = max(scene.distance[scene.start, square] for square in places[target])
        if end not in places[target] or scene.distance[scene.start, end] != furthest:
            return f"it stands on square {end}, which is not the furthest of {sorted(places[target])} behind its target"
        return judge_others(before, after, scene, end)
    if target >= 0:
        return f"it chose hero {target}, whom it cannot reach"
    return judge_approach(scene, end) or judge_others(before, after, scene, end)


def judge_shooter(scene: Scene, target: int, end: int) -> str:
    """What is wrong with the target and the move of an enemy that shoots (B61, B62)."""
    beside, afar = scene.in_sight(scene.start)
    if not beside and not afar:
        free, _ = scene.ends()
        costs = scene.costs()
        posts = {square: scene.in_sight(square) for square in np.flatnonzero(free & (costs <= scene.stats[Stat.MOVE]))}
        better = [square for square, (near, far) in posts.items() if far and not near]
        worse = [square for square, (near, _) in posts.items() if near]
        best = min((int(costs[square]) for square in better or worse), default=FAR)
        if best == FAR:
            return judge_approach(scene, end) or ("" if target < 0 else "it aims at somebody whom it cannot attack")
        if end not in (better or worse) or costs[end] != best:
            return f"it went to square {end}, though it can shoot from {better or worse} after {best} steps"
        beside, afar = scene.in_sight(end)
    elif end != scene.start:
        return "it moved though it could attack from where it stood"
    options = beside or afar
    least = min(scene.targeting(hero) for hero in options)
    if target not in options or scene.targeting(target) != least:
        return f"it aims at hero {target}, of {sorted(options)}"
    return ""


def judge_approach(scene: Scene, end: int) -> str:
    """What is wrong with a move towards a hero out of reach (B51)."""
    if not scene.heroes:
        return "" if end == scene.start else "it moved though no hero stands"
    quarry = quarry_of(scene.battle)
    squares = [square for hero, square in scene.heroes.items() if quarry in (-1, hero)]
    if not squares:
        return ""  # the one whom its pack is after fell just now
    away = scene.distance[scene.start, squares].min()
    nearest = [square for square in squares if scene.distance[scene.start, square] == away]
    free, _ = scene.ends()
    free[scene.start] = True
    options = np.flatnonzero(free & (scene.costs() <= scene.stats[Stat.MOVE]))
    best = min(scene.distance[option, nearest].min() for option in options)
    if end not in options or scene.distance[end, nearest].min() != best:
        return f"it came to square {end}, though {best} squares from a nearest hero are possible"
    return ""


def judge_others(before: Any, after: Any, scene: Scene, end: int) -> str:
    """What is wrong with the figures that did not move: only large ones displace smaller ones, by one square (B55)."""
    moved = 0
    large = scene.stats[Stat.SIZE] == Size.LARGE
    for i in range(int(before["num_enemies"])):
        old, new = before["enemies"][i], after["enemies"][i]
        if i == scene.enemy:
            continue
        if old["alive"] != new["alive"] or old["wounds"] != new["wounds"] or old["target"] != new["target"]:
            return f"enemy {i} changed while another moved"
        if old["square"] == new["square"]:
            continue
        small = before["groups"]["stats"][old["group"]][Stat.SIZE] <= Size.MEDIUM
        if not large or not small:
            return f"enemy {i} was displaced, which this mover cannot do"
        flies = scene.stats[Stat.PASS_THROUGH] and new["square"] == scene.start and old["square"] == end
        if not flies and not scene.adjacent[int(old["square"]), int(new["square"])]:
            return f"enemy {i} was displaced further than a square"
        moved += 1
    if (before["heroes"]["square"] != after["heroes"]["square"]).any():
        return "a hero was displaced"
    return "" if moved <= 3 * scene.costs()[end] else "more figures were displaced than the way is long"


def moved_alone(before: Any, after: Any, enemy: int) -> bool:
    """Whether between two FIRST decisions of one group's activation just this figure moved."""
    if before["pending"]["kind"] != Decision.FIRST or after["pending"]["kind"] != Decision.FIRST:
        return False
    if before["turn"] != after["turn"] or group_in_turn(before) != group_in_turn(after):
        return False
    done = (after["enemies"]["done"] != before["enemies"]["done"]).sum()
    return bool(done == 1 and after["enemies"]["done"][enemy] == 1)


def quarry_of(battle: Any) -> int:
    """The hero whom a pack is after in the activation that goes on, -1 for none."""
    stack = battle["stack"]
    for frame in stack["frames"][: stack["depth"]][::-1]:
        if frame["kind"] == Frame.GROUP:
            return int(frame["hero"])
    return -1


def group_in_turn(battle: Any) -> int:
    """The group whose activation is on the stack, -1 if none is."""
    stack = battle["stack"]
    for frame in stack["frames"][: stack["depth"]][::-1]:
        if frame["kind"] == Frame.GROUP:
            return int(frame["slot"])
    return -1
