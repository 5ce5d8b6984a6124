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

from brimstone_env.battle.codes import BOARD_SIDE, MAX_HEROES
from brimstone_env.battle.features import BattleFeature, BoardPlane, EnemyFeature, HeroFeature

LARGEST_SCALE = 10  # bounds come from what a record can hold; battles show numbers of this size
LARGEST_INPUT = 4.0  # what is left of rare, much larger numbers
ID_WIDTH = 8  # width of the vectors that stand for classes, items and types
CLASS_COLUMN = int(HeroFeature.CLASS)
ITEM_COLUMNS = slice(int(HeroFeature.ITEM_0), int(HeroFeature.ITEM_7) + 1)
WALL_SIDES = 4
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
    """Turns observations of Battle-v0 into `Features`.

    Args:
        observation_space: the Dict space with the leaves `board`, `heroes`, `enemies`, `battle`.
        square_width: numbers kept for each square.
        figure_width: numbers kept for each figure.
        latent_width: numbers kept for the battle as a whole.
        convolutions: 3 x 3 layers; each lets a square see one square further.
    """

    def __init__(
        self,
        observation_space: spaces.Dict,
        square_width: int = 32,
        figure_width: int = 32,
        latent_width: int = 128,
        convolutions: int = 2,
    ) -> None:
        super().__init__(observation_space, latent_width)
        self.square_width, self.figure_width, self.latent_width = square_width, figure_width, latent_width
        leaves = cast("Mapping[str, spaces.Box]", observation_space.spaces)
        self._add_scales({name: leaf.high for name, leaf in leaves.items()})

        def ids(leaf: str, column: int, width: int) -> nn.Embedding:
            highs = leaves[leaf].high
            return nn.Embedding(int(highs.reshape(-1, highs.shape[-1])[0, column]) + 1, width)

        planes = leaves["board"].shape[0] + 1 + MAX_HEROES + WALL_SIDES
        self.hero_class = ids("heroes", CLASS_COLUMN, ID_WIDTH)
        self.hero_item = ids("heroes", int(HeroFeature.ITEM_0), ID_WIDTH)
        self.enemy_type = ids("enemies", int(EnemyFeature.TYPE), ID_WIDTH)
        self.decision = ids("battle", int(BattleFeature.DECISION), latent_width)
        self.roll = ids("battle", int(BattleFeature.ROLL), latent_width)
        self.hero_rows = _two_layers(leaves["heroes"].shape[1] + 2 * ID_WIDTH, figure_width)
        self.enemy_rows = _two_layers(leaves["enemies"].shape[1] + ID_WIDTH + 2, figure_width)
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
        crop = find_crop(board)
        board = board[:, :, crop[0], crop[1]]
        enemy_rows = observations["enemies"]
        enemy_rows = enemy_rows[:, : _slots_in_use(enemy_rows)]
        heroes = self._embed_heroes(observations["heroes"])
        enemies = self._embed_enemies(enemy_rows, battle)
        hero_cells = _cells(observations["heroes"], HeroFeature.ROW, HeroFeature.COL, board, crop)
        enemy_cells = _cells(enemy_rows, EnemyFeature.ROW, EnemyFeature.COL, board, crop)
        deciding = _index(battle, BattleFeature.HERO)
        latent = self._embed_battle(battle, heroes, enemies, deciding)
        squares = self._embed_squares(board, latent, heroes, hero_cells, enemies, enemy_cells)

        flat = squares.flatten(1, 2)
        there = _gather(flat, th.cat([hero_cells, enemy_cells], dim=1))
        present = observations["heroes"][:, :, int(HeroFeature.PRESENT), None].float()
        alive = enemy_rows[:, :, int(EnemyFeature.ALIVE), None].float()
        there = there * th.cat([present, alive], dim=1)
        heroes_there, enemies_there = there[:, : heroes.shape[1]], there[:, heroes.shape[1] :]
        seen = [latent, flat.sum(1) / BOARD_SIDE, _pick(heroes_there, deciding), enemies_there.amax(1)]
        latent = self.join_squares(th.cat(seen, dim=1))
        return Features(
            squares, th.cat([heroes, heroes_there], dim=2), th.cat([enemies, enemies_there], dim=2), latent, crop
        )

    def _embed_heroes(self, rows: th.Tensor) -> th.Tensor:
        present = rows[:, :, int(HeroFeature.PRESENT), None].float()
        kind = self.hero_class(_index(rows, HeroFeature.CLASS))
        items = self.hero_item(rows[:, :, ITEM_COLUMNS].int()).sum(2)
        return cast("th.Tensor", self.hero_rows(th.cat([self._scaled("heroes", rows), kind, items], dim=2)) * present)

    def _embed_enemies(self, rows: th.Tensor, battle: th.Tensor) -> th.Tensor:
        alive = rows[:, :, int(EnemyFeature.ALIVE), None].float()
        kind = self.enemy_type(_index(rows, EnemyFeature.TYPE))
        hunts_deciding = rows[:, :, int(EnemyFeature.TARGET)] == battle[:, int(BattleFeature.HERO), None]
        slots = th.arange(1, rows.shape[1] + 1, device=rows.device)
        asked_about = battle[:, int(BattleFeature.ENEMY), None] == slots
        flags = th.stack([hunts_deciding, asked_about], dim=2).float()
        return cast("th.Tensor", self.enemy_rows(th.cat([self._scaled("enemies", rows), kind, flags], dim=2)) * alive)

    def _embed_battle(self, battle: th.Tensor, heroes: th.Tensor, enemies: th.Tensor, deciding: th.Tensor) -> th.Tensor:
        numbers = self.battle_row(self._scaled("battle", battle))
        kinds = self.decision(_index(battle, BattleFeature.DECISION)) + self.roll(_index(battle, BattleFeature.ROLL))
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
        floor = (board[:, int(BoardPlane.FLOOR)] > 0).float()
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
        walls = cells[..., int(BoardPlane.WALLS), None]
        sides = th.cat([(walls >> side) & 1 for side in range(WALL_SIDES)], dim=3)
        doorway = cells[..., int(BoardPlane.FLOOR), None] == 2
        hero = cells[..., int(BoardPlane.HERO), None] == th.arange(1, MAX_HEROES + 1, device=cells.device)
        return th.cat([self._scaled("board", cells), sides.float(), doorway.float(), hero.float()], dim=3)


