"""Threat decks as scenarios need them: which deck a party draws from, and what its cards may bring."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Literal

from brimstone_env.battle.codes import MAX_HEROES
from brimstone_env.battle.table_rows import PARTY, CardRow, DeckRow
from brimstone_env.core.configs import allowed_words
from brimstone_env.core.errors import InputError

if TYPE_CHECKING:
    from brimstone_env.battle.table_files import Tables

Epic = Literal["source", "always"]
SMALL_PARTY = 2  # so few heroes meet high threats instead of epic ones

# --- which deck -----------------------------------------------------------------------------------------------------


def party_deck(tables: Tables, heroes: int, deck: str | None = None) -> str | None:
    """The deck for a party's size, of the set that a deck belongs to (None: of the first set); None if it has none.

    Source: B3.
    """
    chosen = tables.decks[0] if deck is None else tables.decks[tables.deck_ids[deck]]
    for row in tables.decks:
        if row.set == chosen.set and heroes in row.party:
            return row.name
    return None


def drawn_deck(tables: Tables, deck: str | None, heroes: int, epic: Epic = "source") -> str:
    """The deck that a party draws from.

    Args:
        tables: the printed tables.
        deck: the deck that the scenario names; None: the one for the party's size.
        heroes: heroes in the party.
        epic: option: `source`, in place of an epic deck parties of 1 and 2 use the deck for 6 heroes of its set;
            `always`, the epic deck is used.

    Raises:
        InputError: if the tables do not have the deck.

    Source: B3, B6.
    """
    if deck is None:
        usual = party_deck(tables, heroes)
        if usual is None:
            raise InputError(f"deck is missing: the first set of threat decks has none for a party of {heroes}")
        return usual
    if deck not in tables.deck_ids:
        raise InputError(f"unknown threat deck {deck!r}: {allowed_words(deck, tables.deck_ids)}")
    if tables.decks[tables.deck_ids[deck]].epic and heroes <= SMALL_PARTY and epic == "source":
        return party_deck(tables, MAX_HEROES, deck) or deck
    return deck


# --- what it brings -------------------------------------------------------------------------------------------------


def with_company(tables: Tables, names: Iterable[str], heroes: int, deck: str | None = None) -> list[str]:
    """Enemy types, and those that they may bring along: by spawning, or by a card that they add when they come.

    Args:
        tables: the printed tables.
        names: the types.
        heroes: heroes in the party, for the card's deck.
        deck: a deck of the set that the card is drawn from; None: the first set.
    """
    found: dict[str, None] = {}
    waiting = list(names)
    while waiting:
        name = waiting.pop(0)
        if name in found:
            continue
        found[name] = None
        row = tables.enemies[tables.type_ids[name]]
        if row.spawns is not None:
            waiting.append(row.spawns)
        usual = party_deck(tables, heroes, deck)
        if row.may_have("arrival_card") and usual is not None:
            waiting += named_types(tables, usual, heroes)
    return list(found)


def list_types(tables: Tables, deck: str, heroes: int = MAX_HEROES) -> list[str]:
    """The enemy types that cards of a deck may bring, directly or with others in their company."""
    return with_company(tables, named_types(tables, deck, heroes), heroes, deck)


def named_types(tables: Tables, deck: str, heroes: int) -> list[str]:
    """The enemy types that cards of a deck name, those of cards drawn included."""
    found: dict[str, None] = {}
    for card in tables.decks[tables.deck_ids[deck]].cards:
        found.update(dict.fromkeys(name for name, _ in card.enemies))
        further = _further_deck(tables, card, deck, heroes)
        if further is not None:
            found.update(dict.fromkeys(named_types(tables, further, heroes)))
    return list(found)


def most_arrivals(tables: Tables, deck: str, cards: int, heroes: int = MAX_HEROES) -> int:
    """The most entries (an enemy type with its amount) that so many different cards of a deck can bring."""
    counts = []
    for card in tables.decks[tables.deck_ids[deck]].cards:
        further = _further_deck(tables, card, deck, heroes)
        drawn = 0
        if card.draw is not None and further is not None:
            drawn = most_arrivals(tables, further, card.draw.cards, heroes)
        counts.append(len(card.enemies) + drawn)
    return sum(sorted(counts, reverse=True)[:cards])


def _further_deck(tables: Tables, card: CardRow, deck: str, heroes: int) -> str | None:
    """The deck that a card draws from; None for none."""
    if card.draw is None:
        return None
    return party_deck(tables, heroes, deck) if card.draw.deck == PARTY else card.draw.deck


# --- checks ---------------------------------------------------------------------------------------------------------


def check_decks(tables: Tables) -> None:
    """Refuse decks that cannot be used together.

    Raises:
        InputError: if two decks of a set are for the same party, or a card draws from a deck that is not there, is epic
            or too small, or in a circle.
    """
    file = tables.folder / "threat.toml"
    for deck in tables.decks:
        if deck.name == PARTY:
            raise InputError(f"{file}: no deck can be called {PARTY!r}, which stands for the party's own")
        for size in deck.party:
            same = [row.name for row in tables.decks if row.set == deck.set and size in row.party]
            if len(same) > 1:
                raise InputError(f"{file}: the decks {same[0]!r} and {same[1]!r} are both for {size} heroes")
    for deck, number, card in all_cards(tables):
        if card.draw is not None:
            _check_draw(tables, deck, card, f"{file}, deck {deck.name}, card {number}")
    _check_circles(tables)


def _check_draw(tables: Tables, deck: DeckRow, card: CardRow, where: str) -> None:
    """Refuse a draw from a deck that is not there, is epic or has too few cards."""
    assert card.draw is not None
    name = card.draw.deck
    if name != PARTY and name not in tables.deck_ids:
        words = allowed_words(name, [*tables.deck_ids, PARTY])
        raise InputError(f"{where}: draw.deck has the unknown name {name!r}: {words}")
    sources = _sources(tables, deck, card)
    if not sources:
        raise InputError(f"{where}: draw.deck is {PARTY!r}, but no deck of the set {deck.set!r} is for a party")
    for source in sources:
        row = tables.decks[tables.deck_ids[source]]
        if row.epic:
            raise InputError(f"{where}: draw.deck is {source!r}, but cards cannot draw from an epic deck")
        if card.draw.cards > len(row.cards):
            raise InputError(f"{where}: draw.cards is {card.draw.cards}, but the deck {source!r} has {len(row.cards)}")


def _sources(tables: Tables, deck: DeckRow, card: CardRow) -> list[str]:
    """The decks that a card may draw from, whatever the party's size."""
    if card.draw is None:
        return []
    if card.draw.deck != PARTY:
        return [card.draw.deck]
    return [row.name for row in tables.decks if row.set == deck.set and row.party]


def _check_circles(tables: Tables) -> None:
    """Refuse decks that draw from each other in a circle."""
    draws: dict[str, set[str]] = {name: set() for name in tables.deck_names}
    for deck, _, card in all_cards(tables):
        draws[deck.name].update(_sources(tables, deck, card))
    for start in draws:
        reached, waiting = set(), list(draws[start])
        while waiting:
            name = waiting.pop()
            if name not in reached:
                reached.add(name)
                waiting.extend(draws[name])
        if start in reached:
            raise InputError(f"{tables.folder / 'threat.toml'}: the deck {start!r} draws from itself, in a circle")


def all_cards(tables: Tables) -> Iterator[tuple[DeckRow, int, CardRow]]:
    """Every card with its deck and its number in it, from 1."""
    for deck in tables.decks:
        for number, card in enumerate(deck.cards, 1):
            yield deck, number, card
