"""Card tables: every shipped row, faults of people's own tables, and the book made of them."""

from __future__ import annotations

import json

import numpy as np
import pytest

from brimstone_env.battle.book import (
    ITEM_KINDS,
    RuleOptions,
    export_tables,
    load_tables,
    new_book,
    options_of,
)
from brimstone_env.battle.codes import ItemKind, Size, Stat
from brimstone_env.battle.layout import PARTY_DECK, Book
from brimstone_env.battle.plan import make_book
from brimstone_env.battle.scenario import list_scenarios, load_scenario
from brimstone_env.battle.table_rows import Amount, EnemyStats, parse_amount
from brimstone_env.battle.threat_decks import drawn_deck, list_types, most_arrivals, party_deck, with_company
from brimstone_env.core.errors import InputError
from brimstone_env.core.grid import parse_drawing, tile_bit
from brimstone_env.core.records import find_faults


@pytest.fixture(scope="module")
def tables():
    return load_tables()


@pytest.fixture(scope="module")
def book(tables):
    return make_book(tables, load_scenario("mine-fight"))[0]


def effects(book, tables, name, row):
    """The changes of one elite row: {stat: ("add" or "set", value)}."""
    elite = book.types[tables.type_ids[name]].elite[row - 1]
    return {Stat(int(e.stat)).name: ("set" if e.sets else "add", int(e.value)) for e in elite if e.stat >= 0}


# --- the shipped tables ---------------------------------------------------------------------------------------------


def test_names_and_ids__go_both_ways(tables):
    assert tables.class_names[:4] == ("gunslinger", "us-marshal", "saloon-girl", "bandido")
    assert tables.class_names[4:] == ("indian-scout", "lawman", "rancher", "preacher")
    assert tables.type_names == (
        *("void-spiders", "stranglers", "tentacles", "night-terrors", "goliath", "hellbats", "hungry-dead"),
        *("corpse-piles", "slashers", "harbinger", "void-hounds", "hell-vermin", "targa-pylons", "custodians"),
        *("guardian", "bandits", "auto-turrets"),
    )
    mine = ("low", "medium", "high", "epic")
    assert tables.deck_names == (*mine, *(f"swamp-{name}" for name in mine))
    for kind in ("class", "item", "type", "deck", "map"):
        names, ids = getattr(tables, f"{kind}_names"), getattr(tables, f"{kind}_ids")
        assert [ids[name] for name in names] == list(range(len(names)))


def test_every_row_says_where_it_is_from(tables):
    rows = tables.to_rows()
    assert json.loads(json.dumps(rows)) == rows
    assert [len(rows[kind]) for kind in ("enemy", "deck")] == [17, 8]
    for kind, of_kind in rows.items():
        assert all(row["source"] for row in of_kind), kind
    assert all(card["source"] for deck in rows["deck"] for card in deck["cards"])


def test_enemy_stats__are_the_members_of_stat():
    assert {name.upper() for name in EnemyStats.model_fields} | {"SIZE"} == set(Stat.__members__)


@pytest.mark.parametrize(
    ("name", "health", "sanity", "skills", "items"),
    [
        ("gunslinger", 10, 12, [3, 3, 2, 2, 2, 4], ["pistol"]),
        ("us-marshal", 10, 10, [3, 4, 2, 2, 1, 3], ["shotgun", "marshal-badge"]),
        ("saloon-girl", 8, 14, [4, 3, 3, 1, 2, 3], ["hold-out-pistol"]),
        ("bandido", 16, 8, [2, 1, 3, 4, 3, 2], ["pistol"]),
    ],
)
def test_classes__as_printed(tables, book, name, health, sanity, skills, items):
    hero = book.classes[tables.class_ids[name]]
    assert (hero.health, hero.sanity, hero.grit, hero.max_grit) == (health, sanity, 1, 2)
    assert list(hero.skills) == skills
    assert [tables.item_names[i] for i in hero.items if i >= 0] == items


def test_classes__built_in_abilities(tables, book):
    def column(field):
        return [int(getattr(book.classes[i], field)) for i in range(4)]

    assert column("dead_eye") == [6, 0, 0, 0]
    assert column("double_shot") == [0, 1, 0, 0]
    assert column("comfort") == column("light_guns_only") == column("move_bonus") == [0, 0, 1, 0]
    assert column("grit_on") == [1, 1, 1, 2]
    assert column("ranged_to_hit") == [3, 4, 4, 5]
    assert column("melee_to_hit") == [5, 4, 4, 4]


