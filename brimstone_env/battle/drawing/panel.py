"""The strips around the board: whose turn and what is asked, the side panel, the order of the turn, the legend."""

from __future__ import annotations

from brimstone_env.battle.codes import Outcome
from brimstone_env.battle.drawing.scene import Die, EnemyGroup, HeroFigure, Scene
from brimstone_env.battle.drawing.tokens import STATUS_COLOURS, draw_grit
from brimstone_env.core.render.board import (
    BRIGHT,
    DOOR,
    EDGE,
    FOOTER,
    HEADER,
    HEIGHT,
    MUTED,
    PANEL,
    STRIP,
    WALL,
    WIDTH,
)
from brimstone_env.core.render.canvas import Canvas, fit_text, text_width
from brimstone_env.core.render.figures import BAR_GROUND, FALLEN, INK, draw_disc, draw_fallen, draw_shape, draw_star
from brimstone_env.core.render.looks import GLOW, GOLD, HEALTH, SANITY
from brimstone_env.core.render.palette import Colour, darker, hex_colour, lighter, mix

WON, LOST = hex_colour("3fae62"), hex_colour("c8414a")
DIE_COLOURS: tuple[Colour, ...] = (hex_colour("6b6468"), hex_colour("f2ece4"), GOLD)  # miss, hit, critical
BOARD_WIDTH = WIDTH - PANEL
HERO_ROW, GROUP_ROW = 66, 44


