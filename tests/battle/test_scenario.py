"""Scenarios: the shipped ones, defaults by party size, and one clear sentence for each fault."""

from __future__ import annotations

import numpy as np
import pytest

from brimstone_agents.batch import Batch, load_match
from brimstone_env.battle.book import export_tables, load_tables
from brimstone_env.battle.plan import make_book
from brimstone_env.battle.scenario import Scenario, list_scenarios, load_scenario
from brimstone_env.core.errors import InputError
from brimstone_env.core.grid import SIDE, tile_bit

BASE = {"name": "x", "map": "crossing", "party": ["us-marshal"]}
ROOM = {"drawing": "aa++bb\naa++bb", "tile": "b", "entrance": [0, 3], "starts": [[0, 0], [1, 0]]}


@pytest.fixture(scope="module")
def tables():
    return load_tables()


def plan_of(tables, **values):
    books = make_book(tables, load_scenario({**BASE, **values}))
    return books[0].plan, books[0].map


def test_list_scenarios__the_shipped_ones():
    assert list_scenarios() == [
        "ambush-five",
        "corridor-fight",
        "corridor-guns",
        "crossing-fight",
        "crossing-vermin",
        "delve-mine",
        "entrance-fight",
        "entrance-six",
        "goliath-six",
        "harbinger-four",
        "last-stand",
        "lone-marshal",
        "lone-scout",
        "mine-epic",
        "mine-fight",
        "mine-medium",
        "night-terrors",
        "outfitted",
        "pillar-bandits",
        "quick",
        "short-delve",
        "six-heroes",
        "slasher-pair",
        "solo",
        "spider-door",
        "swamp-delve",
    ]


def test_mine_fight__is_the_standard_scenario(tables):
    scenario = load_scenario("mine-fight")
    assert (scenario.name, scenario.map, scenario.deck, scenario.cards) == (
        *("mine-fight", "room-two-passages", None, 1),
    )
    assert scenario.party == ("gunslinger", "us-marshal", "saloon-girl", "bandido")
    book = make_book(tables, scenario)[0]
    assert (book.plan.num_heroes, book.plan.num_cards, book.plan.revive_tokens) == (4, 1, 0)
    assert book.plan.deck == book.plan.party_deck == tables.deck_ids["medium"]
    assert list(book.plan.classes) == [0, 1, 2, 3, -1, -1]
    assert list(book.map.cell[book.plan.starts[:4]]) == [8 * SIDE + 3, 8 * SIDE + 4, 9 * SIDE + 3, 9 * SIDE + 4]
    assert book.plan.sites[0].behind == tile_bit("a")
    assert int(book.map.cell[book.plan.sites[0].places[0]]) == SIDE + 1  # the far left corner, seen from the door below


@pytest.mark.parametrize(
    ("size", "deck", "tokens"),
    [(1, "low", 2), (2, "low", 1), (3, "medium", 1), (4, "medium", 0), (5, "high", 1), (6, "high", 0)],
)
def test_defaults__by_party_size(tables, size, deck, tokens):
    plan, _ = plan_of(tables, party=["bandido"] * size)
    assert (tables.deck_names[plan.deck], plan.num_cards, plan.revive_tokens) == (deck, 1, tokens)


def test_named_enemies__no_card_is_drawn(tables):
    enemies = [["void-spiders", "peril+peril"], ["night-terrors", 2]]
    plan, _ = plan_of(tables, enemies=enemies, ambush=True, elite={"night-terrors": 2}, revive_tokens=3)
    assert (plan.deck, plan.num_cards, plan.revive_tokens) == (-1, 0, 3)
    assert (plan.named.num_entries, plan.named.ambush, list(plan.named.elite[:2])) == (2, 1, [0, 2])
    assert [int(plan.named.entries[i].type_id) for i in range(4)] == [0, 3, -1, -1]
    assert (plan.named.entries[0].peril, plan.named.entries[1].fixed) == (2, 2)


def test_tile_entrance_and_starts__override_the_map(tables):
    plan, grid = plan_of(tables, tile="a", entrance=[11, 8], starts=[[5, 7]])
    assert all(grid.tiles[square] & tile_bit("a") for square in plan.sites[0].places[: plan.sites[0].num_places])
    assert plan.sites[0].behind == tile_bit("b")
    assert grid.cell[plan.starts[0]] == 5 * SIDE + 7
    assert grid.cell[plan.sites[0].places[0]] == 14 * SIDE + 8  # looking down: left is east


def test_own_map__may_have_walls_and_no_entrance(tables):
    plan, _ = plan_of(tables, map={"drawing": "aaa\naaa", "tile": "a", "starts": [[1, 1]], "walls": [[[0, 0], [1, 0]]]})
    assert (plan.sites[0].num_places, plan.sites[0].behind) == (6, 0)


