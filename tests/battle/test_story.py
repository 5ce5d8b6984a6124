"""The event log in words."""

import pytest

from brimstone_env.battle.book import load_tables
from brimstone_env.battle.codes import Decision, Event, Frame, Outcome, Roll, Stat
from brimstone_env.battle.narration.sentences import listed
from brimstone_env.battle.position import parse_position
from brimstone_env.battle.story import Story, Teller, first_hero, tell

TABLES = load_tables(None)
SHOTGUN = TABLES.item_ids["shotgun"]
MAP = """
########
#aaaaaa#
#aaaaaa#
#aaaaaa#
########
"""
CELL = 3 * 16 + 4


@pytest.fixture
def battle():
    data = {
        "map": MAP,
        "heroes": [{"class": "us-marshal", "at": [1, 1]}, {"class": "gunslinger", "at": [1, 2]}],
        "enemies": [
            *({"type": "tentacles", "at": [2, column]} for column in (1, 2, 3)),
            {"type": "night-terrors", "at": [3, 6]},
        ],
    }
    battles, books, _ = parse_position(data, TABLES, "test")
    return battles[0], books[0]


def story(battle, *events, hero=-1):
    rows = [(code, *arguments, *[0] * (3 - len(arguments))) for code, *arguments in events]
    return tell(rows, *battle, TABLES, hero)


def dice(kind, *results, sides=6):
    """Dice of enemies, dice of cards, and those that a hero rolls again."""
    return [(Event.DIE, kind, result, sides) for result in results]


def roll(hero, kind, *results):
    """A hero's roll."""
    return [(Event.ROLL, hero, kind, len(results)), *dice(kind, *results)]


def test_tell__a_shot_in_one_sentence(battle):
    assert story(
        battle,
        (Event.HERO_ATTACK, 0, SHOTGUN, 0),
        *roll(0, Roll.TO_HIT, 7),
        *roll(0, Roll.DAMAGE, 5),
        (Event.HIT, 2, 5, 1),
        (Event.WOUND, 2, 5, 5),
        (Event.EXPERIENCE, 0, 30),
        (Event.KILL, 2, 0),
    ) == ["US Marshal fires the shotgun at tentacles 2: 7 to hit, critical, 5 wounds, dead, 30 XP"]


def test_tell__hits_on_several_enemies(battle):
    assert story(
        battle,
        (Event.HERO_ATTACK, 0, -1, 0),
        *roll(0, Roll.TO_HIT, 2, 4, 6),
        (Event.HIT, 0, 3, 0),
        (Event.WOUND, 0, 1, 1),
        (Event.HIT, 1, 2, 0),
    ) == ["US Marshal strikes: 2, 4 and 6 to hit; tentacles 0: 3 damage, 1 wound; tentacles 1: 2 damage, no wound"]


def test_tell__a_miss_and_a_roll_whose_hits_are_still_to_be_assigned(battle):
    events = [(Event.HERO_ATTACK, 0, SHOTGUN, 1), *roll(0, Roll.TO_HIT, 3)]
    assert story(battle, *events) == ["US Marshal fires the shotgun (free attack): 3 to hit, no hit"]
    battle[0].pending.kind = Decision.ASSIGN
    assert story(battle, *events) == ["US Marshal fires the shotgun (free attack): 3 to hit"]
    assert story(battle, *events, (Event.TURN, 2)) == [
        "US Marshal fires the shotgun (free attack): 3 to hit, no hit",
        "Turn 2",
    ]


def test_tell__what_began_before_the_log(battle):
    events = [*roll(0, Roll.DAMAGE, 4), (Event.HIT, 1, 4, 0), (Event.WOUND, 1, 2, 2), (Event.ACTIVATE_HERO, 1)]
    assert story(battle, *events, hero=0) == ["US Marshal hits tentacles 1: 4 damage, 2 wounds", "Gunslinger acts"]
    assert story(battle, *events) == ["The hero hits tentacles 1: 4 damage, 2 wounds", "Gunslinger acts"]


def test_tell__dead_eye_and_the_last_shot(battle):
    assert story(
        battle,
        (Event.DEAD_EYE, 1, 5),
        (Event.HIT, 0, 6, 0),
        (Event.WOUND, 0, 4, 4),
        (Event.KILL, 0, 1),
        (Event.EXTRA_SHOT, 0),
        *roll(0, Roll.TO_HIT, 1),
    ) == [
        "Gunslinger hits tentacles 0: 6 damage, 4 wounds with Dead Eye (5 left), dead",
        "US Marshal shoots once more: 1 to hit, no hit",
    ]