def test_items__starting_weapons(tables, book):
    pistol, shotgun, badge, holdout = (
        book.items[tables.item_ids[name]] for name in ("pistol", "shotgun", "marshal-badge", "hold-out-pistol")
    )
    assert (pistol.range_squares, pistol.shots, pistol.sides, pistol.critical, pistol.pistol) == (6, 2, 6, 6, 1)
    assert (shotgun.range_squares, shotgun.shots, shotgun.sides, shotgun.critical, shotgun.hands) == (5, 1, 8, 6, 2)
    assert (badge.kind, badge.rally, badge.hands) == (ItemKind.BADGE, 2, 0)
    assert (holdout.range_squares, holdout.critical, holdout.light, holdout.free_attack) == (3, 5, 1, 1)
    assert book.items[tables.item_ids["light-pistol"]].critical == 99
    assert set(ITEM_KINDS.values()) == set(ItemKind) - {ItemKind.NONE}


def test_types__numbers_and_sizes(tables, book):
    def numbers(name, *stats):
        return [int(book.types[tables.type_ids[name]].stats[stat]) for stat in stats]

    line = (Stat.INITIATIVE, Stat.MOVE, Stat.ESCAPE, Stat.HEALTH, Stat.DEFENSE, Stat.COMBAT, Stat.TO_HIT, Stat.DAMAGE)
    assert numbers("void-spiders", *line) == [6, 8, 4, 3, 0, 2, 4, 2]
    assert numbers("stranglers", *line) == [4, 6, 6, 3, 2, 4, 3, 1]
    assert numbers("tentacles", *line) == [2, 6, 4, 4, 2, 3, 4, 3]
    assert numbers("night-terrors", *line) == [3, 5, 3, 12, 3, 4, 5, 4]
    sizes = [numbers(name, Stat.SIZE)[0] for name in tables.type_names]
    assert sizes[:5] == [Size.SMALL, Size.MEDIUM, Size.MEDIUM, Size.LARGE, Size.VERY_LARGE]
    assert [int(book.types[i].figures) for i in range(5)] == [12, 6, 6, 3, 1]
    assert [tables.type_names[i] for i, size in enumerate(sizes) if size == Size.VERY_LARGE] == [
        *("goliath", "harbinger", "guardian")
    ]
    assert numbers("void-hounds", *line) == [7, 10, 4, 5, 0, 6, 3, 1]
    assert numbers("targa-pylons", Stat.RANGE, Stat.SHOTS, Stat.HIT_D6, Stat.IMMOBILE) == [12, 1, 1, 1]
    assert numbers("bandits", Stat.RANGED_TO_HIT, Stat.RANGED_DAMAGE, Stat.RANGED_SIX) == [5, 2, 3]
    spawned = {name: int(book.types[i].spawns) for i, name in enumerate(tables.type_names)}
    bringing = {name: tables.type_names[i] for name, i in spawned.items() if i >= 0}
    assert bringing == {"corpse-piles": "hungry-dead", "harbinger": "hellbats"}
    assert numbers("night-terrors", Stat.EXPERIENCE, Stat.EXPERIENCE_EACH, Stat.TERROR) == [10, 5, 2]
    assert numbers("void-spiders", Stat.PASS_THROUGH, Stat.NEW_TARGET, Stat.SHARE, Stat.SWARM) == [1, 0, 3, 2]
    assert numbers("stranglers", Stat.SIX_HITS, Stat.HORROR_DAMAGE, Stat.SHARE) == [3, 1, 1]
    assert numbers("goliath", Stat.AREA, Stat.TOUGH, Stat.UNSPEAKABLE) == [3, 1, 3]


def test_types__elite_rows(tables, book):
    assert effects(book, tables, "void-spiders", 1) == {"COMBAT": ("add", 1), "ALWAYS_AMBUSH": ("set", 1)}
    assert effects(book, tables, "void-spiders", 3) == {"HEALTH": ("add", 2)}
    assert effects(book, tables, "stranglers", 5) == {"REGENERATION": ("set", 2)}
    assert effects(book, tables, "tentacles", 2) == {"PASS_THROUGH": ("set", 1), "NEW_TARGET": ("set", 1)}
    assert effects(book, tables, "night-terrors", 1) == {"ESCAPE": ("set", 6)}
    assert effects(book, tables, "night-terrors", 2) == {"TERROR": ("set", 0), "UNSPEAKABLE": ("set", 2)}
    assert effects(book, tables, "night-terrors", 4) == {"DAMAGE": ("add", 2), "HORROR_DAMAGE": ("add", 2)}
    assert effects(book, tables, "goliath", 6) == {"COMBAT": ("set", 4)}