def test_load_scenario__from_path_dict_and_scenario(tmp_path):
    path = tmp_path / "my-fight.toml"
    path.write_text('map = "crossing"\nparty = ["bandido"]\n')
    scenario = load_scenario(path)
    assert scenario == load_scenario(str(path)) == Scenario(name="my-fight", map="crossing", party=("bandido",))
    assert load_scenario(scenario) is scenario
    assert load_scenario({"map": "crossing", "party": ["bandido"]}).name == "unnamed"


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"party": ["us-marshall"]}, "scenario x: unknown hero 'us-marshall': did you mean 'us-marshal'? allowed: gun"),
        ({"party": ["bandido"] * 7}, "scenario x: party: a party has 1 to 6 heroes, not 7"),
        ({"party": []}, "scenario x: party: a party has 1 to 6 heroes, not 0"),
        ({"party": "bandido"}, "scenario x: party is 'bandido', allowed is a list"),
        ({"map": "crosing"}, "scenario x: unknown map 'crosing': did you mean 'crossing'?"),
        ({"map": 5}, "scenario x: map is 5, allowed is a table of keys and values"),
        ({"mapp": "x"}, "scenario x: unknown key 'mapp': did you mean 'map'?"),
        ({"deck": "med"}, "scenario x: unknown threat deck 'med': did you mean 'medium'?"),
        ({"cards": 4}, "scenario x: cards is 4, allowed is 1 to 3"),
        ({"cards": True}, "scenario x: cards is True, allowed is a whole number"),
        ({"enemies": [["spiders", 3]]}, "scenario x: unknown enemy 'spiders': did you mean 'void-spiders'?"),
        ({"enemies": [["tentacles", "p3"]]}, "scenario x: enemies.0.1: 'p3' is not an amount: allowed is"),
        ({"enemies": [["tentacles", 300]]}, "scenario x: enemies.0.1: 300 is not between 1 and 56 figures"),
        ({"enemies": [["tentacles"]]}, "scenario x: key 'enemies.0.1' is missing"),
        ({"enemies": [["tentacles", 1], ["tentacles", 2]]}, "scenario x: 'tentacles' is named twice"),
        ({"enemies": [["tentacles", 1]], "elite": {"goliath": 1}}, "scenario x: elite has levels for 'goliath'"),
        ({"enemies": [["tentacles", 1]], "deck": "low"}, "scenario x: a scenario has either enemies by name, or deck"),
        ({"ambush": True}, "scenario x: ambush and elite are for enemies by name"),
        ({"revive_tokens": -1}, "scenario x: revive_tokens is -1, allowed is 0 to 9"),
        ({"max_decisions": 0}, "scenario x: max_decisions is 0, allowed is 1 to 1000000"),
        ({"tile": "q"}, "scenario x: tile is 'q', which the map does not have: allowed a, b, c, d, e"),
        ({"tile": "bb"}, "scenario x: tile: a map tile is named by one small letter a-z, not 'bb'"),
        ({"entrance": [1, 7]}, "scenario x: the entrance 1,7 is not a square of tile b"),
        ({"entrance": [0, 0]}, "scenario x: entrance: 0,0 is not floor of the map"),
        ({"starts": [[0, 0]]}, "scenario x: start 0: 0,0 is not floor of the map"),
        ({"starts": [[16, 0]]}, "scenario x: starts.0.0 is 16, allowed is 0 to 15"),
        ({"starts": []}, "scenario x: starts is [], allowed are at least 1 entries"),
        ({"party": ["bandido"] * 2, "starts": [[12, 7]]}, "scenario x: the map has 1 starts, but the party has 2"),
        ({"party": ["bandido"] * 2, "starts": [[12, 7]] * 2}, "scenario x: heroes 0 and 1 both start at 12,7"),
        ({"map": {**ROOM, "drawing": "aa#+bb"}}, "scenario x: hero 0 at 0,0 is unreachable from 0,"),
        (
            {"map": {**ROOM, "drawing": "aa+++b", "walls": [[[0, 1], [0, 2]]]}},
            "scenario x, map its own: the doorway square 0,2 touches no tile",
        ),
        (
            {"map": {**ROOM, "walls": [[[0, 1], [0, 2]], [[1, 1], [1, 2]]]}},
            "scenario x, map its own: the doorway square 0,2 touches no tile",
        ),
        ({"map": {**ROOM, "drawing": "aX"}}, "scenario x, map its own: 'X' at 0,1 of the drawing is not a square"),
        ({"map": {**ROOM, "foo": 1}}, "scenario x: unknown key 'map.foo': allowed: drawing, walls, entrance, tile"),
        ({"map": {"drawing": "aa", "tile": "a"}}, "scenario x: key 'map.starts' is missing"),
    ],
)
def test_faults__are_one_clear_sentence(tables, values, sentence):
    with pytest.raises(InputError) as caught:
        make_book(tables, load_scenario({**BASE, **values}))
    assert str(caught.value).startswith(sentence)
    assert "\n" not in str(caught.value)