def test_tell__an_activation(battle):
    assert story(
        battle,
        (Event.ACTIVATE_HERO, 1),
        *roll(1, Roll.WILLPOWER, 2, 5),
        (Event.HERO_HORROR, 1, 1),
        *roll(1, Roll.MOVE, 1),
        (Event.GRIT, 1, 1),
        *roll(1, Roll.ESCAPE, 5),
        (Event.ESCAPE, 1, 1),
        (Event.HERO_MOVE, 1, 18, CELL),
        (Event.HERO_MOVE, 1, CELL, CELL + 1),
    ) == [
        "Gunslinger acts",
        "Gunslinger rolls 2 and 5 on Willpower, loses 1 Sanity",
        "Gunslinger rolls 1 for movement, gets back 1 grit",
        "Gunslinger rolls 5 to escape, escapes, moves to 3,4",
        "Gunslinger moves to 3,5",
    ]


def test_tell__grit(battle):
    assert story(battle, (Event.GRIT, 1, -1), *dice(Roll.MOVE, 4)) == [
        "Gunslinger spends 1 grit and rolls 4 for movement"
    ]
    assert story(battle, (Event.GRIT, 1, -1), *dice(Roll.DEFENSE, 2, 6), (Event.HERO_WOUND, 1, 3)) == [
        "Gunslinger spends 1 grit and rolls 2 and 6 on defense, takes 3 wounds"
    ]
    assert story(battle, (Event.GRIT, 1, -1, 1), (Event.HERO_MOVE, 1, 18, CELL)) == [
        "Gunslinger cannot keep 1 grit above its most",
        "Gunslinger moves to 3,4",
    ]


def test_tell__a_group_moves_and_attacks(battle):
    assert story(
        battle,
        (Event.ACTIVATE_GROUP, 0),
        *dice(Roll.TARGET, 1),
        (Event.TARGET, 0, 1),
        (Event.ENEMY_MOVE, 0, 33, CELL),
        (Event.TARGET, 1, 0),
        (Event.ENEMY_MOVE, 2, 35, CELL + 1),
        (Event.ENEMY_MOVE, 3, 54, CELL + 2),
        *dice(Roll.ENEMY_TO_HIT, 1, 5, 6),
        (Event.ENEMY_ATTACK, 0, 1, 2),
        *roll(1, Roll.DEFENSE, 2, 5),
        (Event.STATUS, 1, 1, 1),
        (Event.HERO_WOUND, 1, 3),
        (Event.KNOCKED_OUT, 1),
        *dice(Roll.ENEMY_TO_HIT, 4),
        (Event.ENEMY_ATTACK, 1, 0, 1),
        *roll(0, Roll.DEFENSE, 6),
        *dice(Roll.ENEMY_TO_HIT, 1),
        (Event.ENEMY_ATTACK, 2, 0, 0),
    ) == [
        "Tentacles act: 0 goes to 3,4 after Gunslinger; 1 turns on US Marshal; 2 goes to 3,5; "
        "night terrors 3 gives way to 3,6",
        "Tentacles 0 attacks Gunslinger: 1, 5 and 6 to hit, 2 hits, 1 not to be blocked; defense 2 and 5; "
        "is held and cannot move next time; takes 3 wounds; is knocked out",
        "Tentacles 1 attacks US Marshal: 4 to hit, 1 hit; defense 6; all blocked",
        "Tentacles 2 attacks US Marshal: 1 to hit, no hit",
    ]


def test_tell__figures_in_the_order_in_which_they_move(battle):
    """Old targets that are dropped do not count; who gives way is told after the figure that it gives way to."""
    assert story(
        battle,
        (Event.ACTIVATE_GROUP, 0),
        (Event.TARGET, 0, -1),
        (Event.TARGET, 1, -1),
        (Event.TARGET, 1, 0),
        (Event.ENEMY_MOVE, 1, 34, CELL),
        (Event.ENEMY_MOVE, 3, 54, CELL + 2),
        (Event.ENEMY_MOVE, 2, 35, CELL + 1),
        (Event.TARGET, 0, 1),
        (Event.ENEMY_MOVE, 0, 33, CELL - 1),
    ) == [
        "Tentacles act: 1 goes to 3,4 after US Marshal; 2 goes to 3,5; night terrors 3 gives way to 3,6; "
        "0 goes to 3,3 after Gunslinger",
    ]


