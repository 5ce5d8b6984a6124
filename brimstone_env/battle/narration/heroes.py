"""What heroes do and roll, in words."""

from __future__ import annotations

from brimstone_env.battle.codes import Event, Roll
from brimstone_env.battle.drawing.questions import plural
from brimstone_env.battle.drawing.scene import title_of
from brimstone_env.battle.narration.sentences import ROLL_WORDS, Hit, Sentence, cell_text
from brimstone_env.battle.narration.telling import Price, Telling

# By kind of status (`b` of the event): as a hero gets it, and as it loses one.
STATUSES = (
    ("is poisoned by Void Venom", "has got over the Void Venom"),
    ("is held and cannot move next time", "is held no longer"),
    ("is poisoned", "has got over a poison"),
    ("is webbed", "is free of the webs"),
    ("is stunned", "is stunned less"),
    ("is set on fire", "burns less"),
    ("bleeds", "bleeds less"),
    ("is ensnared", "is free of the snare"),
)


class HeroTelling(Telling):
    """Events of heroes: rolls, grit, moves, attacks, and what they suffer."""

    # --- dice and grit ----------------------------------------------------------------------------------------------

    def _roll(self, hero: int, kind: int, count: int) -> None:
        """A roll begins: part of the open attack, throw or strike, or a sentence of its own."""
        if kind not in ROLL_WORDS:
            return
        if not self._belongs(hero, kind):
            price = self._take_price()
            self._begin(Sentence("roll", price.verb if price else "rolls", hero, kind))
        self.left = count
        if kind == Roll.DAMAGE:
            self.shares = 0 if count == 1 else -1

    def _belongs(self, hero: int, kind: int) -> bool:
        """Whether a roll is part of the open sentence."""
        sentence = self.open
        if sentence is None:
            return False
        if sentence.topic == "strike":
            return kind == Roll.DEFENSE and sentence.hero == hero and not sentence.clauses
        if sentence.topic == "attack":
            return kind in (Roll.TO_HIT, Roll.DAMAGE)
        return sentence.topic == "throw" and kind == Roll.TO_HIT

    def _hero_die(self, kind: int, value: int) -> None:
        """A die of a hero's own, the first time or again."""
        if self.left == 0:
            self._die_again(kind, value)
            return
        self.left -= 1
        if self.open is not None and not (self.open.topic == "attack" and kind == Roll.DAMAGE):
            self.open.dice.append(value)

    def _die_again(self, kind: int, value: int) -> None:
        price, sentence = self._take_price(), self.open
        if sentence is not None and sentence.topic in ("attack", "throw") and kind in (Roll.TO_HIT, Roll.DAMAGE):
            if kind == Roll.TO_HIT:
                sentence.add_reroll(value, price.text if price else "")
            elif price:
                sentence.clauses.append(f"damage rolled again {price.text}")
            return
        if sentence is not None and sentence.topic == "strike" and kind == Roll.DEFENSE:
            sentence.add_reroll(value, price.text if price else "")
            return
        if price:
            self._begin(Sentence("roll", price.verb, price.hero, kind)).dice.append(value)
        elif sentence is not None and sentence.topic == "roll" and sentence.kind == kind and sentence.head != "rolls":
            sentence.dice.append(value)

    def _grit(self, hero: int, change: int, lost: int) -> None:
        if lost:
            self._say(f"{self.names.hero(hero)} cannot keep {-change} grit above its most")
        elif change > 0:
            self._follow(hero, f"gets back {change} grit", within=True)
        elif self.open is not None and self.open.kind == Event.ABILITY and self.open.topic == "deed":
            self.open.clauses.append(f"for {-change} grit")
        else:
            if self.price:
                self._close()
            self.price = Price(hero, -change)

    def _ability(self, hero: int, upgrade: int, reroll: int) -> None:
        """A class's or an upgrade's ability: for a reroll, within an attack, or a deed of its own."""
        what = title_of(self.tables, "upgrades", upgrade) if upgrade >= 0 else self._own_ability(hero)
        paid = self._take_price()
        price = f" {paid.text}" if paid and paid.hero == hero else ""
        sentence = self.open
        if sentence is not None and sentence.hero == hero and (reroll or sentence.topic == "attack"):
            told = sentence.topic == "attack"
            if told:
                sentence.clauses.append(f"{what}{price}")
            self.price = Price(hero, 0, f"{what}{price}", told)
            return
        head = f"{self.names.hero(hero)} uses {what}{price}"
        if sentence is None or sentence.topic != "deed" or sentence.head != head:
            self._deed(head, hero).kind = Event.ABILITY

    def _own_ability(self, hero: int) -> str:
        """What the ability is called that a class comes with."""
        row = self.tables.heroes[int(self.battle["heroes"][hero]["class_id"])]
        return "Comforting Presence" if row.comfort else "the free reroll" if row.free_reroll else "a special ability"

    # --- what they do -----------------------------------------------------------------------------------------------

    def _activate_hero(self, hero: int, _b: int, _c: int) -> None:
        self._say(f"{self.names.hero(hero)} acts")
        self.hero = hero

    def _hero_move(self, hero: int, _start: int, cell: int) -> None:
        if self.open is not None and self.open.clauses[-1:] == ["escapes"]:
            self._follow(hero, f"moves to {cell_text(cell)}")
        else:
            self._say(f"{self.names.hero(hero)} moves to {cell_text(cell)}")

    def _escape(self, hero: int, escaped: int, _c: int) -> None:
        self._follow(hero, "escapes" if escaped else "does not get away")

    def _drag(self, hero: int, dragged: int, cell: int) -> None:
        self._say(f"{self.names.hero(hero)} drags {self.names.hero(dragged)} to {cell_text(cell)}")

    def _hero_attack(self, hero: int, item: int, free: int) -> None:
        self.hero = hero
        weapon = f"fires the {title_of(self.tables, 'items', item).lower()}" if item >= 0 else "strikes"
        self._begin(Sentence("attack", f"{self.names.hero(hero)} {weapon}{' (free attack)' if free else ''}", hero))

    def _extra_shot(self, hero: int, _b: int, _c: int) -> None:
        self._begin(Sentence("attack", f"{self.names.hero(hero)} shoots once more", hero))

    def _badge(self, hero: int, _b: int, _c: int) -> None:
        self._deed(f"{self.names.hero(hero)} shows the badge: every hero has more dice in its next activation", hero)

    def _dynamite(self, hero: int, cell: int, _c: int) -> None:
        self.hero = hero
        if self.open is not None and self.open.topic == "deed" and self.open.kind == Event.TOKEN:
            self.open = None  # the token that is thrown
        self._begin(Sentence("throw", f"{self.names.hero(hero)} throws dynamite at {cell_text(cell)}", hero))

    def _bounce(self, _start: int, cell: int, moved: int) -> None:
        clause = f"bounces to {cell_text(cell)}" if moved else "a wall stops a bounce"
        if self.open is None or self.open.topic != "throw":
            self._begin(Sentence("throw", "the dynamite"))
        assert self.open is not None
        self.open.clauses.append(clause)

    def _explode(self, cell: int, _b: int, _c: int) -> None:
        self._deed(f"the dynamite explodes at {cell_text(cell)}")

    # --- hits on enemies --------------------------------------------------------------------------------------------

    def _attack(self) -> Sentence:
        """The open attack; one whose beginning the log does not hold is opened."""
        if self.open is None or self.open.topic != "attack":
            self._begin(Sentence("attack", f"{self.names.hero(self.hero)} hits", self.hero))
        assert self.open is not None
        return self.open

    def _dead_eye(self, _hero: int, left: int, _c: int) -> None:
        self._attack()
        self.boost = f" with Dead Eye ({left} left)"

    def _hit(self, enemy: int, damage: int, critical: int) -> None:
        if self._in_deed():
            return
        if self.open is not None and self.open.topic == "roll" and self.open.kind == Roll.DAMAGE:
            self.open = None if not self.open.clauses and not self.price else self.open
        shared = self.shares > 0
        self._attack().hits.append(Hit(enemy, bool(critical) and not shared, damage, boost=self.boost, shared=shared))
        self.boost = ""
        self.shares += 1 if self.shares >= 0 else 0

    def _wound(self, enemy: int, wounds: int, _total: int) -> None:
        if self._in_deed():
            self._befall(self.names.enemy(enemy), f"takes {plural(wounds, 'wound')}")
            return
        hits = self._attack().hits
        if not hits or hits[-1].enemy != enemy:
            hits.append(Hit(enemy))
        hits[-1].wounds += wounds

    def _stopped(self, enemy: int, wounds: int, cover: int) -> None:
        clause = "stopped by cover" if cover else f"{plural(wounds, 'wound')} stopped by armor"
        if self._in_deed():
            self._befall(self.names.enemy(enemy), f"takes no wound, {clause}" if cover else f"gets {clause}")
            return
        hits = self._attack().hits
        if not hits or hits[-1].enemy != enemy:
            hits.append(Hit(enemy, damage=0))
        hits[-1].words.append(clause)

    def _kill(self, enemy: int, _hero: int, _c: int) -> None:
        if self._in_deed():
            self._befall(self.names.enemy(enemy), "dies")
        elif self.open is None or not self.open.hits:
            self._say(f"{self.names.enemy(enemy)} dies")
        else:
            words = self.open.hits[-1].words
            words.insert(len(words) - int(bool(words) and words[-1].endswith("XP")), "dead")

    def _experience(self, hero: int, points: int, _c: int) -> None:
        if self.open is not None and self.open.topic == "attack" and self.open.hits and self.open.hero == hero:
            self.open.hits[-1].words.append(f"{points} XP")
        elif self.open is not None and self.open.topic == "deed":
            self.open.experience[hero] = self.open.experience.get(hero, 0) + points
        else:
            self._follow(hero, f"gains {points} XP")

    # --- what befalls them ------------------------------------------------------------------------------------------

    def _hero_wound(self, hero: int, wounds: int, left: int) -> None:
        self._follow(hero, f"takes {plural(wounds, 'wound')}{left_words(left, 'Health')}", within=True)

    def _hero_armor(self, hero: int, wounds: int, _c: int) -> None:
        self._follow(hero, f"has {wounds} stopped by armor")

    def _hero_horror(self, hero: int, points: int, left: int) -> None:
        self._follow(hero, f"loses {points} Sanity{left_words(left, '')}")

    def _corruption(self, hero: int, points: int, _c: int) -> None:
        verb = "gets" if points >= 0 else "loses"
        self._follow(hero, f"{verb} {abs(points)} corruption")

    def _mutation(self, hero: int, _b: int, _c: int) -> None:
        self._follow(hero, "mutates")

    def _knocked_out(self, hero: int, _b: int, _c: int) -> None:
        self._follow(hero, "is knocked out", within=True)

    def _dead(self, hero: int, _b: int, _c: int) -> None:
        self._follow(hero, "is lost for good")

    def _status(self, hero: int, kind: int, gained: int) -> None:
        price = self._take_price() if not gained else None
        words = STATUSES[kind][0 if gained else 1]
        if price:
            self._say(f"{self.names.hero(hero)} {price.deed} and {words}")
        else:
            self._follow(hero, words)

    def _heal(self, hero: int, health: int, sanity: int) -> None:
        gains = [f"{points} {word}" for points, word in ((health, "Health"), (sanity, "Sanity")) if points]
        clause = f"heals {' and '.join(gains) or 'nothing'}"
        if self.open is not None and (
            (self.open.topic == "roll" and self.open.kind == Roll.HEAL)
            or (self.open.topic == "deed" and self.open.hero >= 0)
        ):
            own = self.open.topic == "deed" or self.open.hero == hero
            self._follow(self.open.hero if not own else hero, clause if own else f"{clause} of {self.names.hero(hero)}")
        else:
            self._say(f"{self.names.hero(hero)} {clause}")

    def _revived(self, hero: int, _b: int, _c: int) -> None:
        self._say(f"a revive token brings {self.names.hero(hero)} back")


def left_words(left: int, word: str) -> str:
    """What a hero has left, in brackets; nothing for one who has nothing left, and falls."""
    return f" ({left} {word}".rstrip() + " left)" if left > 0 else ""
