"""Situations whose odds can be worked out by hand, with the hand's result beside each.

A hand's result is a chance of a condition, a mean, or the whole distribution of a fact.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from tests.odds.hand import HALF, SIXTH, THIRD, add, at_least, binomial, keep_each, mix, repeat

ROOM = """
########
#aaaaaa#
#aaaaaa#
########
"""
HALL = """
############
#aaaaaaaaaa#
#aaaaaaaaaa#
#aaaaaaaaaa#
############
"""
F = Fraction


@dataclass(frozen=True)
class Situation:
    """A position, an action, and what a hand makes of them.

    Attributes:
        name: what it is about.
        position: the position as TOML, without its map.
        action: what is done.
        chances: chances by condition.
        means: expected values by fact.
        values: whole distributions by fact.
        how: how choices are answered.
        drawing: the map.
        change: what is done to the battle's record first, where no position says it.
        heavy: whether the uncompiled engine would take long.
    """

    name: str
    position: str
    action: str
    chances: dict[str, Fraction] = field(default_factory=dict)
    means: dict[str, Fraction] = field(default_factory=dict)
    values: dict[str, dict[int, Fraction]] = field(default_factory=dict)
    how: dict[str, Any] = field(default_factory=dict)
    drawing: str = ROOM
    change: Callable[[Any], None] | None = None
    heavy: bool = False


def hero(kind: str, *more: str, at: str = "[1, 1]", ready: bool = True, grit: int = 0) -> str:
    """One hero's line of a position; `ready`: it has moved and may attack."""
    rest = ["active = true", "moved = true"] if ready else []
    return "{ " + ", ".join([f'class = "{kind}"', f"at = {at}", f"grit = {grit}", *rest, *more]) + " }"


def scene(heroes: list[str], enemies: list[str], *more: str) -> str:
    """A position's text."""
    rows = [f"heroes = [{', '.join(heroes)}]", f"enemies = [{', '.join(enemies)}]", *more]
    return "\n".join(rows) + "\n"


def enemy(kind: str, at: str = "[1, 2]", *more: str) -> str:
    """One enemy's line of a position."""
    return "{ " + ", ".join([f'type = "{kind}"', f"at = {at}", *more]) + " }"


def counted(chances: list[Fraction], each: int = 1) -> dict[int, Fraction]:
    """Chances by number as a distribution of so many points each."""
    return {value * each: chance for value, chance in enumerate(chances) if chance > 0}


def capped(chances: list[Fraction], most: int) -> list[Fraction]:
    """The same with all above the most counted as the most."""
    return [*chances[:most], at_least(chances, most)]


# One melee die of the Marshal (4+, a 6 is critical) on tentacles (Defense 2, Health 4), in wounds: 4 and 5 hit and
# 2 of the damage die are stopped; a critical is not stopped.
MARSHAL_ON_TENTACLES = [F(11, 18), F(1, 12), F(1, 12), F(1, 12), F(5, 36)]

# The Marshal's shotgun (d8s; 4 and 5 hit, 6 to 8 are critical) on tentacles: dead at a damage of 6, at 4 if critical.
SHOTGUN_KILLS = F(2, 8) * F(3, 8) + F(3, 8) * F(5, 8)

# One strangler: four dice, 1 and 2 miss, 6 is three hits.
STRANGLER = repeat([THIRD, HALF, F(0), SIXTH], 4)


def three_stranglers_and_a_reroll() -> list[Fraction]:
    """Wounds of three stranglers' attacks on Defense 4+; 1 grit rerolls all failures of the first roll that has any.

    A strike's wounds are the hits, each unblocked by half, or by a quarter where the failures are rolled again; the
    grit is left as long as nothing came through.
    """
    plain = keep_each(STRANGLER, HALF)
    with_grit, without = [F(1)], [F(0)]
    for _ in range(3):
        again = keep_each([F(0), *plain[1:]], HALF)
        without = mix([(F(1), add(without, plain)), (F(1), add(with_grit, again))])
        with_grit = add(with_grit, [plain[0]])
    return mix([(F(1), with_grit), (F(1), without)])


def spiders_by_one_melee() -> dict[int, Fraction]:
    """Spiders killed on one square (Health 3, Defense 0) by two dice of 4+, all damage split at will: a third of it."""
    one = {0: F(2, 6), 1: F(3, 6), 2: F(1, 6)}
    two = {0: F(1, 36), 1: F(9, 36), 2: F(16, 36), 3: F(10, 36)}
    return {n: F(n == 0, 4) + HALF * one.get(n, F(0)) + F(1, 4) * two[n] for n in range(4)}