def test_tell__what_a_six_of_an_enemy_is(battle):
    attack = [*dice(Roll.ENEMY_TO_HIT, 2, 6, 3), (Event.ENEMY_ATTACK, 0, 1, 1), (Event.HERO_WOUND, 1, 3, 7)]
    assert story(battle, *attack) == [
        "Tentacles 0 attacks Gunslinger: 2, 6 and 3 to hit, 1 hit, not to be blocked; takes 3 wounds (7 Health left)"
    ]
    stats = battle[0].groups[0].stats
    stats[Stat.SMASH], stats[Stat.SIX_HITS], stats[Stat.RANGED_SIX] = 0, 2, 3
    assert story(battle, *dice(Roll.ENEMY_TO_HIT, 6, 4), (Event.ENEMY_ATTACK, 0, 1, 3)) == [
        "Tentacles 0 attacks Gunslinger: 6 and 4 to hit, 3 hits (a 6 is 2)"
    ]
    assert story(battle, *dice(Roll.ENEMY_TO_HIT, 6), (Event.ENEMY_SHOOT, 0, 1, 3)) == [
        "Tentacles 0 shoots at Gunslinger: 6 to hit, 3 hits (a 6 is 3)"
    ]


def test_tell__damage_that_an_enemy_rolls(battle):
    assert story(
        battle,
        *dice(Roll.ENEMY_TO_HIT, 4, 4, 1),
        (Event.ENEMY_ATTACK, 0, 1, 2),
        *roll(1, Roll.DEFENSE, 2, 3),
        *dice(Roll.ENEMY_DAMAGE, 3, 4),
        (Event.HERO_WOUND, 1, 7, 3),
    ) == [
        "Tentacles 0 attacks Gunslinger: 4, 4 and 1 to hit, 2 hits; defense 2 and 3; damage 3 and 4; "
        "takes 7 wounds (3 Health left)"
    ]


def test_tell__a_hit_that_figures_of_one_square_share(battle):
    assert story(
        battle,
        (Event.HERO_ATTACK, 0, -1, 0),
        *roll(0, Roll.TO_HIT, 6, 4),
        *roll(0, Roll.DAMAGE, 5),
        (Event.HIT, 0, 3, 1),
        (Event.WOUND, 0, 3, 3),
        (Event.HIT, 1, 2, 1),
        (Event.WOUND, 1, 2, 2),
        *roll(0, Roll.DAMAGE, 1),
        (Event.HIT, 1, 1, 0),
    ) == [
        "US Marshal strikes: 6 and 4 to hit; tentacles 0: critical, 3 wounds; tentacles 1 by the same hit: 2 wounds; "
        "tentacles 1: 1 damage, no wound"
    ]


def test_tell__dice_of_an_injury(battle):
    events = [(Event.RECOVER, 0, 1), *dice(Roll.INJURY, 3, 2), (Event.INJURY, 1, 3)]
    title = TABLES.injuries[3].title
    assert story(battle, *events) == [f"US Marshal helps Gunslinger up: gets an injury (3 and 2: {title})"]


def test_tell__healing_that_is_rolled_for_another_hero(battle):
    assert story(battle, *roll(0, Roll.HEAL, 4), (Event.HEAL, 1, 4, 0), (Event.EXPERIENCE, 0, 20)) == [
        "US Marshal rolls 4 for healing, heals 4 Health of Gunslinger, gains 20 XP"
    ]
    assert story(battle, *roll(0, Roll.HEAL, 4), (Event.HEAL, 0, 4, 0)) == [
        "US Marshal rolls 4 for healing, heals 4 Health"
    ]


