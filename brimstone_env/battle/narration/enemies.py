"""What enemies do, in words."""

from __future__ import annotations

from typing import Any

from brimstone_env.battle.codes import NOBODY, Stat
from brimstone_env.battle.drawing.questions import plural
from brimstone_env.battle.narration.sentences import Sentence, listed
from brimstone_env.battle.narration.telling import Telling

# What an ability of an enemy does, by its number; `{}` is the number that the event tells.
ABILITIES: dict[int, str] = {
    Stat.REGENERATION: "regenerates",
    Stat.GRASP: "grasps: {} hits",
    Stat.VARIABLE_INITIATIVE: "has Initiative {} this turn",
    Stat.HIT_HORROR: "brings horror with its hits",
    Stat.GROUP_TERROR: "spreads terror",
    Stat.ARRIVAL_HORROR: "spreads horror as it appears",
    Stat.TURN_HORROR: "{} horror hits on every hero",
    Stat.PACK: "{} on the pack's die",
    Stat.CONTACT_HITS: "burns whoever is next to it: {} hits",
    Stat.HEAL_ALONE: "repairs itself: {} wounds",
    Stat.DEATH_WOUNDS: "bursts",
    Stat.DEATH_CORRUPTION: "spills corruption",
    Stat.SPAWN: "brings forth more: {} on the die",
    Stat.KNOCKOUT_HEAL: "feeds on the fallen and heals {}",
    Stat.AURA_HEALTH: "strengthens the others: {} Health more",
    Stat.ESCAPE_HITS: "strikes after who would escape: {} hits",
    Stat.WOUND_CORRUPTION: "corrupts: {} hits",
    Stat.ARRIVAL_CARD: "calls more enemies",
}

# What happens at the end of a turn, by the power's number.
POWERS = {1: "lashes out", 2: "calls more enemies", 3: "heals itself"}


class EnemyTelling(Telling):
    """Events of enemies: activations, moves, attacks, abilities."""

    def __init__(self, battle: Any, book: Any, tables: Any) -> None:
        self.enemy_dice: list[int] = []
        self.yielding: list[int] = []  # figures of other types that give way to the one that moves next
        super().__init__(battle, book, tables)

    def _enemy_die(self, value: int) -> None:
        if self.open is not None and self.open.topic == "strike":
            self._close()
        self.enemy_dice.append(value)

    def _activate_group(self, group: int, _b: int, _c: int) -> None:
        self._begin(Sentence("group", f"{self.names.group(group)} {self.names.verb(group, 'acts', 'act')}", kind=group))
        self.yielding = []
        self.hero = NOBODY

    def _target(self, enemy: int, hero: int, _c: int) -> None:
        if hero >= 0 and self.open is not None and self.open.topic == "group":  # a dropped target is not told
            self.open.moves.setdefault(enemy, [-1, -1])[1] = hero

    def _enemy_move(self, enemy: int, _start: int, cell: int) -> None:
        if self.open is None or self.open.topic != "group":
            group = self.names.group_of(enemy)
            self._begin(
                Sentence("group", f"{self.names.group(group)} {self.names.verb(group, 'goes', 'go')} on", kind=group)
            )
        assert self.open is not None
        moves = self.open.moves
        if self.names.group_of(enemy) != self.open.kind:
            moves.pop(enemy, None)
            self.yielding.append(enemy)
        elif enemy not in moves:  # those who gave way to it are told after it
            moves[enemy] = [-1, -1]
            for other in self.yielding:
                moves[other] = moves.pop(other)
        moves.setdefault(enemy, [-1, -1])[0] = cell
        if enemy not in self.yielding:
            self.yielding = []

    def _break_wall(self, enemy: int, _b: int, _c: int) -> None:
        clause = f"{self.names.enemy(enemy)} breaks through the wall"
        if self.open is not None and self.open.topic == "group":
            self.open.clauses.append(clause)
        else:
            self._say(clause)

    def _enemy_attack(self, enemy: int, hero: int, hits: int) -> None:
        self._strike("attacks" if self.enemy_dice else "strikes", enemy, hero, hits)

    def _enemy_shoot(self, enemy: int, hero: int, hits: int) -> None:
        self._strike("shoots at", enemy, hero, hits)

    def _strike(self, verb: str, enemy: int, hero: int, hits: int) -> None:
        rolled, self.enemy_dice = self.enemy_dice, []
        head = f"{self.names.enemy(enemy)} {verb} {self.names.hero(hero)}"
        words = [*([f"{listed(rolled)} to hit"] if rolled else []), plural(hits, "hit") if hits else "no hit"]
        sixes = rolled.count(6)
        if sixes and verb == "attacks" and self._stat(enemy, Stat.SMASH):
            words.append("not to be blocked" if sixes == len(rolled) or hits == 1 else f"{sixes} not to be blocked")
        each = self._stat(enemy, Stat.SIX_HITS if verb == "attacks" else Stat.RANGED_SIX)
        if sixes and each > 1 and not self._stat(enemy, Stat.SMASH):
            words[-1] += f" (a 6 is {each})"
        self._begin(Sentence("strike", f"{head}: {', '.join(words)}", hero, blocked=hits > 0))

    def _stat(self, enemy: int, stat: Stat) -> int:
        """A number of an enemy's type, as it is in this battle."""
        return int(self.battle["groups"][self.names.group_of(enemy)]["stats"][stat])

    def _damage_die(self, value: int) -> None:
        """A die of the damage of unblocked hits."""
        if self.open is None or self.open.topic != "strike":
            return
        if self.open.damage:
            self.open.clauses.pop()
        self.open.damage.append(value)
        self.open.clauses.append(f"damage {listed(self.open.damage)}")

    def _enemy_ability(self, enemy: int, stat: int, number: int) -> None:
        words = ABILITIES.get(stat, f"uses an ability ({Stat(stat).name.lower().replace('_', ' ')} {number})")
        if stat == Stat.END_POWERS:
            words = POWERS.get(number, words)
        if enemy >= 0:
            self._deed(f"{self.names.enemy(enemy)} {words.format(number)}")
        elif self.open is not None and self.open.topic == "group":
            self.open.clauses.append(words.format(number))
        else:
            self._deed(f"what died {words.format(number)}")

    def _regenerate(self, enemy: int, wounds: int, _c: int) -> None:
        if self._in_deed():
            by = self.open is not None and self.open.head.startswith(f"{self.names.enemy(enemy)} ")
            self._befall("it" if by else self.names.enemy(enemy), f"regenerates {plural(wounds, 'wound')}")
        else:
            self._say(f"{self.names.enemy(enemy)} regenerates {plural(wounds, 'wound')}")

    def _spawn(self, enemy: int, parent: int, _c: int) -> None:
        if self.open is not None and self.open.topic == "place":
            self.open.moves.pop(enemy, [])
            self.open = self.open if self.open.moves else None
        by = f"{self.names.enemy(parent)} brings forth " if parent >= 0 else ""
        self._say(f"{by}{self.names.enemy(enemy)}{'' if by else ' is brought forth'}")

    def _vanish(self, enemy: int, _b: int, _c: int) -> None:
        self._say(f"{self.names.enemy(enemy)} is left behind and vanishes")