def test_decks__ten_cards_each_in_file_order(tables, book):
    assert [int(book.decks[i].num_cards) for i in range(8)] == [10, 10, 10, 5, 4, 5, 4, 5]
    medium = book.decks[tables.deck_ids["medium"]]
    spiders = medium.cards[4].entries[0]
    assert (spiders.type_id, spiders.fixed, spiders.peril) == (tables.type_ids["void-spiders"], 2, 2)
    assert (medium.cards[5].ambush, medium.cards[7].num_entries) == (1, 2)
    assert (medium.cards[9].num_entries, medium.cards[9].draws) == (0, 2)
    assert medium.cards[9].draw_deck == tables.deck_ids["low"]
    high = book.decks[tables.deck_ids["high"]]
    assert (high.cards[0].elite[0], high.cards[0].entries[0].fixed, high.cards[0].draw_deck) == (1, 6, -1)
    # Two medium cards: two low cards of 2 + 1 entries, and one of 2.
    assert most_arrivals(tables, "high", 1) == 5
    assert set(list_types(tables, "high")) == {"void-spiders", "stranglers", "tentacles", "night-terrors"}


def test_epic_decks__draw_for_the_party(tables, book):
    epic = book.decks[tables.deck_ids["epic"]]
    assert [int(epic.cards[i].draw_deck) for i in range(5)] == [PARTY_DECK, PARTY_DECK, 0, PARTY_DECK, PARTY_DECK]
    assert [int(epic.cards[i].draws) for i in range(5)] == [1, 1, 2, 2, 2]
    assert [int(epic.cards[i].draw_elite) for i in range(5)] == [0, 0, 0, 0, 1]
    assert [int(epic.cards[i].num_entries) for i in range(5)] == [1, 1, 1, 1, 0]
    assert most_arrivals(tables, "epic", 1, 6) == 8  # d3 night terrors, and of two high cards 5 + 2 entries
    assert most_arrivals(tables, "epic", 1, 2) == 4
    assert list_types(tables, "swamp-epic", 1) == ["harbinger", "hellbats", "hungry-dead", "corpse-piles", "slashers"]


@pytest.mark.parametrize(
    ("deck", "heroes", "epic", "drawn"),
    [
        (None, 2, "source", "low"),
        (None, 3, "source", "medium"),
        ("low", 6, "source", "low"),
        ("epic", 2, "source", "high"),
        ("epic", 2, "always", "epic"),
        ("epic", 3, "source", "epic"),
        ("swamp-epic", 1, "source", "swamp-high"),
        ("swamp-low", 1, "source", "swamp-low"),
    ],
)
def test_drawn_deck__by_party_size_and_option(tables, deck, heroes, epic, drawn):
    assert drawn_deck(tables, deck, heroes, epic) == drawn


def test_company__what_a_type_may_bring_along(tables):
    assert with_company(tables, ["corpse-piles"], 2) == ["corpse-piles", "hungry-dead"]
    assert set(with_company(tables, ["targa-pylons"], 6)) == {"targa-pylons", *list_types(tables, "high")}
    assert party_deck(tables, 4, "swamp-epic") == "swamp-medium"


@pytest.mark.parametrize("name", load_tables().map_names)
def test_maps__hold_a_whole_party_and_enemies(tables, name):
    values = {"name": "x", "map": name, "party": ["bandido"] * 6}
    books = make_book(tables, load_scenario(values))
    plan, grid = books[0].plan, books[0].map
    assert all(
        grid.tiles[s] & tile_bit(tables.maps[tables.map_ids[name]].tile)
        for s in plan.sites[0].places[: plan.sites[0].num_places]
    )
    assert plan.sites[0].num_places >= 16
    for cell in grid.cell[: grid.num_squares]:
        assert 0 <= cell < 256


# --- the book -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", list_scenarios())
def test_make_book__every_field_in_its_range_and_read_only(tables, name):
    books = make_book(tables, load_scenario(name))
    assert books.shape == (1,)
    assert not list(find_faults(Book, books[0]))
    assert not books.flags.writeable
    with pytest.raises(ValueError, match="read-only"):
        books.plan.num_heroes[0] = 3
    assert books.tobytes() == make_book(tables, load_scenario(name)).tobytes()