def test_tell__set_up(battle):
    assert story(
        battle,
        *dice(Roll.THREAT, 3, sides=10),
        (Event.CARD, 0, 3),
        *dice(Roll.PERIL, 3),
        (Event.ELITE, 1, 2),
        *((Event.PLACE, enemy, CELL, -1) for enemy in (0, 1, 2)),
        (Event.PLACE, 3, CELL, 1),
        (Event.TURN, 1),
    ) == [
        f"Threat card 4 of the {TABLES.deck_names[0]} deck: peril Stranglers",
        "Night Terrors are elite, row 2 of their table: Terror 0, Unspeakable 2",
        "Tentacles 0 to 2 appear; night terrors 3 ambushes Gunslinger at 3,4",
        "Turn 1",
    ]


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        ((Event.OUTCOME, Outcome.LOST), "The battle is lost"),
        ((Event.REGENERATE, 3, 2), "Night terrors 3 regenerates 2 wounds"),
        ((Event.HEAL, 0, 2, 1), "US Marshal heals 2 Health and 1 Sanity"),
        ((Event.HEAL, 0, 0, 0), "US Marshal heals nothing"),
        ((Event.REVIVED, 1), "A revive token brings Gunslinger back"),
        ((Event.BADGE, 0), "US Marshal shows the badge: every hero has more dice in its next activation"),
        ((Event.KNOCKED_OUT, 0), "US Marshal is knocked out"),
        ((Event.GRIT, 0, 1), "US Marshal gets back 1 grit"),
    ],
)
def test_tell__one_event(battle, event, sentence):
    assert story(battle, event) == [sentence]


@pytest.mark.parametrize("event", list(Event))
def test_tell__every_event_is_known_alone(battle, event):
    battle[0].stack.depth = 0
    rows = [(event, 0, 1, 1), (Event.TURN, 2, 0, 0)]
    assert tell(rows, *battle, TABLES)[-1] == "Turn 2"
    assert event in Teller(*battle, TABLES).handlers


def test_tell__words_instead_of_codes(battle):
    assert tell([("turn", 4, 0, 0), ("hero_move", 0, 17, CELL)], *battle, TABLES) == [
        "Turn 4",
        "US Marshal moves to 3,4",
    ]
    assert tell([], *battle, TABLES) == []


def test_first_hero(battle):
    record = battle[0]
    assert first_hero([(Event.KILL, 2, 1, 0)], record) == 1
    assert first_hero([(Event.WOUND, 2, 1, 1), (Event.ACTIVATE_GROUP, 0, 0, 0)], record) == -1
    record.stack.depth = 1
    record.stack.frames[0].kind, record.stack.frames[0].hero = Frame.ACTIVATION, 1
    assert first_hero([], record) == 1


def test_listed():
    assert [listed(numbers) for numbers in ([], [2], [2, 5], [2, 5, 6])] == ["", "2", "2 and 5", "2, 5 and 6"]


def test_tell__dynamite(battle):
    assert story(
        battle,
        (Event.DYNAMITE, 0, CELL),
        *roll(0, Roll.TO_HIT, 2),
        *dice(Roll.BOUNCES, 2, sides=3),
        (Event.BOUNCE, CELL, CELL + 1, 1),
        (Event.BOUNCE, CELL + 1, CELL + 1, 0),
        (Event.EXPLODE, CELL + 1),
        *dice(Roll.DYNAMITE, 3),
        (Event.HERO_WOUND, 1, 3),
        (Event.KNOCKED_OUT, 1),
        *dice(Roll.DYNAMITE, 5),
        (Event.WOUND, 2, 4, 4),
        (Event.KILL, 2, 0),
        (Event.EXPERIENCE, 0, 30),
    ) == [
        "US Marshal throws dynamite at 3,4: 2 to hit, bounces to 3,5, a wall stops a bounce",
        "The dynamite explodes at 3,5: Gunslinger takes 3 wounds, is knocked out; tentacles 2 takes 4 wounds, dies; "
        "US Marshal gains 30 XP",
    ]


def test_tell__tokens_loot_and_recovery(battle):
    loot = TABLES.loot_cards
    whiskey, bandages = TABLES.token_ids["whiskey"], TABLES.token_ids["bandages"]
    assert story(
        battle,
        (Event.TOKEN, 0, whiskey, 0),
        (Event.HEAL, 0, 0, 4),
        (Event.TOKEN, 0, bandages, 0),
        (Event.HEAL, 1, 3, 0),
        (Event.RECOVER, 0, 1),
        (Event.HEAL, 1, 2, 5),
        (Event.LOOT, 1, 3),
        (Event.GOLD, 1, 100),
        (Event.LOOT, 0, 4),
        (Event.DARK_STONE, 0, 1),
        (Event.ITEM, 0, SHOTGUN, 1),
    ) == [
        "US Marshal uses Whiskey: heals 4 Sanity",
        "US Marshal uses Bandages: Gunslinger heals 3 Health",
        "US Marshal helps Gunslinger up: heals 2 Health and 5 Sanity",
        f"Gunslinger draws loot ({loot[3].title}): gains $100",
        f"US Marshal draws loot ({loot[4].title}): gains 1 piece of dark stone, gets Shotgun",
    ]


