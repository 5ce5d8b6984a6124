"""The features extractor: squares and figures keep a vector of their own each, beside one for the whole battle.

Figures are embedded row by row; each figure's vector is added to its square (so that a square knows who stands there),
convolutions carry it to the squares around, and figures read their square again. Only the rows and columns that the
map uses, and the enemy slots in use, are computed; squares that are no floor stay zero after every layer, so that this
cut changes nothing but the time it takes, and a model trained on one map works on every other.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, cast

import numpy as np
import torch as th
from gymnasium import spaces
from numpy.typing import NDArray
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import nn

from brimstone_agents.ppo.reading import Figures, reading_of

LARGEST_SCALE = 10  # bounds come from what a record can hold; battles show numbers of this size
LARGEST_INPUT = 4.0  # what is left of rare, much larger numbers
ID_WIDTH = 8  # width of the vectors that stand for classes, items and types
DOORWAY = 2  # in the plane of the floor
WALL_SIDES = 4
MEAN_SQUARES = 16  # what sums over squares are divided by
Crop = tuple[slice, slice]


class Features(NamedTuple):
    """What the heads read; B battles, a crop of R x C cells.

    Attributes:
        squares: (B, R, C, square_width), zero where there is no floor.
        heroes: (B, heroes, figure_width + square_width), the figure and its square; zero in free slots.
        enemies: (B, slots in use, figure_width + square_width), likewise.
        latent: (B, latent_width), the battle as a whole.
        crop: the rows and columns of the board that `squares` covers.
    """

    squares: th.Tensor
    heroes: th.Tensor
    enemies: th.Tensor
    latent: th.Tensor
    crop: Crop


class BattleExtractor(BaseFeaturesExtractor):
    """Turns observations of a game into `Features`.

    Args:
        observation_space: the Dict space with the leaves `board`, `heroes`, `enemies`, `battle`.
        game: name of the game that is read.
        square_width: numbers kept for each square.
        figure_width: numbers kept for each figure.
        latent_width: numbers kept for the battle as a whole.
        convolutions: 3 x 3 layers; each lets a square see one square further.
    """

    def __init__(
        self,
        observation_space: spaces.Dict,
        game: str = "battle",
        square_width: int = 32,
        figure_width: int = 32,
        latent_width: int = 128,
        convolutions: int = 2,
    ) -> None:
        super().__init__(observation_space, latent_width)
        self.square_width, self.figure_width, self.latent_width = square_width, figure_width, latent_width
        self.reading = reading = reading_of(game)
        leaves = cast("Mapping[str, spaces.Box]", observation_space.spaces)
        self._add_scales({name: leaf.high for name, leaf in leaves.items()})

        def ids(leaf: str, column: int, width: int) -> nn.Embedding:
            highs = leaves[leaf].high
            return nn.Embedding(int(highs.reshape(-1, highs.shape[-1])[0, column]) + 1, width)

        self.num_heroes = leaves["heroes"].shape[0]
        planes = leaves["board"].shape[0] + 1 + self.num_heroes + WALL_SIDES
        items = reading.heroes.items
        self.hero_class = ids("heroes", reading.heroes.kind, ID_WIDTH)
        if items:
            self.hero_item = ids("heroes", items.start, ID_WIDTH)
        self.enemy_type = ids("enemies", reading.enemies.kind, ID_WIDTH)
        self.decision = ids("battle", reading.decision, latent_width)
        self.roll = ids("battle", reading.subject, latent_width)
        marks = 1 if reading.hunted is None else 2
        self.hero_rows = _two_layers(leaves["heroes"].shape[1] + (2 if items else 1) * ID_WIDTH, figure_width)
        self.enemy_rows = _two_layers(leaves["enemies"].shape[1] + ID_WIDTH + marks, figure_width)
        self.battle_row = nn.Linear(leaves["battle"].shape[0], latent_width)
        self.join_figures = _joined(latent_width + 5 * figure_width, latent_width)
        self.square_planes = nn.Linear(planes, square_width)
        self.hero_to_square = nn.Linear(figure_width, square_width, bias=False)
        self.enemy_to_square = nn.Linear(figure_width, square_width, bias=False)
        self.latent_to_square = nn.Linear(latent_width, square_width)
        self.convolutions = nn.ModuleList(
            nn.Conv2d(square_width, square_width, 3, padding=1) for _ in range(convolutions)
        )
        self.join_squares = _joined(latent_width + 3 * square_width, latent_width)

    def _add_scales(self, highs: Mapping[str, NDArray[Any]]) -> None:
        """Keep the factor of each column or plane; a bound far above what battles show would leave nothing of it."""
        for leaf, high in highs.items():
            bounds = high[:, 0, 0] if leaf == "board" else high.reshape(-1, high.shape[-1])[0]
            scale = 1.0 / np.clip(bounds.astype(np.float32), 1, LARGEST_SCALE)
            self.register_buffer(f"{leaf}_scale", th.as_tensor(scale), persistent=False)

    def _scaled(self, leaf: str, values: th.Tensor) -> th.Tensor:
        scale = cast("th.Tensor", getattr(self, f"{leaf}_scale"))
        return (values.float() * scale).clamp_(max=LARGEST_INPUT)

    def forward(self, observations: Mapping[str, th.Tensor]) -> Features:  # type: ignore[override]
        """The features of a batch; each leaf has the batch first and is uint8 as the environment gives it."""
        board, battle = observations["board"], observations["battle"]
        reading = self.reading
        crop = find_crop(board, reading.floor)
        board = board[:, :, crop[0], crop[1]]
        enemy_rows = observations["enemies"]
        enemy_rows = enemy_rows[:, : _slots_in_use(enemy_rows, reading.enemies.present)]
        heroes = self._embed_heroes(observations["heroes"])
        enemies = self._embed_enemies(enemy_rows, battle)
        hero_cells = _cells(observations["heroes"], reading.heroes, board, crop)
        enemy_cells = _cells(enemy_rows, reading.enemies, board, crop)
        deciding = _index(battle, reading.deciding)
        deciding = deciding * (deciding <= self.num_heroes)
        latent = self._embed_battle(battle, heroes, enemies, deciding)
        squares = self._embed_squares(board, latent, heroes, hero_cells, enemies, enemy_cells)

        flat = squares.flatten(1, 2)
        there = _gather(flat, th.cat([hero_cells, enemy_cells], dim=1))
        present = observations["heroes"][:, :, reading.heroes.present, None].float()
        alive = enemy_rows[:, :, reading.enemies.present, None].float()
        there = there * th.cat([present, alive], dim=1)
        heroes_there, enemies_there = there[:, : heroes.shape[1]], there[:, heroes.shape[1] :]
        seen = [latent, flat.sum(1) / MEAN_SQUARES, _pick(heroes_there, deciding), enemies_there.amax(1)]
        latent = self.join_squares(th.cat(seen, dim=1))
        return Features(
            squares, th.cat([heroes, heroes_there], dim=2), th.cat([enemies, enemies_there], dim=2), latent, crop
        )

    def _embed_heroes(self, rows: th.Tensor) -> th.Tensor:
        heroes = self.reading.heroes
        present = rows[:, :, heroes.present, None].float()
        parts = [self._scaled("heroes", rows), self.hero_class(_index(rows, heroes.kind))]
        if heroes.items:
            parts.append(self.hero_item(rows[:, :, heroes.items.start : heroes.items.stop].int()).sum(2))
        return cast("th.Tensor", self.hero_rows(th.cat(parts, dim=2)) * present)

    def _embed_enemies(self, rows: th.Tensor, battle: th.Tensor) -> th.Tensor:
        reading = self.reading
        alive = rows[:, :, reading.enemies.present, None].float()
        kind = self.enemy_type(_index(rows, reading.enemies.kind))
        slots = th.arange(1, rows.shape[1] + 1, device=rows.device)
        marks = [_index(battle, reading.asked_about)[:, None] - reading.before_enemies == slots]
        if reading.hunted is not None:
            marks.insert(0, rows[:, :, reading.hunted] == battle[:, reading.deciding, None])
        flags = th.stack(marks, dim=2).float()
        return cast("th.Tensor", self.enemy_rows(th.cat([self._scaled("enemies", rows), kind, flags], dim=2)) * alive)

    def _embed_battle(self, battle: th.Tensor, heroes: th.Tensor, enemies: th.Tensor, deciding: th.Tensor) -> th.Tensor:
        numbers = self.battle_row(self._scaled("battle", battle))
        kinds = self.decision(_index(battle, self.reading.decision)) + self.roll(_index(battle, self.reading.subject))
        figures = [heroes.mean(1), heroes.amax(1), enemies.sum(1) / LARGEST_SCALE, enemies.amax(1)]
        whole = th.cat([th.relu(numbers + kinds), *figures, _pick(heroes, deciding)], dim=1)
        return cast("th.Tensor", self.join_figures(whole))

    def _embed_squares(
        self,
        board: th.Tensor,
        latent: th.Tensor,
        heroes: th.Tensor,
        hero_cells: th.Tensor,
        enemies: th.Tensor,
        enemy_cells: th.Tensor,
    ) -> th.Tensor:
        """(B, R, C, square_width): planes, the figures that stand there, and what the convolutions carry over."""
        rows, cols = board.shape[2:]
        floor = (board[:, self.reading.floor] > 0).float()
        # In place, never on a view (autograd would copy): this is bound by memory, not by arithmetic.
        flat = self.square_planes(self._read_planes(board).flatten(1, 2)) + self.latent_to_square(latent)[:, None]
        _add_figures(flat, hero_cells, self.hero_to_square(heroes))
        _add_figures(flat, enemy_cells, self.enemy_to_square(enemies))
        flat.mul_(floor.flatten(1)[:, :, None]).relu_()
        squares: th.Tensor = flat.reshape(len(flat), rows, cols, -1).permute(0, 3, 1, 2)  # channels last in memory
        for layer in self.convolutions:
            squares = layer(squares).add_(squares).mul_(floor[:, None]).relu_()
        return squares.permute(0, 2, 3, 1)

    def _read_planes(self, board: th.Tensor) -> th.Tensor:
        """(B, R, C, planes): the planes as numbers; walls side by side, doorways, and each hero as yes or no."""
        cells = board.permute(0, 2, 3, 1)
        walls = cells[..., self.reading.walls, None]
        sides = th.cat([(walls >> side) & 1 for side in range(WALL_SIDES)], dim=3)
        doorway = cells[..., self.reading.floor, None] == DOORWAY
        hero = cells[..., self.reading.hero, None] == th.arange(1, self.num_heroes + 1, device=cells.device)
        return th.cat([self._scaled("board", cells), sides.float(), doorway.float(), hero.float()], dim=3)


def find_crop(board: th.Tensor, plane: int = 0) -> Crop:
    """The rows and columns that have floor in any battle of the batch: one plane of the (B, planes, 16, 16) board."""
    floor = board[:, plane].amax(0)
    return _span(floor.amax(1)), _span(floor.amax(0))


def _span(line: th.Tensor) -> slice:
    used = line.nonzero()
    return slice(int(used[0]), int(used[-1]) + 1) if len(used) else slice(0, 1)


def _slots_in_use(rows: th.Tensor, present: int) -> int:
    """Enemy slots up to the last living one of the batch, at least 1."""
    return int(_span(rows[:, :, present].amax(0)).stop)


def _two_layers(inputs: int, width: int) -> nn.Sequential:
    return nn.Sequential(nn.Linear(inputs, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())


def _joined(inputs: int, width: int) -> nn.Sequential:
    """A layer whose outputs keep their size, however many figures and squares were added up before."""
    return nn.Sequential(nn.Linear(inputs, width), nn.LayerNorm(width), nn.ReLU())


def _index(rows: th.Tensor, column: int) -> th.Tensor:
    return rows[..., int(column)].int()


def _cells(rows: th.Tensor, figures: Figures, board: th.Tensor, crop: Crop) -> th.Tensor:
    """(B, slots) index of each figure's square in the flattened crop; free slots point at the first cell."""
    first_row, first_col = crop[0].start, crop[1].start
    height, width = board.shape[2:]
    down: th.Tensor = (rows[:, :, figures.row].long() - first_row).clamp_(0, height - 1)
    right: th.Tensor = (rows[:, :, figures.col].long() - first_col).clamp_(0, width - 1)
    return down * width + right


def _gather(squares: th.Tensor, cells: th.Tensor) -> th.Tensor:
    return squares.gather(1, cells[:, :, None].expand(-1, -1, squares.shape[2]))


def _add_figures(squares: th.Tensor, cells: th.Tensor, vectors: th.Tensor) -> None:
    """Add each figure's vector to its square, in place; vectors of free slots are zero."""
    squares.scatter_add_(1, cells[:, :, None].expand_as(vectors), vectors)


def _pick(vectors: th.Tensor, slot_plus_one: th.Tensor) -> th.Tensor:
    """(B, width) the vector of one slot for each battle, zeros where the number is 0."""
    rows = th.arange(len(vectors), device=vectors.device)
    slot = slot_plus_one.long()
    return vectors[rows, (slot - 1).clamp(min=0)] * (slot > 0).float()[:, None]