def test_unreachable__thin_walls_count(tables):
    cut = {"drawing": "aabb", "tile": "b", "starts": [[0, 0]], "walls": [[[0, 1], [0, 2]]]}
    with pytest.raises(InputError, match="hero 0 at 0,0 is unreachable from 0,2, where enemies are placed"):
        plan_of(tables, map=cut)


def test_load_scenario__faults_of_the_source(tmp_path):
    with pytest.raises(InputError, match="no config 'quik' in scenarios: did you mean 'quick'"):
        load_scenario("quik")
    with pytest.raises(InputError, match="cannot be read"):
        load_scenario(tmp_path / "none.toml")
    with pytest.raises(InputError, match="a name, a path or a dict, not int"):
        load_scenario(3)  # type: ignore[arg-type]
    path = tmp_path / "bad.toml"
    path.write_text('map = "crossing"\nparty = ["bandido"]\nmax_decision = 3\n')
    with pytest.raises(InputError) as caught:
        load_scenario(path)
    assert str(caught.value).startswith(f"{path}: unknown key 'max_decision': did you mean 'max_decisions'?")


@pytest.mark.parametrize(
    ("stem", "name"), [("my_fight", "my-fight"), ("My fight (2)", "my-fight-2"), ("a" * 60, "a" * 40), ("_", "unnamed")]
)
def test_load_scenario__any_file_name_gives_a_name(tmp_path, stem, name):
    path = tmp_path / f"{stem}.toml"
    path.write_text('map = "crossing"\nparty = ["bandido"]\n')
    assert load_scenario(path).name == name


def test_threat__never_more_than_a_battle_holds(tmp_path):
    export_tables(tmp_path)
    path = tmp_path / "enemies.toml"
    path.write_text(path.read_text().replace("figures = 12", "figures = 50"))
    with pytest.raises(InputError, match="the threat could bring 65 figures, at most 56 are allowed"):
        make_book(load_tables(tmp_path), load_scenario(BASE))


def test_threat__a_deck_must_hold_the_cards_drawn(tmp_path):
    export_tables(tmp_path)
    path = tmp_path / "threat.toml"
    text = path.read_text()
    path.write_text(
        text + '\n[[deck]]\nname = "tiny"\ntitle = "Tiny"\nsource = "own"\n'
        'cards = [{ enemies = [["goliath", 1]], source = "own" }]\n'
    )
    with pytest.raises(InputError, match="scenario x: cards is 2, but the deck 'tiny' has only 1"):
        make_book(load_tables(tmp_path), load_scenario({**BASE, "deck": "tiny", "cards": 2}))


def test_threat__an_epic_event_of_another_set_brings_the_party_deck_of_the_battle_too():
    event = {"turn": 1, "deck": "swamp-epic", "cards": 1}
    party = ["us-marshal"] * 6
    values = {"map": "crossing", "party": party, "enemies": [["guardian", 1]], "events": [event]}
    with pytest.raises(InputError, match="could bring 10 enemy types, at most 8 are allowed"):
        make_book(load_tables(), load_scenario(values))


STARTS = [[12, 7], [12, 8], [13, 7], [13, 8], [14, 7]]


def test_random_starts__each_battle_draws_squares_of_its_own():
    scenario = {"map": "crossing", "party": ["gunslinger", "us-marshal"], "random_starts": True, "starts": STARTS}
    match = load_match(scenario)
    batch = Batch(match, 200)
    batch.reset(np.arange(200))
    cells = match.books[0].map.cell[batch.battles["heroes"]["square"][:, :2]].astype(int)
    places = {tuple(sorted(row)) for row in cells.tolist()}
    allowed = {row * 16 + col for row, col in STARTS}
    assert set(cells.ravel().tolist()) == allowed
    assert len(places) == 10  # every pair of the five squares
    assert (cells[:, 0] != cells[:, 1]).all()
    counts = np.array([(cells == cell).sum() for cell in sorted(allowed)])
    assert ((counts - 80) ** 2 / 80).sum() < 18.5  # chi-square, 4 degrees of freedom: one in a thousand is greater


def test_random_starts__without_it_nothing_is_drawn():
    match = load_match({"map": "crossing", "party": ["gunslinger"], "starts": STARTS})
    batch = Batch(match, 20)
    batch.reset(np.arange(20))
    assert len(set(batch.battles["heroes"]["square"][:, 0].tolist())) == 1


@pytest.mark.parametrize(
    ("starts", "words"),
    [
        (STARTS[:1], "the map has 1 starts, but the party has 2 heroes"),
        ([*STARTS, STARTS[0]], "both start at 12,7"),
        ([*STARTS, *[[k // 5, k % 5] for k in range(20)]], "starts has 25 squares, allowed with random_starts are 24"),
    ],
)
def test_random_starts__refuses_what_cannot_be_drawn_from(starts, words):
    scenario = {"map": "crossing", "party": ["gunslinger", "us-marshal"], "random_starts": True, "starts": starts}
    with pytest.raises(InputError, match=words):
        load_match(scenario)
