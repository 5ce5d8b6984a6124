"""Turns, arrivals, and what comes between and after fights, in words."""

from __future__ import annotations

from typing import Any

from brimstone_env.battle.codes import DYNAMITE, Event, Outcome, Side
from brimstone_env.battle.drawing.questions import plural
from brimstone_env.battle.drawing.scene import title_of
from brimstone_env.battle.narration.sentences import Sentence, listed
from brimstone_env.battle.narration.telling import Telling

# Numbers that are a yes or no, and those that are the least die that succeeds.
FLAGS = ("smash", "pass_through", "new_target", "tough", "venom", "hold", "grasp", "always_ambush", "group_terror",
         "arrival_card", "no_grit", "hit_d6", "knockout_heal", "death_wounds")  # fmt: skip
LEAST = ("to_hit", "ranged_to_hit", "escape", "armor", "cover", "spawn", "pack")


class FortuneTelling(Telling):
    """Events of the battle as a whole, and of what heroes gain and carry."""

    # --- turns, set-up, ends ----------------------------------------------------------------------------------------

    def _turn(self, number: int, _b: int, _c: int) -> None:
        self._say(f"turn {number}")

    def _turn_cut(self, turn: int, _b: int, _c: int) -> None:
        self._say(f"the ambush ends turn {turn}")

    def _first_side(self, side: int, _b: int, _c: int) -> None:
        self._say(f"the {Side(side).name.lower()} are first in every turn")

    def _surprised(self, hero: int, _b: int, _c: int) -> None:
        self._say(f"{self.names.hero(hero)} is surprised")

    def _test(self, hero: int, group: int, total: int) -> None:
        who = self.names.group(group) if hero < 0 else self.names.hero(hero)
        self._say(f"{who}: {total} in the test for the order")

    def _swap(self, hero: int, other: int, _c: int) -> None:
        self._say(f"{self.names.hero(hero)} and {self.names.hero(other)} change places in the order")

    def _stage(self, stage: int, _b: int, _c: int) -> None:
        self._say(f"battle {stage + 1} of the delve begins")

    def _outcome(self, outcome: int, _b: int, _c: int) -> None:
        self._say(f"the battle is {Outcome(outcome).name.lower()}")

    def _card(self, deck: int, card: int, _c: int) -> None:
        row = self.tables.decks[deck].cards[card]
        self._say(f"threat card {card + 1} of the {self.tables.deck_names[deck]} deck: {card_words(row, self.tables)}")

    def _elite(self, group: int, row: int, _c: int) -> None:
        table = self.names.group_row(group)
        what = elite_words(self.tables.enemies[table].elite[row - 1]) if table >= 0 and row > 0 else "an ability"
        self._say(
            f"{self.names.group(group)} {self.names.verb(group, 'is', 'are')} elite, row {row} of their table: {what}"
        )

    def _arrival(self, event: int, _b: int, _c: int) -> None:
        self._say(f"more enemies come (event {event + 1} of the scenario)")

    def _place(self, enemy: int, cell: int, hero: int) -> None:
        if self.open is None or self.open.topic != "place":
            self._begin(Sentence("place", ""))
        assert self.open is not None
        self.open.moves[enemy] = [cell, hero]

    def _warning(self, site: int, put: int, _c: int) -> None:
        self._say(f"a warning marker {'is put at' if put else 'is taken from'} entry {site}")

    def _marker(self, place: int, _b: int, _c: int) -> None:
        clause = f"the Darkness marker moves to {place}"
        if self.open is not None and self.open.topic == "attack" and self.open.hits:
            self.open.hits[-1].words.append(clause)
        else:
            self._say(clause)

    # --- knocked-out heroes, loot -----------------------------------------------------------------------------------

    def _recover(self, helper: int, hero: int, _c: int) -> None:
        whom = self.names.hero(hero)
        self._deed(f"{self.names.hero(helper)} helps {whom} up" if helper >= 0 else f"{whom} comes to", hero)

    def _injury(self, hero: int, row: int, _c: int) -> None:
        self._follow(hero, f"gets an injury ({self._charted()}{self.tables.injuries[row].title})")

    def _madness(self, hero: int, row: int, _c: int) -> None:
        self._follow(hero, f"gets a madness ({self._charted()}{self.tables.madness[row].title})")

    def _charted(self) -> str:
        """The dice that were rolled on a table of what a knocked-out hero gets: `3 and 2: `."""
        dice, self.chart_dice = self.chart_dice, []
        return f"{listed(dice)}: " if dice else ""

    def _loot(self, hero: int, card: int, _c: int) -> None:
        self._deed(f"{self.names.hero(hero)} draws loot ({self.tables.loot_cards[card].title})", hero)

    def _gold(self, hero: int, amount: int, _c: int) -> None:
        self._follow(hero, f"{'gains' if amount >= 0 else 'pays'} ${abs(amount)}")

    def _dark_stone(self, hero: int, pieces: int, _c: int) -> None:
        self._follow(hero, f"{'gains' if pieces >= 0 else 'loses'} {plural(abs(pieces), 'piece')} of dark stone")

    def _item(self, hero: int, item: int, gained: int) -> None:
        self._follow(hero, f"{'gets' if gained else 'loses'} {title_of(self.tables, 'items', item)}")

    def _token(self, hero: int, token: int, gained: int) -> None:
        title = title_of(self.tables, "tokens", token)
        if token == DYNAMITE and not gained:
            return  # the throw says it
        if gained:
            self._follow(hero, f"gets {title}")
        elif self.open is not None and self.open.topic == "attack" and self.tables.tokens[token].spice_d3:
            self.open.clauses.append(f"uses {title}")
        else:
            self._deed(f"{self.names.hero(hero)} uses {title}", hero).kind = Event.TOKEN


def card_words(card: Any, tables: Any) -> str:
    """What a threat card says: `peril Tentacles, peril + peril Void Spiders (elite 1), by ambush`."""
    titles = dict(zip(tables.type_names, (row.title for row in tables.enemies), strict=True))
    parts = []
    for name, amount in card.enemies:
        level = f" (elite {card.elite[name]})" if card.elite.get(name) else ""
        parts.append(f"{str(amount).replace('+', ' + ')} {titles[name]}{level}")
    if card.draw is not None:
        parts.append(f"draw {plural(card.draw.cards, 'card')} of the {card.draw.deck} deck")
    return ", ".join([*parts, *(["by ambush"] if card.ambush else [])])


def elite_words(row: Any) -> str:
    """What a row of an elite table changes: `Combat +1, To hit 3+, Always ambush`."""
    added = [f"{stat_title(name)} {value:+}" for name, value in row.add.items()]
    return ", ".join([*added, *(set_words(name, value) for name, value in row.set.items())])


def set_words(name: str, value: int) -> str:
    """A number that an elite row sets."""
    if name in FLAGS and value == 1:
        return stat_title(name)
    return f"{stat_title(name)} {value}{'+' if name in LEAST else ''}"


def stat_title(name: str) -> str:
    """A number's name for people."""
    return name.replace("_", " ").capitalize()