def best_of_two_targets() -> Fraction:
    """Expected kills of the Marshal next to tentacles with 1 Health left and a spider with 3.

    A hit kills the tentacles at 3+ (a critical always), the spider at 3+; less leaves the spider with 2 or 1.
    Two plain hits: the spider first, 2/3 * (1 + 2/3) + 1/6 * 5/6 + 1/6 * 1 = 17/12 (the tentacles first: 4/3). One of
    them critical: the critical is kept for the tentacles, 1 + 2/3. Two criticals: 1 + 2/3. One hit: 2/3, critical 1.
    """
    plain, critical, miss = THIRD, SIXTH, HALF
    one = 2 * miss * plain * F(2, 3) + 2 * miss * critical
    two = plain**2 * F(17, 12) + 2 * plain * critical * F(5, 3) + critical**2 * F(5, 3)
    return one + two


def dead_eye_kills() -> Fraction:
    """The Gunslinger's pistol (two dice, 3+) on tentacles with 2 Health left, Dead Eye on every hit.

    A plain hit does d6 wounds: dead from 2 up; a critical 2 more. Two hits of 1 wound do it too.
    """
    kill, one = HALF * F(5, 6) + SIXTH, HALF * SIXTH
    none = 1 - kill - one
    return 1 - none**2 - 2 * none * one


def pistol_kills() -> Fraction:
    """The Bandido's pistol (two dice, 5+) on tentacles with 2 Health left: plain 4+ (3 is 1 wound), critical 2+."""
    kill, one = SIXTH * HALF + SIXTH * F(5, 6), SIXTH * SIXTH + SIXTH * SIXTH
    none = 1 - kill - one
    return 1 - none**2 - 2 * none * one


def set_stat(name: str, value: int) -> Callable[[Any], None]:
    """A change of the first enemy type's number."""

    def change(battle: Any) -> None:
        from brimstone_env.battle.codes import Stat

        battle.groups[0].stats[Stat[name]] = value

    return change


def all_at_once(battle: Any, names: list[str]) -> str | None:
    """A policy: all hits together, and no rerolls."""
    return next((name for name in ("assign all", "keep") if name in names), None)


def throw_at(square: str) -> Callable[[Any, list[str]], str | None]:
    """A policy: dynamite goes to a square."""
    return lambda battle, names: f"at {square}" if f"at {square}" in names else None


def dynamite_on_open_floor() -> Fraction:
    """The chance that dynamite thrown at a figure (4+ on a d6) goes off on its square or next to it.

    A miss bounces 1, 2 or 3 times to one of 8 squares around. Within one square again: after one bounce surely; after
    two, of 9 * 9 steps with a zero 7 * 7 end there, less those with a standstill, 17: 32 of 64; after three, of 27 * 27
    steps 19 * 19, less those with a standstill, 3 * 49 - 3 * 9 + 1: 240 of 512.
    """
    near = (1 + F(49 - 17, 64) + F(19**2 - 3 * 49 + 3 * 9 - 1, 512)) / 3
    return HALF + HALF * near


def dynamite_in_a_corridor() -> Fraction:
    """The same in a corridor one square wide, where 6 of 8 directions are walls and the bounce is lost.

    Off by two or more: after two bounces both the same way, 2/64; after three, all the same way, or two and one lost.
    """
    side, lost = F(1, 8), F(6, 8)
    near = (1 + (1 - 2 * side**2) + (1 - 2 * (side**3 + 3 * side**2 * lost))) / 3
    return HALF + HALF * near


TENTACLES = enemy("tentacles")
MARSHAL = hero("us-marshal")