def test_tell__grit_for_an_ability_and_for_nothing_told(battle):
    assert story(battle, (Event.GRIT, 0, -1), (Event.ABILITY, 0, -1), (Event.TURN, 2)) == [
        "US Marshal uses a special ability for 1 grit",
        "Turn 2",
    ]
    assert story(battle, (Event.ABILITY, 0, -1), (Event.GRIT, 0, -2), (Event.TURN, 2)) == [
        "US Marshal uses a special ability for 2 grit",
        "Turn 2",
    ]
    assert story(battle, (Event.GRIT, 0, -1), (Event.TURN, 2)) == ["US Marshal spends 1 grit", "Turn 2"]


def test_tell__a_hit_that_armor_or_cover_stops(battle):
    assert story(
        battle,
        (Event.HERO_ATTACK, 0, -1, 0),
        *roll(0, Roll.TO_HIT, 5),
        (Event.HIT, 2, 5, 0),
        (Event.STOPPED, 2, 2, 0),
        (Event.WOUND, 2, 1, 1),
    ) == ["US Marshal strikes at tentacles 2: 5 to hit, 5 damage, 1 wound, 2 wounds stopped by armor"]


def test_tell__rolls_during_the_enemies_turn_are_of_whom_they_befall(battle):
    assert (
        story(
            battle,
            (Event.ACTIVATE_HERO, 0),
            (Event.ACTIVATE_GROUP, 0),
            *roll(1, Roll.WILLPOWER, 2),
            (Event.HERO_HORROR, 1, 1),
        )[-1]
        == "Gunslinger rolls 2 on Willpower, loses 1 Sanity"
    )


def test_story__a_log_in_pieces_is_told_as_one(battle):
    record, book = battle
    whole = Story(record, book, TABLES)
    record.pending.kind = Decision.ASSIGN
    shot = [(Event.HERO_ATTACK, 0, SHOTGUN, 0), *roll(0, Roll.TO_HIT, 7)]
    assert whole.add([(Event.ACTIVATE_HERO, 0, 0, 0), *shot], record) == ["US Marshal acts"]
    assert whole.add([*roll(0, Roll.DAMAGE, 5), (Event.HIT, 2, 5, 1), (Event.WOUND, 2, 5, 5)], record) == []
    assert whole.end() == ["US Marshal fires the shotgun at tentacles 2: 7 to hit, critical, 5 wounds"]


def test_tell__rerolls_for_grit_and_by_abilities(battle):
    assert story(
        battle,
        (Event.HERO_ATTACK, 0, -1, 0),
        *roll(0, Roll.TO_HIT, 2, 3),
        (Event.GRIT, 0, -1),
        *dice(Roll.TO_HIT, 5, 1),
        (Event.ABILITY, 0, -1, 1),
        *dice(Roll.TO_HIT, 4),
        *roll(0, Roll.DAMAGE, 2),
        (Event.GRIT, 0, -1),
        *dice(Roll.DAMAGE, 6),
        (Event.HIT, 1, 6, 0),
        (Event.WOUND, 1, 4, 4),
    ) == [
        "US Marshal strikes at tentacles 1: 2 and 3 to hit, 5, 1 again for 1 grit, 4 again by a special ability, "
        "damage rolled again for 1 grit, 6 damage, 4 wounds"
    ]
    assert story(
        battle,
        *dice(Roll.ENEMY_TO_HIT, 5),
        (Event.ENEMY_ATTACK, 1, 0, 1),
        *roll(0, Roll.DEFENSE, 2),
        (Event.ABILITY, 0, -1, 1),
        *dice(Roll.DEFENSE, 6),
        (Event.TURN, 2),
    ) == [
        "Tentacles 1 attacks US Marshal: 5 to hit, 1 hit; defense 2; 6 again by a special ability; all blocked",
        "Turn 2",
    ]