def draw_header(canvas: Canvas, scene: Scene) -> None:
    """Turn number, whose turn it is, the question, and the dice that it is about."""
    middle = HEADER // 2 - 1
    canvas.rounded(14, 11, 96, HEADER - 24, 8, EDGE)
    canvas.text(62, 24, "TURN", 11, MUTED, "mm", bold=True)
    canvas.text(62, 45, str(scene.turn), 26, BRIGHT, "mm", bold=True)
    left = 128
    if scene.outcome != Outcome.UNDECIDED:
        colour = WON if scene.outcome == Outcome.WON else LOST
        width = text_width(scene.headline.upper(), 26, True) + 40
        canvas.rounded(left, 12, width, HEADER - 26, 8, colour)
        canvas.text(left + width // 2, middle, scene.headline.upper(), 26, BRIGHT, "mm", bold=True)
        canvas.text(left + width + 20, middle, scene.question, 20, BRIGHT)
        return
    if scene.asked >= 0:
        hero = scene.heroes[scene.asked]
        draw_disc(canvas, left + 22, middle, 44, hero.colour, hero.initials)
    elif scene.group >= 0:
        group = scene.groups[scene.group]
        draw_shape(canvas, left + 22, middle, 44, group.look, group.look.letter, bool(group.elite))
    left += 58
    room = WIDTH - left - 20 - (_dice_width(scene.dice) + 20 if scene.dice else 0)
    canvas.text(left, 24, fit_text(scene.headline, 18, room, True), 18, BRIGHT, bold=True)
    canvas.text(left, 49, fit_text(scene.question, 17, room), 17, GLOW)
    if scene.dice:
        _draw_dice(canvas, scene.dice, scene.roll)


def _die_size(dice: tuple[Die, ...]) -> int:
    return 32 if len(dice) <= 12 else 24


def _dice_width(dice: tuple[Die, ...]) -> int:
    return max(90, len(dice) * (_die_size(dice) + 5))


def _draw_dice(canvas: Canvas, dice: tuple[Die, ...], roll: str) -> None:
    """The last roll at the right end of the header: grey misses, white hits, golden criticals."""
    size = _die_size(dice)
    x = WIDTH - 16 - len(dice) * (size + 5)
    canvas.text(WIDTH - 22, 10, roll, 13, MUTED, "rm")
    y = 20 + (36 - size) // 2
    for number, die in enumerate(dice):
        if die.marked:
            canvas.rounded(x - 3, y - 3, size + 6, size + 6, 8, GOLD)
        canvas.rounded(x, y, size, size, 6, INK)
        canvas.rounded(x + 1, y + 1, size - 2, size - 2, 6, DIE_COLOURS[die.grade])
        ink = BRIGHT if die.grade == 0 else INK
        canvas.text(x + size // 2, y + size // 2, str(die.value), size // 2 + 2, ink, "mm", bold=True)
        if size >= 32:
            canvas.text(x + size // 2, y + size + 8, str(number), 11, MUTED, "mm")
        x += size + 5


def draw_panel(canvas: Canvas, scene: Scene) -> None:
    """The party above, the enemy types below (they are the legend of the shapes as well)."""
    x, y = WIDTH - PANEL + 16, HEADER + 20
    tokens = f"revive tokens: {scene.revive_tokens}" if scene.revive_tokens else ""
    y = _draw_heading(canvas, x, y, "PARTY", tokens)
    for hero in scene.heroes:
        _draw_hero_row(canvas, hero, x, y, active=hero.index == scene.hero)
        y += HERO_ROW
    y += 8
    alive = len(scene.enemies)
    y = _draw_heading(canvas, x, y + 8, "ENEMIES", f"{alive} standing")
    for group in scene.groups:
        _draw_group_row(canvas, group, x, y, active=group.index == scene.group)
        y += GROUP_ROW


def _draw_heading(canvas: Canvas, x: int, y: int, text: str, note: str) -> int:
    canvas.text(x, y, text, 12, MUTED, bold=True)
    if note:
        canvas.text(WIDTH - 18, y, note, 12, MUTED, "rm")
    canvas.rectangle(x, y + 11, PANEL - 34, 1, EDGE)
    return y + 20


def _draw_hero_row(canvas: Canvas, hero: HeroFigure, x: int, y: int, active: bool) -> None:
    if active:
        canvas.rounded(x - 8, y, PANEL - 18, HERO_ROW - 4, 8, mix(STRIP, GLOW, 0.13))
        canvas.rectangle(x - 8, y + 6, 3, HERO_ROW - 16, GOLD)
    ink = MUTED if hero.knocked_out else BRIGHT
    draw_disc(canvas, x + 24, y + 31, 44, hero.colour, hero.initials, dim=hero.knocked_out)
    left = x + 58
    end = left + canvas.text(left, y + 14, hero.title, 16, ink, bold=True)
    end += 8 + canvas.text(end + 8, y + 15, f"hero {hero.index}", 11, MUTED)
    for i in range(hero.max_grit):
        draw_grit(canvas, WIDTH - 32 - i * 15, y + 8, 12, i < hero.grit)
    if hero.knocked_out:
        canvas.rounded(end + 8, y + 6, 90, 17, 5, LOST)
        canvas.text(end + 53, y + 14, "knocked out", 11, BRIGHT, "mm", bold=True)
    _draw_chips(canvas, hero, end + 8, y + 6)
    _draw_gauge(canvas, left, y + 29, "Health", hero.health, hero.max_health, HEALTH)
    _draw_gauge(canvas, left, y + 45, "Sanity", hero.sanity, hero.max_sanity, SANITY)


def _draw_chips(canvas: Canvas, hero: HeroFigure, x: int, y: int) -> None:
    """Statuses in words, as far as there is room before the grit."""
    for word in hero.statuses:
        width = text_width(word, 11, True) + 12
        if x + width > WIDTH - 30 - 15 * hero.max_grit:
            return
        canvas.rounded(x, y, width, 17, 5, STATUS_COLOURS.get(word, FALLEN))
        canvas.text(x + width // 2, y + 8, word, 11, INK if word in STATUS_COLOURS else BRIGHT, "mm", bold=True)
        x += width + 5


def _draw_gauge(canvas: Canvas, x: int, y: int, word: str, value: int, most: int, colour: Colour) -> None:
    """A labelled bar with its numbers."""
    width = WIDTH - 18 - x - 46 - 46
    canvas.text(x, y + 6, word, 12, MUTED)
    canvas.rounded(x + 46, y, width, 12, 4, INK)
    canvas.rectangle(x + 48, y + 2, width - 4, 8, BAR_GROUND)
    filled = round((width - 4) * value / max(1, most))
    canvas.rectangle(x + 48, y + 2, filled, 8, colour)
    canvas.rectangle(x + 48, y + 2, filled, 2, lighter(colour, 0.3))
    canvas.text(WIDTH - 18, y + 6, f"{value}/{most}", 13, BRIGHT, "rm")


def _draw_group_row(canvas: Canvas, group: EnemyGroup, x: int, y: int, active: bool) -> None:
    if active:
        canvas.rounded(x - 8, y, PANEL - 18, GROUP_ROW - 2, 8, mix(STRIP, GLOW, 0.13))
        canvas.rectangle(x - 8, y + 6, 3, GROUP_ROW - 14, GOLD)
    gone = group.alive == 0
    draw_shape(canvas, x + 24, y + 21, 38, group.look, group.look.letter, bool(group.elite))
    left, ink = x + 58, MUTED if gone else BRIGHT
    end = left + canvas.text(left, y + 13, group.title, 15, ink, bold=True)
    if group.elite:
        draw_star(canvas, end + 14, y + 13, 15)
        canvas.text(end + 25, y + 13, "elite " + ", ".join(map(str, group.elite)), 11, GOLD, bold=True)
    canvas.text(
        WIDTH - 18, y + 13, "all dead" if gone else f"{group.alive} of {group.placed}", 13, ink, "rm", bold=True
    )
    attack = (group.blow or group.shot).split(", ")
    numbers = "  ·  ".join(
        [f"Init {group.initiative}", f"Health {group.health}", f"Def {group.defense}", *filter(None, attack)]
    )
    canvas.text(left, y + 31, fit_text(numbers, 12, WIDTH - 14 - left), 12, MUTED)


def draw_footer(canvas: Canvas, scene: Scene) -> None:
    """The activations still to come this turn, and what the board's signs mean."""
    y = HEIGHT - FOOTER // 2 + 1
    x = 16
    words = "STILL  TO  ACT" if scene.outcome == Outcome.UNDECIDED else ""
    x += canvas.text(x, y, words, 11, MUTED, bold=True) + 12
    if words and not scene.order:
        canvas.text(x, y, "nobody, the turn ends", 13, MUTED)
    for n, (kind, index) in enumerate(scene.order):
        if n:
            canvas.text(x + 3, y - 1, ">", 18, MUTED, "mm")
            x += 9
        if kind == "hero":
            hero = scene.heroes[index]
            draw_disc(canvas, x + 17, y, 34, hero.colour, hero.initials)
        else:
            group = scene.groups[index]
            draw_shape(canvas, x + 17, y, 34, group.look, group.look.letter, bool(group.elite))
        x += 37
    _draw_legend(canvas, x + 24, y)


def _draw_legend(canvas: Canvas, x: int, y: int) -> None:
    """Signs of the board with a word each, at the right end of the footer; left out if there is no room."""
    entries = ("wall", "thin wall", "doorway", "knocked out", "target")
    width = sum(text_width(word, 12) + 44 for word in entries)
    if BOARD_WIDTH - 12 - width < x:
        return
    x = BOARD_WIDTH - 4 - width
    for word in entries:
        if word == "wall":
            canvas.rounded(x, y - 9, 18, 18, 3, darker(WALL, 0.5))
            canvas.rounded(x + 2, y - 7, 14, 14, 2, WALL)
        elif word == "thin wall":
            canvas.rounded(x + 5, y - 9, 7, 18, 3, darker(WALL, 0.5))
            canvas.rounded(x + 6, y - 8, 5, 16, 2, WALL)
        elif word == "doorway":
            canvas.rectangle(x, y - 9, 18, 18, DOOR)
            for i in (5, 9, 13):
                canvas.rectangle(x, y - 9 + i, 18, 1, darker(DOOR, 0.3))
        elif word == "knocked out":
            draw_fallen(canvas, x, y - 10, 20, MUTED)
        else:
            canvas.line((x, y + 5), (x + 18, y - 5), 2, lighter(SANITY, 0.2))
            canvas.shape("circle", x + 13, y - 9, 7, lighter(SANITY, 0.2))
        x += 24
        x += canvas.text(x, y, word, 12, MUTED) + 20