SITUATIONS = [
    Situation(
        "a melee of two dice on tentacles",
        scene([MARSHAL], [TENTACLES]),
        "melee",
        values={"enemies.0.wounds": counted(capped(repeat(MARSHAL_ON_TENTACLES, 2), 4))},
        means={"experience": 30 * F(389, 1296)},
    ),
    Situation(
        "a shotgun with its d8s",
        scene([hero("us-marshal", 'items = ["shotgun"]')], [enemy("tentacles", "[1, 4]")]),
        "shoot shotgun",
        chances={"kills = 1": SHOTGUN_KILLS, "wounds_dealt = 0": F(3, 8) + F(2, 8) * F(2, 8)},
    ),
    Situation(
        "a shotgun with its d8s and a miss rerolled",
        scene([hero("us-marshal", 'items = ["shotgun"]', grit=1)], [enemy("tentacles", "[1, 4]")]),
        "shoot shotgun",
        # A miss (3/8) is rolled again: 11/8 of the chances of a hit.
        chances={"kills = 1": F(11, 8) * SHOTGUN_KILLS, "grit_spent = 1": F(3, 8)},
        how={"rerolls": "failures"},
    ),
    Situation(
        "a shotgun with its d8s and the best reroll",
        scene([hero("us-marshal", 'items = ["shotgun"]', grit=1)], [enemy("tentacles", "[1, 4]")]),
        "shoot shotgun",
        # Plain: 1 - (5/8)^2; critical: 1 - (3/8)^2; after a miss the grit is spent on it.
        chances={"kills = 1": F(2, 8) * (1 - F(5, 8) ** 2) + F(3, 8) * (1 - F(3, 8) ** 2) + F(3, 8) * SHOTGUN_KILLS},
        how={"objective": "kills"},
        heavy=True,
    ),
    Situation(
        "double shot after a kill with the first shot",
        scene(
            [hero("us-marshal", 'items = ["shotgun"]')], [enemy("tentacles", "[1, 4]"), enemy("tentacles", "[2, 4]")]
        ),
        "shoot shotgun",
        values={"kills": {0: 1 - SHOTGUN_KILLS, 1: SHOTGUN_KILLS * (1 - SHOTGUN_KILLS), 2: SHOTGUN_KILLS**2}},
        heavy=True,
    ),
    Situation(
        "the Marshal against a night terror with 1 Defense more",
        scene([MARSHAL], [enemy("night-terrors")]),
        "melee",
        # Defense 4: a plain hit wounds at 5 and 6, with 1 or 2; a critical with 1 to 6. Every wounding hit pays 10 and
        # 5 a wound.
        chances={"wounds_dealt = 0": (HALF + THIRD * F(4, 6)) ** 2},
        means={
            "wounds_dealt": 2 * (THIRD * F(1 + 2, 6) + SIXTH * F(21, 6)),
            "experience": 2 * (THIRD * F(15 + 20, 6) + SIXTH * F(60 + 5 * 21, 6)),
        },
        change=set_stat("DEFENSE", 4),
    ),
    Situation(
        "a night terror's base experience once per attack, by option",
        scene([MARSHAL], [enemy("night-terrors")], 'options = { experience = "revised" }'),
        "melee",
        # Defense 3: a plain hit wounds at 4 to 6 with 1 to 3.
        means={
            "experience": 2 * 5 * (THIRD * F(1 + 2 + 3, 6) + SIXTH * F(21, 6))
            + 10 * (1 - (HALF + THIRD * F(3, 6)) ** 2)
        },
    ),
    Situation(
        "twin night terrors' terror on Willpower 4+",
        scene([hero("gunslinger", ready=False)], [enemy("night-terrors", "[1, 5]"), enemy("night-terrors", "[2, 5]")]),
        "next",
        values={"horror_taken": counted(binomial(4, HALF))},
    ),
    Situation(
        "twin night terrors' terror, failures rerolled",
        scene(
            [hero("gunslinger", ready=False, grit=1)],
            [enemy("night-terrors", "[1, 5]"), enemy("night-terrors", "[2, 5]")],
        ),
        "next",
        values={"horror_taken": counted(binomial(4, F(1, 4)))},
        how={"rerolls": "failures"},
    ),
    Situation(
        "terror knocks out a hero with 2 Sanity",
        scene(
            [hero("gunslinger", "sanity = 2", ready=False)],
            [enemy("night-terrors", "[1, 5]"), enemy("night-terrors", "[2, 5]")],
        ),
        "next",
        chances={"heroes.0.knocked_out = 1": F(11, 16)},
    ),
    Situation(
        "a hit split among spiders on one square",
        scene([MARSHAL], [enemy("void-spiders")] * 3),
        "melee",
        values={"kills": spiders_by_one_melee()},
        how={"objective": "kills"},
        heavy=True,
    ),
    Situation(
        "three stranglers' sixes as three hits on Defense 4+, with a reroll",
        scene(
            [hero("bandido", "health = 16", at="[1, 2]", ready=False, grit=1)],
            [enemy("stranglers", at, "target = 0") for at in ("[1, 1]", "[2, 2]", "[1, 3]")],
        ),
        "enemies",
        values={"wounds_taken": counted(capped(three_stranglers_and_a_reroll(), 16))},
        chances={"knocked_out = 1": at_least(three_stranglers_and_a_reroll(), 16)},
        how={"rerolls": "failures"},
        heavy=True,
    ),
    Situation(
        "a strangler's sixes as three hits on Defense 3+",
        scene([hero("us-marshal", ready=False)], [enemy("stranglers", "[1, 2]", "target = 0")]),
        "enemies",
        values={"wounds_taken": counted(capped(keep_each(STRANGLER, THIRD), 10))},
    ),
    Situation(
        "tentacles smash past Defense 3+ with a 6",
        scene([hero("us-marshal", ready=False)], [enemy("tentacles", "[1, 2]", "target = 0")]),
        "enemies",
        values={"wounds_taken": counted(binomial(3, THIRD * THIRD + SIXTH), 3)},
    ),
    Situation(
        "a night terror's 4 damage on a hero of 10 Health and Defense 5+",
        scene([hero("gunslinger", ready=False)], [enemy("night-terrors", "[1, 2]", "target = 0")]),
        "enemies",
        chances={"knocked_out = 1": at_least(binomial(4, THIRD * F(4, 6)), 3)},
    ),
    Situation(
        "an escape at 5+ with a reroll",
        scene(
            [hero("us-marshal", "active = true", "move_points = 2", at="[1, 1]", ready=False, grit=1)],
            [enemy("night-terrors", "[1, 2]")],
        ),
        "move 2,1",
        chances={"heroes.0.at = 33": 1 - F(4, 6) ** 2, "grit_spent = 1": F(4, 6)},
        how={"objective": "heroes.0.at = 33"},
        change=set_stat("ESCAPE", 5),
    ),
    Situation(
        "an escape from night terrors (3+) and tentacles (4+) at once",
        scene(
            [hero("us-marshal", "active = true", "move_points = 2", at="[1, 1]", ready=False)],
            [enemy("night-terrors", "[1, 2]"), enemy("tentacles", "[2, 2]")],
        ),
        "move 2,1",
        chances={"heroes.0.at = 33": HALF, "heroes.0.move_points = 0": HALF},
    ),
    Situation(
        "a survivor with 2 Health left and two pistol dice",
        scene([hero("bandido")], [enemy("tentacles", "[1, 5]", "wounds = 2")]),
        "shoot pistol",
        chances={"kills = 1": pistol_kills()},
    ),
    Situation(
        "a survivor with 2 Health left and two pistol dice with Dead Eye",
        scene([hero("gunslinger")], [enemy("tentacles", "[1, 5]", "wounds = 2")]),
        "shoot pistol",
        chances={"kills = 1": dead_eye_kills()},
        how={"objective": "kills"},
        heavy=True,
    ),
    Situation(
        "a whole melee on two adjacent enemies, hits assigned in the best way",
        scene([MARSHAL], [enemy("tentacles", "[1, 2]", "wounds = 3"), enemy("void-spiders", "[2, 2]")]),
        "melee",
        means={"kills": best_of_two_targets()},
        how={"objective": "kills"},
        heavy=True,
    ),
    Situation(
        "a badge's two dice more",
        scene([hero("us-marshal", "badge_bonus = 2")], [TENTACLES]),
        "melee",
        chances={"wounds_dealt = 0": F(11, 18) ** 4},
        heavy=True,
    ),
    Situation(
        "four hits at most in one damage roll, on a tough enemy",
        scene([hero("us-marshal", "badge_bonus = 2", grit=1, at="[2, 1]")], [enemy("goliath", "[2, 2]")]),
        "melee",
        # Half of the dice hit, with damage 4, 5 and 6 they do 1, 2 and 3 wounds.
        values={"wounds_dealt": counted(repeat([F(3, 4), F(1, 12), F(1, 12), F(1, 12)], 4))},
        how={"policy": all_at_once},
        drawing=HALL,
        heavy=True,
    ),
    Situation(
        "void venom takes 1 off, a 6 is still critical",
        scene([hero("us-marshal", "venom = 2")], [TENTACLES]),
        "melee",
        # Only a 5 hits now.
        chances={"wounds_dealt = 0": (F(4, 6) + SIXTH * THIRD) ** 2},
    ),
    Situation(
        "a tough enemy's Defense counts against criticals",
        scene([hero("us-marshal", at="[2, 1]")], [enemy("goliath", "[2, 2]")]),
        "melee",
        # Defense 3: half of all damage dice are stopped.
        chances={"wounds_dealt = 0": (HALF + HALF * HALF) ** 2},
        drawing=HALL,
    ),
    Situation(
        "cover on 4+ stops half of all hits",
        scene([MARSHAL], [TENTACLES]),
        "melee",
        # No wound: a miss; a plain hit that is covered, or does 1 or 2; a critical that is covered.
        chances={"wounds_dealt = 0": (HALF + THIRD * (HALF + HALF * THIRD) + SIXTH * HALF) ** 2},
        change=set_stat("COVER", 4),
    ),
    Situation(
        "armor on 5+ stops a third of all wounds",
        scene([hero("us-marshal", at="[2, 1]")], [enemy("goliath", "[2, 2]")]),
        "melee",
        # Half of the dice hit; half of the damage dice do 1, 2 or 3 wounds, all of which the armor may stop.
        chances={"wounds_dealt = 0": (HALF + HALF * (HALF + SIXTH * (F(1, 3) + F(1, 9) + F(1, 27)))) ** 2},
        drawing=HALL,
        change=set_stat("ARMOR", 5),
    ),
    Situation(
        "dynamite that may bounce up to three times",
        scene([hero("us-marshal", 'tokens = ["dynamite"]', at="[5, 2]")], [enemy("tentacles", "[5, 7]")]),
        "throw dynamite",
        # d6 wounds without Defense: dead at 4 and more.
        values={"kills": {0: 1 - dynamite_on_open_floor() * HALF, 1: dynamite_on_open_floor() * HALF}},
        chances={"wounds_dealt = 0": 1 - dynamite_on_open_floor()},
        how={"policy": throw_at("5,7")},
        drawing="\n".join(["#" * 14, *["#aaaaaaaaaaaa#"] * 9, "#" * 14]),
    ),
    Situation(
        "dynamite that bounces off the walls of a corridor",
        scene([hero("us-marshal", 'tokens = ["dynamite"]', at="[1, 2]")], [enemy("tentacles", "[1, 7]")]),
        "throw dynamite",
        chances={"kills = 1": dynamite_in_a_corridor() * HALF, "wounds_dealt = 0": 1 - dynamite_in_a_corridor()},
        how={"policy": throw_at("1,7")},
        drawing="##############\n#aaaaaaaaaaaa#\n##############",
    ),
    Situation(
        "dynamite on two enemies and a hero",
        scene(
            [
                hero("us-marshal", 'tokens = ["dynamite"]', "ranged_to_hit = 1", at="[5, 2]"),
                hero("bandido", at="[4, 6]", ready=False),
            ],
            [enemy("tentacles", "[5, 7]"), enemy("tentacles", "[6, 7]", "wounds = 2")],
        ),
        "throw dynamite",
        # It lands where it should. Each figure has a d6 of its own: the tentacles die at 4+ and 2+.
        values={
            "kills": {0: HALF * SIXTH, 1: HALF * F(5, 6) + HALF * SIXTH, 2: HALF * F(5, 6)},
            "wounds_taken": dict.fromkeys(range(1, 7), SIXTH),
        },
        chances={"kills = 2 and wounds_taken = 6": HALF * F(5, 6) * SIXTH},
        how={"policy": throw_at("5,7")},
        drawing="\n".join(["#" * 14, *["#aaaaaaaaaaaa#"] * 9, "#" * 14]),
    ),
    Situation(
        "a light pistol that is critical on 5 and 6",
        scene([hero("saloon-girl", "extra_attacked = true")], [enemy("tentacles", "[1, 3]")]),
        "shoot hold-out-pistol",
        # 4 hits; 5 and 6 are critical: dead at a damage of 4 and more, else at 6.
        chances={"kills = 1": SIXTH * SIXTH + THIRD * HALF, "wounds_dealt = 0": HALF + SIXTH * THIRD},
    ),
    Situation(
        "pistol hits go to the adjacent spider first",
        scene([hero("gunslinger", "dead_eye = 0")], [enemy("void-spiders", "[1, 2]"), enemy("void-spiders", "[1, 6]")]),
        "shoot pistol",
        # Each die hits at 3+ and kills at a damage of 3+: both dice must. The further one never dies alone.
        chances={
            "kills = 2": (F(2, 3) * F(2, 3)) ** 2,
            "enemies.0.alive = 1 and enemies.1.alive = 0": F(0),
        },
    ),
    Situation(
        "tentacles that hold whom they wound",
        scene(
            [hero("us-marshal", ready=False)],
            [enemy("tentacles", "[1, 2]", "target = 0")],
            'elite = { "tentacles" = [1] }',
        ),
        "enemies",
        chances={"heroes.0.held = 1": 1 - (1 - THIRD * THIRD - SIXTH) ** 3},
    ),
    Situation(
        "a grasp at Agility 5+, then d6 hits on Defense 3+",
        scene(
            [hero("us-marshal", ready=False)],
            [enemy("stranglers", "[1, 2]", "target = 0")],
            'groups = [{ type = "stranglers", activated = true }]',
            'elite = { "stranglers" = [2] }',
        ),
        "next",
        chances={
            "wounds_taken = 0": 1 - F(4, 6) ** 3 + F(4, 6) ** 3 * sum(F(2, 3) ** hits for hits in range(1, 7)) / 6
        },
    ),
    Situation(
        "a move roll that gives back grit on 1 and 2",
        scene([hero("bandido", ready=False)], [enemy("tentacles", "[1, 6]")]),
        "next",
        values={"heroes.0.move_points": dict.fromkeys(range(1, 7), SIXTH)},
        chances={"heroes.0.grit = 1": THIRD},
    ),
    Situation(
        "a d6 of extra movement, the best of two",
        scene(
            [hero("us-marshal", "active = true", "move_points = 1", ready=False, grit=2)],
            [enemy("tentacles", "[1, 6]")],
        ),
        "extra move",
        # A 1, 2 or 3 is rolled again: below the average of 3.5.
        means={"heroes.0.move_points": 1 + HALF * 5 + HALF * F(7, 2)},
        how={"objective": {"heroes.0.move_points": 1}},
    ),
    Situation(
        "one enemy chooses among three heroes",
        scene(
            [hero("bandido", at=at, ready=False) for at in ("[1, 1]", "[2, 1]", "[3, 1]")],
            [enemy("tentacles", "[2, 6]")],
        ),
        "enemies",
        values={"enemies.0.target": dict.fromkeys(range(3), THIRD)},
        how={"rerolls": "keep"},
        drawing=HALL,
    ),
    Situation(
        "the second of two spiders chooses whom nobody is after",
        scene(
            [hero("gunslinger", at="[1, 1]", ready=False), hero("gunslinger", at="[3, 1]", ready=False)],
            [enemy("void-spiders", "[2, 5]"), enemy("void-spiders", "[2, 6]")],
        ),
        "enemies",
        chances={
            "enemies.0.target = 0 and enemies.1.target = 1": HALF,
            "enemies.0.target = 1 and enemies.1.target = 0": HALF,
        },
        how={"rerolls": "keep"},
        drawing=HALL,
    ),
    Situation(
        "a recovery of 2d6, split so as to stand above 5 Health",
        scene(
            [
                hero("us-marshal"),
                hero("gunslinger", "knocked_out = true", "health = 0", "sanity = 4", at="[1, 2]", ready=False),
            ],
            [enemy("tentacles", "[1, 6]")],
        ),
        "recover hero 1",
        # Six points of 2d6 (26/36) go to Health, unless the injury (2d6) was a 2: then the hero is lost.
        chances={"heroes.1.health > 5": F(35, 36) * F(26, 36), "heroes.1.knocked_out = 1": F(1, 36)},
        how={"objective": "heroes.1.health > 5"},
        drawing="########\n#aaa+bb#\n#aaa+bb#\n########\n",
    ),
    Situation(
        "two peril dice of spiders",
        'heroes = [{ class = "bandido", at = [1, 1] }]\n'
        'threat = { enemies = [["void-spiders", "peril+peril"]], tile = "b" }\nentrance = [3, 1]\n',
        "set up",
        values={
            "enemies_alive": {
                total: sum((F(1, 36) for a in (3, 3, 4, 4, 5, 6) for b in (3, 3, 4, 4, 5, 6) if a + b == total), F(0))
                for total in range(6, 13)
            }
        },
        drawing="#####\n#aaa#\n#aaa#\n#+++#\n#bbb#\n#bbb#\n#bbb#\n#bbb#\n#bbb#\n#####\n",
    ),
]