def test_tell__what_a_hero_has_left(battle):
    assert story(battle, (Event.HERO_WOUND, 0, 3, 7), (Event.HERO_HORROR, 1, 2, 1), (Event.HERO_WOUND, 0, 7, 0)) == [
        "US Marshal takes 3 wounds (7 Health left)",
        "Gunslinger loses 2 Sanity (1 left)",
        "US Marshal takes 7 wounds",
    ]


def test_tell__what_enemies_do_besides_attacks(battle):
    assert story(
        battle,
        (Event.ACTIVATE_GROUP, 0),
        (Event.ENEMY_ABILITY, -1, Stat.PACK, 5),
        (Event.TARGET, 0, 1),
        (Event.BREAK_WALL, 3),
        (Event.PLACE, 2, CELL, -1),
        (Event.SPAWN, 2, 0),
        (Event.ENEMY_ABILITY, 3, Stat.DEATH_WOUNDS, 2),
        (Event.HERO_WOUND, 0, 2, 8),
        (Event.HERO_WOUND, 1, 2, 0),
        (Event.KNOCKED_OUT, 1),
        (Event.ENEMY_ABILITY, 3, Stat.END_POWERS, 3),
        (Event.REGENERATE, 3, 4),
    ) == [
        "Tentacles act: 5 on the pack's die; night terrors 3 breaks through the wall; 0 turns on Gunslinger",
        "Tentacles 0 brings forth tentacles 2",
        "Night terrors 3 bursts: US Marshal takes 2 wounds (8 Health left); Gunslinger takes 2 wounds, is knocked out",
        "Night terrors 3 heals itself: it regenerates 4 wounds",
    ]


def test_tell__who_is_left_behind_vanishes(battle):
    assert story(battle, (Event.VANISH, 1), (Event.VANISH, 3)) == [
        "Tentacles 1 is left behind and vanishes",
        "Night terrors 3 is left behind and vanishes",
    ]


def test_tell__what_happens_within_an_attack_is_part_of_it(battle):
    assert story(
        battle,
        (Event.HERO_ATTACK, 0, SHOTGUN, 0),
        *roll(0, Roll.TO_HIT, 7),
        (Event.TOKEN, 0, TABLES.token_ids["spice"], 0),
        (Event.HERO_WOUND, 0, 1, 6),
        (Event.HIT, 2, 5, 1),
        (Event.WOUND, 2, 5, 5),
        (Event.KILL, 2, 0),
        (Event.GRIT, 0, 1),
        (Event.HEAL, 0, 1, 0),
    ) == [
        "US Marshal fires the shotgun at tentacles 2: 7 to hit, uses Spice, takes 1 wound (6 Health left), critical, "
        "5 wounds, dead, US Marshal gets back 1 grit",
        "US Marshal heals 1 Health",
    ]


def test_tell__comforting_is_of_who_comforts(battle):
    record, book = battle
    record.heroes[1].class_id = TABLES.class_ids["saloon-girl"]
    events = [
        *dice(Roll.ENEMY_TO_HIT, 1),
        (Event.ENEMY_ATTACK, 1, 1, 0),
        (Event.ABILITY, 1, -1),
        (Event.HEAL, 0, 1, 0),
        (Event.ABILITY, 1, -1),
        (Event.HEAL, 0, 0, 1),
    ]
    assert story((record, book), *events)[-1] == (
        "Saloon Girl uses Comforting Presence: US Marshal heals 1 Health, heals 1 Sanity"
    )


def test_tell__grit_against_bleeding_and_dynamite_from_the_bag(battle):
    assert story(
        battle,
        (Event.GRIT, 0, -1),
        (Event.STATUS, 0, 6, 0),
        (Event.TOKEN, 0, 0, 0),
        (Event.DYNAMITE, 0, CELL),
        *roll(0, Roll.TO_HIT, 6),
        (Event.TOKEN, 0, TABLES.token_ids["flash"], 0),
        (Event.GRIT, 0, 1),
        (Event.GRIT, 1, 1),
    ) == [
        "US Marshal spends 1 grit and bleeds less",
        "US Marshal throws dynamite at 3,4: 6 to hit",
        "US Marshal uses Flash: US Marshal gets back 1 grit; Gunslinger gets back 1 grit",
    ]
