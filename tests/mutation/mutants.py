"""Bent rules: a small change of the code for each rule, which at least one case that names the rule must notice.

`old` must stand in the file exactly once. When code moves, its mutants move with it.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Mutant:
    """One bent rule.

    Attributes:
        rule: number of the rule.
        bend: what goes wrong, in a few words.
        file: path below `brimstone_env/`.
        old: the code as it is.
        new: the code as it is bent.
    """

    rule: str
    bend: str
    file: str
    old: str
    new: str


HERO = "battle/hero.py"
TURN = "battle/turn.py"
THREAT = "battle/threat.py"
PLACEMENT = "battle/placement.py"
ORDER = "core/placement.py"
GRID = "core/grid.py"
GROUPS = "battle/groups.py"
SETUP = "battle/setup.py"
AMBUSH = "battle/ambush.py"
HORROR = "battle/horror.py"
KNOCKOUT = "battle/knockout.py"
MOVEMENT = "battle/movement.py"
LEGAL = "battle/legal.py"
APPLY = "battle/apply.py"
ATTACK = "battle/attack.py"
WEAPONS = "battle/weapons.py"
TARGETS = "battle/targets.py"
DAMAGE = "battle/damage.py"
ROLLS = "battle/rolls.py"
FIGURES = "battle/figures.py"
ENEMY = "battle/enemy.py"
STRIKE = "battle/strike.py"
SCENARIO = "battle/scenario.py"
POSITION = "battle/position.py"
ENEMIES = "battle/tables/enemies.toml"
ITEMS = "battle/tables/items.toml"
HEROES = "battle/tables/heroes.toml"

MUTANTS = (
    # --- A: how a battle starts
    Mutant("B1", "won with one enemy left", TURN, "battle.num_alive == 0:", "battle.num_alive <= 1:"),
    Mutant("B1", "never won", TURN, "return Outcome.WON", "return Outcome.UNDECIDED"),
    Mutant("B2", "named enemies start no battle", SETUP, "plan.named.num_entries > 0", "plan.named.num_entries > 9"),
    Mutant(
        "B3",
        "deck of the next size",
        SCENARIO,
        '("", "low", "low", "medium", "medium", "high", "high")',
        '("", "low", "medium", "medium", "high", "high", "high")',
    ),
    Mutant("B3", "cards that send to a deck are empty", THREAT, "if card.draws > 0 and", "if card.draws > 9 and"),
    Mutant("B3", "a sending card counts as well", THREAT, "if card.num_entries > 0:", "if card.num_entries >= 0:"),
    Mutant(
        "B4", "named amounts are one short", THREAT, "count = int(entry.fixed)", "count = max(int(entry.fixed) - 1, 0)"
    ),
    Mutant("B5", "one peril die only", THREAT, "for _ in range(entry.peril):", "for _ in range(min(entry.peril, 1)):"),
    Mutant("B5", "d3s are not rolled", THREAT, "for _ in range(entry.d3):", "for _ in range(0):"),
    # --- B: placing enemies
    Mutant(
        "B7",
        "enemies appear near the heroes",
        PLACEMENT,
        "for i in range(book.plan.num_places):",
        "for i in range(0):",
    ),
    Mutant("B8", "fast types first", SETUP, "-initiative if arrival.ambush == 1 else initiative", "-initiative"),
    Mutant(
        "B8",
        "equal types in the order of the card",
        SETUP,
        "pick(battle.streams, dice, Stream.SET_UP, Roll.FIRST, count)",
        "0",
    ),
    Mutant("B9", "nearest row first", ORDER, "sorted(rows, reverse=True)", "sorted(rows)"),
    Mutant(
        "B9",
        "no checkerboard",
        ORDER,
        "[s for s in squares if colour(s) == first] + [s for s in squares if colour(s) != first]",
        "squares",
    ),
    Mutant(
        "B10", "occupied squares are not skipped", PLACEMENT, "return bool(battle.board[square] == FREE)", "return True"
    ),
    Mutant(
        "B11",
        "gaps from the nearest row",
        ORDER,
        "+ [s for s in squares if colour(s) != first]",
        "+ [s for s in squares if colour(s) != first][::-1]",
    ),
    Mutant("B12", "nothing beyond the tile", PLACEMENT, "while count > 0:", "while count > 99:"),
    Mutant(
        "B13",
        "a lack of figures is just a lack",
        THREAT,
        "            group.short_turn = battle.turn + 1\n            roll_elite(battle, book, dice, group_index)",
        "            group.short_turn = battle.turn + 1",
    ),
    Mutant("B13", "elite for every lack", THREAT, "if group.short_turn != battle.turn + 1:", "if True:"),
    Mutant("B13", "more figures than in the box", THREAT, "    if count > room:", "    if count > room + 99:"),
    # --- C: elite enemies
    Mutant("B14", "the row rolled is the next one", GROUPS, "group.elite[row] = 1", "group.elite[(row + 1) % 6] = 1"),
    Mutant("B14", "rows that set a number add to it", GROUPS, "if effect.sets == 1:", "if effect.sets == 9:"),
    Mutant("B14", "nobody is held", STRIKE, "stats[Stat.HOLD] == 1", "stats[Stat.HOLD] == 9"),
    Mutant("B14", "held for good", HERO, "    if hero.held == 2:\n        hero.held = 0\n", ""),
    Mutant("B14", "nobody regenerates", TURN, "stats[Stat.REGENERATION])", "stats[Stat.REGENERATION]) * 0"),
    Mutant(
        "B14", "dark stone draws nobody", STRIKE, "battle.heroes[h].dark_stone > 0", "battle.heroes[h].dark_stone > 999"
    ),
    Mutant("B14", "the grasp is slipped on a 4", HORROR, "GRASP_NEED = 5", "GRASP_NEED = 4"),
    Mutant(
        "B14", "ambush is left to the card", THREAT, "stats[Stat.ALWAYS_AMBUSH] == 1", "stats[Stat.ALWAYS_AMBUSH] == 9"
    ),
    Mutant(
        "B15",
        "a repeated row is not rolled again",
        GROUPS,
        "while group.elite[row] == 1:",
        "while group.elite[row] == 9:",
    ),
    Mutant("B16", "no experience for elite rows", GROUPS, "ELITE_EXPERIENCE = 5", "ELITE_EXPERIENCE = 0"),
    Mutant(
        "B16",
        "elite rows pay for each wound",
        GROUPS,
        "group.stats[Stat.EXPERIENCE] += ELITE_EXPERIENCE",
        "group.stats[Stat.EXPERIENCE_EACH] += ELITE_EXPERIENCE",
    ),
    # --- D: ambush
    Mutant("B17", "slow ambushers first", SETUP, "-initiative if arrival.ambush == 1 else initiative", "initiative"),
    Mutant(
        "B17", "ambushers are placed like others", SETUP, "            if ambush == 1:", "            if ambush == 2:"
    ),
    Mutant("B18", "no added Initiative", AMBUSH, "AMBUSH_BONUS = 2", "AMBUSH_BONUS = 0"),
    Mutant("B18", "added Initiative for good", TURN, "battle.groups[g].ambush = 0", "pass"),
    Mutant(
        "B19",
        "any hero, not one with fewest",
        AMBUSH,
        "fewest[h] = 0 if first else",
        "fewest[h] = 0 if first or h >= 0 else",
    ),
    Mutant(
        "B19",
        "heroes without room are not skipped",
        AMBUSH,
        "count_beside(battle, book, size, h) == 0",
        "count_beside(battle, book, size, h) < 0",
    ),
    Mutant(
        "B19",
        "knocked-out heroes are ambushed",
        AMBUSH,
        "battle.heroes[h].knocked_out == 1 or",
        "battle.heroes[h].knocked_out == 9 or",
    ),
    Mutant(
        "B19",
        "ambushers are after nobody",
        AMBUSH,
        "place_enemy(battle, book, dice, type_id, square, hero_index)",
        "place_enemy(battle, book, dice, type_id, square, NOBODY)",
    ),
    Mutant(
        "B20",
        "who finds no room stays away",
        AMBUSH,
        "square = nearest_free(battle, book, dice, size, 0)",
        "square = NOBODY",
    ),
    Mutant(
        "B21",
        "the first ambusher takes the first hero",
        AMBUSH,
        "pick(battle.streams, dice, Stream.SET_UP, Roll.TARGET, count)",
        "0",
    ),
    # --- E: turns
    Mutant(
        "B23",
        "slowest hero first",
        TURN,
        "        best = max(best, hero_initiative(battle, h))",
        "        best = hero_initiative(battle, h) if hero_initiative(battle, h) >= 0 else best",
    ),
    Mutant("B23", "nobody counts as having acted", HERO, "    hero.activated = 1\n", "    hero.activated = 0\n"),
    Mutant("B23", "comfort from afar", KNOCKOUT, "int(book.map.adjacent[healer.square, hero.square]) == 1", "True"),
    Mutant(
        "B23",
        "nobody is comforted",
        TURN,
        "top_frame(battle.stack).stage = TurnStage.COMFORT",
        "top_frame(battle.stack).stage = TurnStage.END",
    ),
    Mutant("B24", "heroes before enemies of equal Initiative", TURN, "if enemies >= heroes:", "if enemies > heroes:"),
    Mutant(
        "B24",
        "no choice among equal heroes",
        TURN,
        "    if count > 1:\n        ask(",
        "    if count > 9:\n        ask(",
    ),
    Mutant(
        "B24",
        "equal types in order of listing",
        TURN,
        "chosen = pick(battle.streams, dice, Stream.CHOICE, Roll.FIRST, count)",
        "chosen = 0",
    ),
    Mutant(
        "B25",
        "one thing more to do while moving",
        LEGAL,
        "    mask_out[Verb.END_MOVE] = 1\n",
        "    mask_out[Verb.END_MOVE] = 1\n    mask_out[17] = 1\n",
    ),
    # --- F: horror
    Mutant(
        "B26",
        "terror on every tile",
        HORROR,
        "tiles_of(battle, book, enemy_index) & int(book.map.tiles[square]) != 0",
        "True",
    ),
    Mutant("B26", "no terror", HORROR, "hits += int(stats[Stat.TERROR])", "hits += 0"),
    Mutant(
        "B26",
        "unspeakable terror on its own tile only",
        HORROR,
        "book.map.near_tiles[square]",
        "book.map.tiles[square]",
    ),
    Mutant(
        "B26",
        "one enemy frightens, not all",
        HORROR,
        "        total += hits\n        e += 1\n",
        "        total += hits\n        e = battle.num_enemies if total > 0 else e + 1\n",
    ),
    Mutant(
        "B27", "success costs Sanity", HORROR, "if battle.pool.grades[die] == 0:", "if battle.pool.grades[die] == 1:"
    ),
    Mutant("B27", "no knock-out at Sanity 0", KNOCKOUT, "if hero.sanity == 0:", "if hero.sanity < 0:"),
    Mutant("B27", "no knock-out at Health 0", KNOCKOUT, "if hero.health == 0:", "if hero.health < 0:"),
    # --- G: movement and escape
    Mutant(
        "B28", "diagonals around wall corners", GRID, "row_first & column_first, way)", "row_first | column_first, way)"
    ),
    Mutant("B28", "no grit for a 1", HERO, "        hero.grit += 1\n", "        hero.grit += 0\n"),
    Mutant("B28", "no bonus to the move roll", HERO, "rolled + int(row.move_bonus)", "rolled"),
    Mutant("B28", "excess grit is kept", HERO, "        hero.grit = hero.max_grit\n", "        pass\n"),
    Mutant(
        "B28",
        "heroes walk through figures",
        MOVEMENT,
        "if reach_out[there] == -1 and battle.board[there] == FREE:",
        "if reach_out[there] == -1:",
    ),
    Mutant("B28", "moving is free", MOVEMENT, "hero.move_points -= int(reach[square])", "hero.move_points -= 0"),
    Mutant("B28", "the bandido's card is like the others'", HEROES, "grit_on = 2", "grit_on = 1"),
    Mutant(
        "B29",
        "the lowest escape value counts",
        MOVEMENT,
        "value > hero.escaped and value > need",
        "value > hero.escaped and (need == 0 or value < need)",
    ),
    Mutant("B29", "enemies stop nobody", MOVEMENT, "or (stops[here] == 1 and here != start)", ""),
    Mutant("B29", "an escape is for one step", HERO, "hero.escaped = battle.pool.need", "hero.escaped = 0"),
    Mutant(
        "B29",
        "the roll counts, not the value",
        HERO,
        "hero.escaped = battle.pool.need",
        "hero.escaped = battle.pool.values[0]",
    ),
    Mutant("B30", "a failed escape costs nothing", HERO, "    else:\n        end_movement(battle, hero_index)\n", ""),
    # --- H: attacks
    Mutant("B32", "two attacks", APPLY, "        hero.attacked = 1\n", "        hero.attacked = 0\n"),
    Mutant("B32", "one die in melee", WEAPONS, "int(hero.combat) + melee_bonus", "1 + melee_bonus"),
    Mutant("B32", "any gun for the saloon girl", LEGAL, "light_guns_only == 1", "light_guns_only == 9"),
    Mutant(
        "B32", "the badge counts at once", HERO, "battle.heroes[h].badge_bonus = 1", "battle.heroes[h].badge_bonus = 2"
    ),
    Mutant("B32", "the badge is used again and again", HERO, "    battle.heroes[hero_index].item_used[slot] = 1\n", ""),
    Mutant("B33", "no melee bonus", WEAPONS, "+ melee_bonus(book, hero, False)", "+ 0"),
    Mutant("B33", "many hands", WEAPONS, "HANDS = 2", "HANDS = 9"),
    Mutant("B34", "no limit of range", FIGURES, "chebyshev(book, int(enemy.square), square) > range_squares", "False"),
    Mutant(
        "B34",
        "melee at any distance",
        TARGETS,
        "    if slot == MELEE:\n        return False\n",
        "    if slot == MELEE:\n        return True\n",
    ),
    Mutant("B34", "one shot with every gun", WEAPONS, "count = int(book.items[hero.items[slot]].shots)", "count = 1"),
    Mutant("B34", "no Double Shot", DAMAGE, "        hero.double_shot = 1\n", "        hero.double_shot = 0\n"),
    Mutant("B34", "Double Shot for everybody", DAMAGE, "book.classes[hero.class_id].double_shot == 1", "True"),
    Mutant(
        "B34", "Double Shot without end", ATTACK, "        hero.double_shot = 2\n", "        hero.double_shot = 0\n"
    ),
    Mutant("B34", "the badge adds nothing to shots", WEAPONS, "    if hero.badge_bonus != 2:", "    if True:"),
    Mutant(
        "B34", "the badge counts for good", HERO, "    if hero.badge_bonus == 2:\n        hero.badge_bonus = 0\n", ""
    ),
    Mutant(
        "B35",
        "guns hit on the melee value",
        WEAPONS,
        "need = int(hero.ranged_to_hit) + penalty",
        "need = int(hero.melee_to_hit) + penalty",
    ),
    Mutant(
        "B35",
        "a melee 5 is critical",
        WEAPONS,
        "int(hero.melee_to_hit) + penalty, 6)",
        "int(hero.melee_to_hit) + penalty, 5)",
    ),
    Mutant("B35", "the hold-out pistol is critical on 6", ITEMS, "critical = 5\n", "critical = 6\n"),
    Mutant(
        "B35",
        "the shotgun has d6s",
        ITEMS,
        "range = 5\nshots = 1\nhands = 2\nsides = 8\n",
        "range = 5\nshots = 1\nhands = 2\nsides = 6\n",
    ),
    Mutant("B35", "venom does nothing", WEAPONS, "penalty = 1 if hero.venom == 2 else 0", "penalty = 0"),
    Mutant(
        "B36",
        "hits go anywhere",
        TARGETS,
        "only_adjacent = has_adjacent(battle, book, hero_index)",
        "only_adjacent = False",
    ),
    Mutant(
        "B36",
        "critical hits last",
        ATTACK,
        "for die in range(pool.count):",
        "for die in range(pool.count - 1, -1, -1):",
    ),
    Mutant(
        "B36",
        "nothing goes further",
        TARGETS,
        "    return is_in_sight(battle, book, enemy_index, int(hero.square), range_squares)",
        "    return False",
    ),
    Mutant(
        "B37",
        "walls do not block",
        FIGURES,
        "book.map.sight[square_of(battle, book, enemy_index, part), square] == 1",
        "True",
    ),
    Mutant(
        "B38",
        "hits left over go on",
        DAMAGE,
        "frame.index = int(frame.extra) + int(battle.pool.count)",
        "frame.index = frame.index",
    ),
    Mutant("B38", "one damage die for all hits", DAMAGE, "battle.pool.values[die]", "battle.pool.values[0]"),
    Mutant(
        "B38",
        "the rest of a split hit is lost",
        DAMAGE,
        "    if frame.points > 0:\n        enemy.shared = 1",
        "    if frame.points > 99:\n        enemy.shared = 1",
    ),
    Mutant("B39", "no Defense", DAMAGE, "defense = 0 if critical else int(stats[Stat.DEFENSE])", "defense = 0"),
    Mutant("B39", "Defense heals", DAMAGE, "min(max(points - defense, 0),", "min(points - defense,"),
    Mutant("B40", "critical hits are like others", DAMAGE, "defense = 0 if critical else", "defense = 0 if False else"),
    Mutant("B41", "rerolls are free", ROLLS, "    hero.grit -= 1\n", "    hero.grit -= 0\n"),
    Mutant(
        "B41",
        "a die may be rerolled twice",
        ROLLS,
        "if die >= pool.count or pool.rerolled[die] == 1:",
        "if die >= pool.count:",
    ),
    Mutant("B41", "rerolls without grit", ROLLS, "if battle.heroes[battle.pool.hero].grit == 0:", "if False:"),
    Mutant(
        "B41",
        "only failures may be rerolled",
        ROLLS,
        "return pool.kind != Roll.DEFENSE or bool(pool.grades[die] == 0)",
        "return bool(pool.grades[die] == 0)",
    ),
    Mutant(
        "B42",
        "one wound short of Health kills",
        DAMAGE,
        "dead = enemy.wounds >= stats[Stat.HEALTH]",
        "dead = enemy.wounds >= stats[Stat.HEALTH] - 1",
    ),
    Mutant(
        "B42",
        "the dead stay in the way",
        FIGURES,
        "    lift_enemy(battle, book, enemy_index)\n    enemy.alive = 0",
        "    enemy.alive = 0",
    ),
    Mutant("B42", "every wound of a small enemy pays", DAMAGE, "    elif dead:\n", "    else:\n"),
    Mutant(
        "B43",
        "the base is paid once",
        DAMAGE,
        "book.rules.revised_experience == 0 or",
        "book.rules.revised_experience == 9 or",
    ),
    Mutant("B43", "the option does nothing", DAMAGE, "book.rules.revised_experience == 0 or", "True or"),
    Mutant("B43", "nothing for each wound", DAMAGE, "points = each * wounds", "points = 0"),
    Mutant(
        "B43",
        "wounds beyond the last pay",
        DAMAGE,
        "wounds = min(max(points - defense, 0), int(stats[Stat.HEALTH]) - int(enemy.wounds))",
        "wounds = max(points - defense, 0)",
    ),
    Mutant(
        "B44",
        "a free attack uses up the ordinary one",
        APPLY,
        "        hero.extra_attacked = 1\n",
        "        hero.extra_attacked = 1\n        hero.attacked = 1\n",
    ),
    Mutant("B44", "any number of extra attacks", APPLY, "        hero.extra_attacked = 1\n", ""),
    Mutant("B44", "a free attack every turn", APPLY, "        hero.item_used[slot] = 1\n    else:", "    else:"),
    Mutant(
        "B44",
        "every gun gives one",
        LEGAL,
        "(item.free_attack == 0 or hero.item_used[slot] == 1)",
        "(hero.item_used[slot] == 1)",
    ),
    Mutant(
        "B47",
        "critical hits on tough enemies",
        DAMAGE,
        "battle.hits[hit] == 2 and stats[Stat.TOUGH] == 0",
        "battle.hits[hit] == 2",
    ),
    # --- I: enemy movement
    Mutant(
        "B48",
        "the furthest goes first",
        ENEMY,
        "if least == NOBODY or away < least:",
        "if least == NOBODY or away > least:",
    ),
    Mutant(
        "B48",
        "each attacks before the next moves",
        ENEMY,
        "    for e in range(int(frame.index), battle.num_enemies):",
        "    for e in range(int(frame.index) + 1, battle.num_enemies):",
    ),
    Mutant("B49", "any hero in reach", ENEMY, "fewest[h] = count_targeting(battle, h, group)", "fewest[h] = 0"),
    Mutant(
        "B49",
        "enemies of all types count",
        FIGURES,
        "enemy.alive == 1 and enemy.group == group_index and enemy.target == hero_index",
        "enemy.alive == 1 and enemy.target == hero_index",
    ),
    Mutant("B49", "Move has no limit", MOVEMENT, "        if steps == most:\n            break\n", ""),
    Mutant("B49", "spiders share freely", MOVEMENT, "            return SHARED_END", "            return OPEN_END"),
    Mutant(
        "B50",
        "it stops at the near side",
        ENEMY,
        "score[square] = book.map.distance[start, square]",
        "score[square] = 255 - int(book.map.distance[start, square])",
    ),
    Mutant(
        "B51",
        "who reaches nobody stays",
        ENEMY,
        "        square = choose_approach(battle, book, dice, enemy_index, ends)",
        "        square = int(enemy.square)",
    ),
    Mutant(
        "B51", "near any hero, not the nearest", ENEMY, "book.map.distance[start, hero.square] == nearest", "h == 0"
    ),
    Mutant(
        "B52",
        "others do not block the way",
        MOVEMENT,
        "    if battle.board[square] == FREE:\n        return True\n    if battle.groups[",
        "    if True:\n        return True\n    if battle.groups[",
    ),
    Mutant(
        "B52",
        "whoever is fewest does not matter",
        ENEMY,
        "fewest[h] = count_targeting(battle, h, group)",
        "fewest[h] = 0",
    ),
    Mutant("B53", "no target is kept", ENEMY, "    if keeps_target(battle, book, enemy_index):\n        return\n", ""),
    Mutant(
        "B53",
        "a target is kept from afar",
        ENEMY,
        "return is_hero_next_to(battle, book, int(enemy.target), enemy_index)",
        "return True",
    ),
    Mutant(
        "B54",
        "the old choice counts",
        ENEMY,
        "        set_target(battle, dice, enemy_index, NOBODY)\n    lift_enemy",
        "        pass\n    lift_enemy",
    ),
    Mutant(
        "B55",
        "large enemies are blocked",
        MOVEMENT,
        "size_of(battle, enemy_index) >= Size.LARGE and bool(battle.board[square] >= SMALL_HERE)",
        "False",
    ),
    Mutant(
        "B55",
        "large enemies pass anyone",
        MOVEMENT,
        "size_of(battle, enemy_index) >= Size.LARGE and bool(battle.board[square] >= SMALL_HERE)",
        "size_of(battle, enemy_index) >= Size.LARGE",
    ),
    Mutant(
        "B55",
        "nobody is displaced",
        MOVEMENT,
        "            displace(battle, book, dice, here, before)\n",
        "            pass\n",
    ),
    Mutant(
        "B56",
        "only the base needs room",
        MOVEMENT,
        "if here == NOBODY or (battle.board[here] != FREE and battle.board[here] < SMALL_HERE):\n                return NO_END",
        "if part == 0 and here == NOBODY:\n                return NO_END",
    ),
    Mutant(
        "B56",
        "adjacent to its base only",
        FIGURES,
        "return 4 if size_of(battle, enemy_index) == Size.VERY_LARGE else 1",
        "return 1",
    ),
    Mutant(
        "B56",
        "smaller ones stay under it",
        MOVEMENT,
        "        make_room(battle, book, dice, enemy_index, square)\n",
        "        pass\n",
    ),
    # --- J: enemy attacks
    Mutant("B58", "two dice for everybody", STRIKE, "count = int(stats[Stat.COMBAT])", "count = 2"),
    Mutant("B58", "no smash", ENEMIES, "smash = 1", "smash = 0"),
    Mutant("B58", "a strangler's six is one hit", ENEMIES, "six_hits = 3", "six_hits = 1"),
    Mutant("B58", "everybody smashes", STRIKE, "if stats[Stat.SMASH] == 1:", "if True:"),
    Mutant("B58", "every adjacent hero is attacked", STRIKE, "return bool(enemy.target == hero_index)", "return True"),
    Mutant("B58", "spiders together are like spiders apart", ENEMIES, "swarm = 2", "swarm = 0"),
    Mutant("B58", "goliath attacks its target only", ENEMIES, "area = 3", "area = 0"),
    Mutant(
        "B59",
        "no defense",
        STRIKE,
        "frame.extra += int(battle.pool.count) - count_grade(battle.pool, 1)",
        "frame.extra += int(battle.pool.count)",
    ),
    Mutant(
        "B59",
        "one die for all hits",
        STRIKE,
        "count = min(int(frame.amount), MAX_DICE)",
        "count = min(int(frame.amount), 1)",
    ),
    Mutant(
        "B59",
        "blocks may be rerolled",
        ROLLS,
        "return pool.kind != Roll.DEFENSE or bool(pool.grades[die] == 0)",
        "return True",
    ),
    Mutant("B60", "one wound a hit", STRIKE, "unblocked * int(stats[Stat.DAMAGE])", "unblocked"),
    Mutant(
        "B60", "a blow, however many hits", STRIKE, "unblocked * int(stats[Stat.DAMAGE])", "int(stats[Stat.DAMAGE])"
    ),
    # --- K, L, M
    Mutant("B64", "tokens are never used up", KNOCKOUT, "battle.revive_tokens -= 1", "battle.revive_tokens -= 0"),
    Mutant("B64", "Sanity is not restored", KNOCKOUT, "    hero.sanity = hero.max_sanity\n", ""),
    Mutant("B64", "no grit with the token", KNOCKOUT, "hero.grit = max(int(hero.grit), 1)", "hero.grit = hero.grit"),
    Mutant("B64", "nobody is asked", KNOCKOUT, "if battle.revive_tokens > 0:", "if battle.revive_tokens > 99:"),
    Mutant("B65", "lost with one hero left", TURN, "battle.num_standing == 0 and", "battle.num_standing <= 1 and"),
    Mutant("B65", "never lost", TURN, "return Outcome.LOST", "return Outcome.UNDECIDED"),
    Mutant("B66", "the battle is not over", TURN, "return Outcome.WON", "return Outcome.UNDECIDED"),
    Mutant(
        "B66", "the turn goes on", TURN, "    battle.outcome = outcome\n", "    battle.outcome = Outcome.UNDECIDED\n"
    ),
    Mutant(
        "B71",
        "nobody may come twice",
        POSITION,
        "    battle.board[:] = FREE  # `build`",
        '    if len(set(places)) > len({place[0] for place in places}):\n        raise InputError("a class comes twice")\n    battle.board[:] = FREE  # `build`',
    ),
    Mutant(
        "B72",
        "seven heroes",
        POSITION,
        '_rows(data, "heroes", MAX_HEROES, where)',
        '_rows(data, "heroes", 7, where)[:6]',
    ),
    # --- N: rulings
    Mutant("N1", "range goes by rows and columns added", FIGURES, "return max(rows, cols)", "return rows + cols"),
    Mutant(
        "N2", "the row starts on the right", ORDER, "right = (ahead[1], -ahead[0])", "right = (-ahead[1], ahead[0])"
    ),
    Mutant(
        "N3",
        "overflow fills squares in order",
        PLACEMENT,
        "score[square] = hero_distance(battle, book, size, square)",
        "score[square] = 1",
    ),
    Mutant(
        "N4",
        "equally near figures by index",
        ENEMY,
        "chosen = pick(battle.streams, dice, Stream.CHOICE, Roll.FIRST, count)",
        "chosen = 0",
    ),
    Mutant(
        "N4", "the players are never asked", ENEMY, "book.rules.players_order == 1", "book.rules.players_order == 9"
    ),
    Mutant(
        "N5",
        "it stops at the near side",
        ENEMY,
        "score[square] = book.map.distance[start, square]",
        "score[square] = 255 - int(book.map.distance[start, square])",
    ),
    Mutant(
        "N6",
        "doorways belong to one tile",
        GRID,
        "                grid.tiles[square] |= tile_bit(str(sign))",
        "                grid.tiles[square] = tile_bit(str(sign))",
    ),
    Mutant(
        "N6",
        "only the base is on a tile",
        HORROR,
        "for part in range(num_squares_of(battle, enemy_index)):",
        "for part in range(1):",
    ),
    Mutant(
        "N8",
        "both sides down is a defeat",
        TURN,
        "battle.num_enemies > 0 and battle.num_alive == 0:",
        "battle.num_enemies > 0 and battle.num_alive == 0 and battle.num_standing > 0:",
    ),
    Mutant(
        "N9", "the activation goes on", KNOCKOUT, "            frame.stage = ACTIVATION_END\n", "            pass\n"
    ),
    Mutant(
        "N10",
        "all who pass through choose anew",
        ENEMY,
        "battle.groups[enemy.group].stats[Stat.NEW_TARGET] == 1",
        "battle.groups[enemy.group].stats[Stat.PASS_THROUGH] == 1",
    ),
    Mutant("N10", "spiders are blocked", ENEMIES, "pass_through = 1\nshare", "pass_through = 0\nshare"),
    Mutant("N11", "Dead Eye is not asked", DAMAGE, "bool(hero.dead_eye > 0)", "bool(hero.dead_eye > 99)"),
    Mutant("N11", "Dead Eye with any gun", DAMAGE, "bool(book.items[hero.items[slot]].pistol == 1)", "True"),
    Mutant("N11", "Dead Eye adds one", DAMAGE, "DEAD_EYE_DAMAGE = 2", "DEAD_EYE_DAMAGE = 1"),
)
