"""What heroes do and roll, in words."""

from __future__ import annotations

from brimstone_env.battle.codes import NOBODY, Event, Roll
from brimstone_env.battle.drawing.questions import plural
from brimstone_env.battle.drawing.scene import title_of
from brimstone_env.battle.narration.sentences import Hit, Sentence, cell_text
from brimstone_env.battle.narration.telling import Telling

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

    def _hero_die(self, kind: int, value: int) -> None:
        """A die of a hero's own: part of the open sentence, a reroll, or a roll of its own."""
        spender, self.spender = self.spender, NOBODY
        spent = spender >= 0
        sentence = self.open
        if sentence is not None and sentence.topic == "attack" and kind in (Roll.TO_HIT, Roll.DAMAGE):
            self._attack_die(sentence, kind, value, spent)
            return
        if sentence is not None and sentence.topic == "strike" and kind == Roll.DEFENSE and not spent:
            sentence.dice.append(value)
            return
        if sentence is None or sentence.topic != "roll" or sentence.kind != kind or sentence.clauses or spent:
            hero = spender if spent else self.hero
            if sentence is not None and sentence.topic == "strike" and not spent:
                hero = sentence.hero
            verb = f"spends {self.spent} grit and rolls" if spent else "rolls"
            sentence = self._begin(Sentence("roll", verb, hero, kind))
        sentence.dice.append(value)

    def _attack_die(self, sentence: Sentence, kind: int, value: int, spent: bool) -> None:
        if kind == Roll.DAMAGE:
            if spent:
                sentence.clauses.append("damage rolled again for 1 grit")
        elif spent or (sentence.clauses and sentence.clauses[-1].endswith(" again for 1 grit")):
            sentence.add_reroll(value, spent)
        else:
            sentence.dice.append(value)

    def _grit(self, hero: int, change: int, lost: int) -> None:
        if lost:
            self._say(f"{self.names.hero(hero)} cannot keep {-change} grit above the most")
        elif change > 0:
            self._follow(hero, f"gets back {change} grit")
        elif self.open is not None and self.open.kind == Event.ABILITY and self.open.topic == "deed":
            self.open.clauses.append(f"for {-change} grit")
        else:
            if self.spender >= 0:
                self._close()
            self.spender, self.spent = hero, -change

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

    def _ability(self, hero: int, upgrade: int, _c: int) -> None:
        rows = getattr(self.tables, "upgrades", ())
        what = rows[upgrade].title if 0 <= upgrade < len(rows) else "a special ability"
        spender, self.spender = self.spender, NOBODY
        price = f" for {self.spent} grit" if spender == hero else ""
        text = f"{self.names.hero(hero)} uses {what}{price}"
        if self.open is not None and self.open.topic == "attack" and self.open.hero == hero:
            self.open.clauses.append(f"{what}{price}")
        else:
            self._deed(text, hero).kind = Event.ABILITY

    def _dynamite(self, hero: int, cell: int, _c: int) -> None:
        self.hero = hero
        self._begin(Sentence("roll", f"throws dynamite at {cell_text(cell)}, rolls", hero, Roll.TO_HIT))

    def _bounce(self, _start: int, cell: int, moved: int) -> None:
        clause = f"bounces to {cell_text(cell)}" if moved else "a wall stops a bounce"
        if self.open is not None and self.open.topic == "roll":
            self.open.clauses.append(clause)
        else:
            self._say(f"the dynamite: {clause}")

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
        self._attack().clauses.append(f"Dead Eye adds 2 damage ({left} left)")

    def _hit(self, enemy: int, damage: int, critical: int) -> None:
        if self._in_deed():
            return
        if self.open is not None and self.open.topic == "roll" and self.open.kind == Roll.DAMAGE:
            self.open = None if not self.open.clauses and self.spender < 0 else self.open
        self._attack().hits.append(Hit(enemy, bool(critical), damage))

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
        else:
            self._follow(hero, f"gains {points} XP")

    # --- what befalls them ------------------------------------------------------------------------------------------

    def _hero_wound(self, hero: int, wounds: int, _c: int) -> None:
        self._follow(hero, f"takes {plural(wounds, 'wound')}")

    def _hero_armor(self, hero: int, wounds: int, _c: int) -> None:
        self._follow(hero, f"has {wounds} stopped by armor")

    def _hero_horror(self, hero: int, points: int, _c: int) -> None:
        self._follow(hero, f"loses {points} Sanity")

    def _corruption(self, hero: int, points: int, _c: int) -> None:
        verb = "gets" if points >= 0 else "loses"
        self._follow(hero, f"{verb} {abs(points)} corruption")

    def _mutation(self, hero: int, _b: int, _c: int) -> None:
        self._follow(hero, "mutates")

    def _knocked_out(self, hero: int, _b: int, _c: int) -> None:
        self._follow(hero, "is knocked out")

    def _dead(self, hero: int, _b: int, _c: int) -> None:
        self._follow(hero, "is lost for good")

    def _status(self, hero: int, kind: int, gained: int) -> None:
        self._follow(hero, STATUSES[kind][0 if gained else 1])

    def _heal(self, hero: int, health: int, sanity: int) -> None:
        gains = [f"{points} {word}" for points, word in ((health, "Health"), (sanity, "Sanity")) if points]
        self._follow(hero, f"heals {' and '.join(gains) or 'nothing'}")

    def _revived(self, hero: int, _b: int, _c: int) -> None:
        self._say(f"a revive token brings {self.names.hero(hero)} back")
