"""The Darkness marker of a last stand: kills push it back."""

from __future__ import annotations

from brimstone_env.battle.codes import Event, Size
from brimstone_env.battle.layout import Battle, Book
from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice, log_event

KILLS_A_PLACE = 3
LARGE_KILL = 2  # what a large figure counts as
LAST_PLACE = 2  # two dice always reach it


@compiled
def count_kill(battle: Battle, book: Book, dice: Dice, size: int) -> None:
    """In a last stand three kills move the marker by one place; a large or very large enemy counts as two.

    Differs: the source of the mission does not say which way; here towards what two dice can reach. A large enemy is
    two steps there; here two of the three kills that a place takes, a very large one as well.

    Source: facts 8 (Last Stand).
    """
    if book.plan.last_stand == 0:
        return
    battle.kills += LARGE_KILL if size >= Size.LARGE else 1
    while battle.kills >= KILLS_A_PLACE:
        battle.kills -= KILLS_A_PLACE
        if battle.marker > LAST_PLACE:
            battle.marker -= 1
            log_event(dice, Event.MARKER, int(battle.marker), 0, 0)