def test_new_book__has_tables_and_map_but_no_plan(tables):
    grids, _ = parse_drawing("aaa\naaa")
    books = new_book(tables, grids, {"aftermath": True})
    book = books[0]
    assert not list(find_faults(Book, book))
    assert books["map"].tobytes() == grids.tobytes()
    assert (book.plan.num_heroes, book.plan.deck, book.plan.num_cards, book.plan.sites[0].num_places) == (0, -1, 0, 0)
    assert (book.rules.aftermath, book.rules.revised_experience, book.rules.outside) == (1, 0, 63)
    books.plan.num_heroes[0] = 1  # still writable


def test_options__fill_the_rules(tables):
    scenario = load_scenario("quick")
    plain = make_book(tables, scenario)[0].rules
    assert (plain.revised_experience, plain.players_order, plain.keep_single, plain.aftermath) == (0, 0, 0, 0)
    options = RuleOptions(experience="revised", enemy_order="players", keep_single=True, aftermath=True)
    changed = make_book(tables, scenario, options)[0].rules
    assert (changed.revised_experience, changed.players_order, changed.keep_single, changed.aftermath) == (1, 1, 1, 1)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"experience": "new"}, "options: experience is 'new', allowed is 'source' or 'revised'"),
        ({"aftermat": True}, "options: unknown key 'aftermat': did you mean 'aftermath'?"),
        ({"aftermath": 1}, "options: aftermath is 1, allowed is true or false"),
    ],
)
def test_options__refused_in_one_sentence(options, sentence):
    with pytest.raises(InputError) as caught:
        options_of(options)
    assert str(caught.value).startswith(sentence)


@pytest.mark.parametrize(
    ("amount", "read"),
    [
        (6, (6, 0, 0, 0)),
        ("6", (6, 0, 0, 0)),
        ("peril", (0, 1, 0, 0)),
        ("peril+peril+2", (2, 2, 0, 0)),
        ("d3 + 1", (1, 0, 1, 0)),
        ("d6", (0, 0, 0, 1)),
    ],
)
def test_parse_amount__sums(amount, read):
    assert parse_amount(amount) == Amount(*read)


@pytest.mark.parametrize("amount", [0, -1, 57, "", "+", "p", "d4", "2d6", "peril+", "d6+d6+d6+d6+d6", "50+d6+1"])
def test_parse_amount__refuses(amount):
    with pytest.raises(ValueError, match=r"not an amount|not between|dice of one kind"):
        parse_amount(amount)


# --- tables of one's own --------------------------------------------------------------------------------------------


def test_export_tables__loads_again_to_the_same_book(tables, tmp_path):
    written = export_tables(tmp_path / "mine")
    assert sorted(path.name for path in written) == [
        "enemies.toml",
        "heroes.toml",
        "injuries.toml",
        "items.toml",
        "loot.toml",
        "madness.toml",
        "maps.toml",
        "threat.toml",
        "tokens.toml",
        "upgrades.toml",
    ]
    own = load_tables(tmp_path / "mine")
    assert own.to_rows() == tables.to_rows()
    scenario = load_scenario("mine-fight")
    assert make_book(own, scenario).tobytes() == make_book(tables, scenario).tobytes()
    with pytest.raises(InputError, match="exists already"):
        export_tables(tmp_path / "mine")