def find_crop(board: th.Tensor) -> Crop:
    """The rows and columns that have floor in any battle of the batch; board is (B, planes, 16, 16)."""
    floor = board[:, int(BoardPlane.FLOOR)].amax(0)
    return _span(floor.amax(1)), _span(floor.amax(0))


def _span(line: th.Tensor) -> slice:
    used = line.nonzero()
    return slice(int(used[0]), int(used[-1]) + 1) if len(used) else slice(0, 1)


def _slots_in_use(rows: th.Tensor) -> int:
    """Enemy slots up to the last living one of the batch, at least 1."""
    return int(_span(rows[:, :, int(EnemyFeature.ALIVE)].amax(0)).stop)


def _two_layers(inputs: int, width: int) -> nn.Sequential:
    return nn.Sequential(nn.Linear(inputs, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())


def _joined(inputs: int, width: int) -> nn.Sequential:
    """A layer whose outputs keep their size, however many figures and squares were added up before."""
    return nn.Sequential(nn.Linear(inputs, width), nn.LayerNorm(width), nn.ReLU())


def _index(rows: th.Tensor, column: int) -> th.Tensor:
    return rows[..., int(column)].int()


def _cells(rows: th.Tensor, row: int, col: int, board: th.Tensor, crop: Crop) -> th.Tensor:
    """(B, slots) index of each figure's square in the flattened crop; free slots point at the first cell."""
    first_row, first_col = crop[0].start, crop[1].start
    height, width = board.shape[2:]
    down: th.Tensor = (rows[:, :, int(row)].long() - first_row).clamp_(0, height - 1)
    right: th.Tensor = (rows[:, :, int(col)].long() - first_col).clamp_(0, width - 1)
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