def test_a_changed_card_changes_the_book_only(tables, tmp_path):
    export_tables(tmp_path)
    path = tmp_path / "heroes.toml"
    path.write_text(path.read_text().replace("health = 16", "health = 20"))
    scenario = load_scenario("mine-fight")
    own, shipped = make_book(load_tables(tmp_path), scenario), make_book(tables, scenario)
    assert own[0].classes[3].health == 20
    assert np.count_nonzero(own.view(np.uint8) != shipped.view(np.uint8)) == 1


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        (
            "heroes.toml",
            "health = 10",
            "helth = 10",
            "hero 1 (gunslinger): unknown key 'helth': did you mean 'health'?",
        ),
        ("heroes.toml", "health = 10", "health = 100", "hero 1 (gunslinger): health is 100, allowed is 1 to 99"),
        ("heroes.toml", "health = 10", 'health = "10"', "health is '10', allowed is a whole number"),
        ("heroes.toml", "health = 10\n", "", "hero 1 (gunslinger): key 'health' is missing"),
        ("heroes.toml", "luck = 4", "luk = 4", "unknown key 'skills.luk': did you mean 'luck'?"),
        ("heroes.toml", '["pistol"]', '["pstol"]', "items has the unknown name 'pstol': did you mean 'pistol'?"),
        ("heroes.toml", '"us-marshal"', '"gunslinger"', "hero name 'gunslinger' is used 2 times"),
        ("heroes.toml", '"us-marshal"', '"US Marshal"', "name: 'US Marshal' is not a name"),
        ("heroes.toml", "[[hero]]", "[[heroes]]", "unknown key 'heroes': did you mean 'hero'?"),
        ("heroes.toml", "[[hero]]", "[[hero", "is not TOML"),
        ("heroes.toml", "dead_eye = 6", "grit = 3", "grit is 3, allowed is at most max_grit, 2"),
        ("items.toml", "range = 6", "range = 0", "item 1 (pistol): a gun needs range, shots and hands"),
        ("items.toml", "rally = 2", "range = 2", "range and shots are for guns, not for a badge"),
        ("items.toml", "critical = 5", "critical = 9", "critical is 9, allowed is 2 to 8"),
        ("enemies.toml", "combat = 1 }", "combt = 1 }", "elite.0.add.combt: unknown number 'combt'"),
        ("enemies.toml", "combat = 1 }", "combat = 99 }", "with all elite rows, combat is 101, allowed is 0 to 12"),
        ("enemies.toml", "    { set = { venom = 1 } },\n", "", "allowed are at least 6 entries"),
        ("enemies.toml", "{ venom = 1 }", "{ venom = 1, hold = 1, tough = 1 }", "elite.1: an elite row changes 1 to 2"),
        ("enemies.toml", "set = { venom = 1 }", "add = { hold = 1 }, set = { hold = 1 }", "both added to and set"),
        ("enemies.toml", '"small"', '"tiny"', "size is 'tiny', allowed is 'small', 'medium', 'large' or 'very-large'"),
        ("enemies.toml", '"small"', '"large"', "only small and medium figures can share a square"),
        (
            "threat.toml",
            '"tentacles", "peril"',
            '"tentacle", "peril"',
            "deck low, card 1: enemies has the unknown name",
        ),
        ("threat.toml", '"tentacles", "peril"', '"tentacles", "perl"', "cards.0.enemies.0.1: 'perl' is not an amount"),
        ("threat.toml", '"low", cards = 2', '"lw", cards = 2', "deck medium, card 10: draw.deck has the unknown name"),
        ("threat.toml", '"low", cards = 2', '"high", cards = 2', "draws from itself, in a circle"),
        ("threat.toml", "{ draw", "{ ambush = true, draw", "ambush is for cards with enemies"),
        (
            *("threat.toml", '{ enemies = [["goliath", 1]], draw = { deck = "party", cards = 1 }, source', "{ source"),
            "a card has enemies, a draw or both",
        ),
        ("threat.toml", 'deck = "low"', 'deck = "epic"', "cards cannot draw from an epic deck"),
        ("threat.toml", 'deck = "low"', 'deck = "party"', "draws from itself, in a circle"),
        ("threat.toml", "party = [3, 4]", "party = [2, 3, 4]", "the decks 'low' and 'medium' are both for 2 heroes"),
        ("threat.toml", "party = [3, 4]", "party = [3, 7]", "party.1 is 7, allowed is 1 to 6"),
        ("threat.toml", 'name = "epic"', 'name = "party"', "no deck can be called 'party'"),
        ("threat.toml", "cards = 2, elite = 1", "cards = 5, elite = 1", "draw.cards is 5, allowed is 1 to 4"),
        ("enemies.toml", 'spawns = "hungry-dead"\n', "", "spawns is missing"),
        ("enemies.toml", 'spawns = "hungry-dead"', 'spawns = "dead"', "spawns has the unknown name 'dead'"),
        ("maps.toml", ", [10, 4]]", "]", "map 1 (room-two-passages): starts is"),
    ],
)
def test_load_tables__faults_are_one_sentence(tmp_path, file, old, new, message):
    export_tables(tmp_path)
    path = tmp_path / file
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    with pytest.raises(InputError) as caught:
        load_tables(tmp_path)
    assert str(caught.value).startswith(str(path))
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_load_tables__a_deck_must_hold_what_a_card_draws(tmp_path):
    export_tables(tmp_path)
    path = tmp_path / "threat.toml"
    start, _, rest = path.read_text().partition("cards = [")
    path.write_text(start + 'cards = [{ enemies = [["goliath", 1]], source = "own" }' + rest[rest.index("\n]") :])
    with pytest.raises(InputError, match=r"deck medium, card 10: draw.cards is 2, but the deck 'low' has 1"):
        load_tables(tmp_path)


def test_load_tables__missing_folder_or_file(tmp_path):
    with pytest.raises(InputError, match="does not exist"):
        load_tables(tmp_path / "nowhere")
    with pytest.raises(InputError, match=r"heroes.toml cannot be read"):
        load_tables(tmp_path)
