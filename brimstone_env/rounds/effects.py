"""What is special about abilities: begun when an ability has done the rest, carried out question by question."""

from __future__ import annotations

from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice
from brimstone_env.core.frames import FrameRecord, top_frame
from brimstone_env.core.records import IntArray
from brimstone_env.rounds.codes import (
    FIRST_ABILITY,
    FIRST_CREATURE,
    FIRST_NUMBER,
    FIRST_SQUARE,
    MAX_ABILITIES,
    MAX_CREATURES,
    NUM_CONDITIONS,
    Decision,
    Status,
    Verb,
)
from brimstone_env.rounds.conduit import (
    NUM_GRACES,
    can_end,
    has_grace,
    may_grace,
    pray,
    step_grace,
    step_guidance,
)
from brimstone_env.rounds.domains import has_blessing, may_bless, step_blessing
from brimstone_env.rounds.effect_codes import Effect
from brimstone_env.rounds.effect_frame import push_effect, reaction_of, take_answer
from brimstone_env.rounds.elementalist import keep_up, step_explosion, use_kept
from brimstone_env.rounds.fury import may_take_force, step_follow, step_lines
from brimstone_env.rounds.layout import Battle, Book
from brimstone_env.rounds.monster_codes import MonsterEffect
from brimstone_env.rounds.monster_effects import fill_monster_effect, step_monster_effect
from brimstone_env.rounds.shadow import hesitate, may_arrive, may_surge, step_surge, step_teleport
from brimstone_env.rounds.tactician import (
    can_grant,
    can_parry_from,
    mark,
    may_command,
    may_inspire,
    step_command,
    step_inspire,
    step_mark_damage,
    step_mark_recovery,
    step_mark_shift,
    step_mark_taunt,
    step_parry,
)
from brimstone_env.rounds.teleport import may_follow, may_step


@compiled
def start_effect(battle: Battle, book: Book, dice: Dice, user: int, target: int, row: int, tier: int) -> None:
    """Put what is special about an ability on the stack, if anything is.

    Args:
        battle: the battle.
        book: the book.
        dice: the caller's dice table.
        user: who used the ability.
        target: one of its targets.
        row: row of `book.abilities`.
        tier: outcome of the power roll against the target, 1 without a roll.

    Source: rounds 6.
    """
    effect = int(book.abilities[row].effect)
    if effect != Effect.NONE and effect != Effect.BASIC and effect != Effect.PIN and tier > 0:
        push_effect(battle.stack, user, row, target, tier, 0)


@compiled
def step_effect(battle: Battle, book: Book, dice: Dice) -> int:
    """The next step of what is special about an ability."""
    frame = top_frame(battle.stack)
    effect = int(book.abilities[frame.slot].effect)
    if effect >= MonsterEffect.ALLY_STRIKES:
        return step_monster_effect(battle, book, dice, frame, effect)
    if effect == Effect.INSPIRE:
        return step_inspire(battle, book, dice, frame)
    if effect == Effect.ANVIL or effect == Effect.STRIKE_NOW:
        return step_command(battle, book, dice, frame)
    if effect == Effect.PARRY:
        return step_parry(battle, book, dice, frame)
    if effect == Effect.FOLLOW:
        return step_follow(battle, book, dice, frame)
    if effect == Effect.LINES:
        return step_lines(battle, book, dice, frame)
    if effect == Effect.SURGE_ALLY or effect == Effect.SURGE_NEAR:
        return step_surge(battle, book, frame)
    if effect == Effect.CONFUSION or effect == Effect.TELEPORT:
        return step_teleport(battle, book, dice, frame)
    if effect == Effect.GRACE:
        return step_grace(battle, book, dice, frame)
    return step_other_effect(battle, book, dice, frame, effect)


@compiled
def step_other_effect(battle: Battle, book: Book, dice: Dice, frame: FrameRecord, effect: int) -> int:
    """The next step of an effect that changes a roll or a move, or lets something be used."""
    if effect == Effect.GUIDANCE:
        return step_guidance(battle, book, frame)
    if effect == Effect.EXPLOSION:
        return step_explosion(battle, book, frame)
    if effect == Effect.KEPT:
        return use_kept(battle, frame)
    if effect == Effect.MARK_SHIFT:
        return step_mark_shift(battle, book, dice, frame)
    if effect == Effect.DOMAIN:
        return step_blessing(battle, book, dice, frame)
    return settle_effect(battle, book, dice, frame, effect)


@compiled
def settle_effect(battle: Battle, book: Book, dice: Dice, frame: FrameRecord, effect: int) -> int:
    """What is special about an ability and asks nothing."""
    if effect == Effect.MARK:
        return mark(battle, frame)
    if effect == Effect.HESITATION:
        return hesitate(battle, frame)
    if effect == Effect.PERSIST_STRIKE or effect == Effect.PERSIST_AREA:
        return keep_up(battle, frame)
    if effect == Effect.PRAYER:
        return pray(battle, frame)
    if effect == Effect.MARK_DAMAGE:
        return step_mark_damage(battle, book, frame)
    if effect == Effect.MARK_RECOVERY:
        return step_mark_recovery(battle, book, dice, frame)
    if effect == Effect.MARK_TAUNT:
        return step_mark_taunt(battle, dice, frame)
    return Status.DONE


@compiled
def is_choice(battle: Battle, book: Book, frame: FrameRecord, effect: int, creature: int) -> bool:
    """Whether a creature may be the answer to an effect's question."""
    if effect == Effect.INSPIRE:
        return may_inspire(battle, book, frame, creature)
    if effect == Effect.ANVIL or effect == Effect.STRIKE_NOW:
        return may_command(battle, book, frame, creature)
    if effect == Effect.LINES:
        return may_take_force(battle, book, int(frame.enemy), int(frame.chosen), creature)
    if effect == Effect.GRACE:
        return may_grace(battle, book, frame, creature)
    if effect == Effect.DOMAIN:
        return may_bless(battle, book, frame, int(frame.index), creature)
    return may_surge(battle, book, frame, creature)


@compiled
def is_landing(battle: Battle, book: Book, frame: FrameRecord, effect: int, square: int) -> bool:
    """Whether a square may be the answer to an effect's question."""
    user = int(frame.enemy)
    if effect == Effect.FOLLOW:
        return may_follow(battle, book, user, square)
    if effect == Effect.PARRY:
        return can_parry_from(battle, book, user, int(frame.chosen), square)
    if effect == Effect.MARK_SHIFT:
        return may_step(battle, book, int(reaction_of(battle.stack).chosen), square)
    return may_arrive(battle, book, frame, square)


@compiled
def fill_effect(battle: Battle, book: Book, mask_out: IntArray) -> int:
    """Mark the answers to the question of the effect on top of the stack.

    Returns:
        How many there are.
    """
    frame = top_frame(battle.stack)
    kind = int(battle.pending.kind)
    effect = int(book.abilities[frame.slot].effect)
    if effect >= MonsterEffect.ALLY_STRIKES:
        count = fill_monster_effect(battle, book, frame, effect, mask_out)
    elif kind == Decision.TARGET:
        count = fill_choices(battle, book, frame, effect, mask_out)
    elif kind == Decision.AREA:
        count = fill_landings(battle, book, frame, effect, mask_out)
    elif kind == Decision.REACT:
        count = fill_grants(battle, book, frame, mask_out)
    else:
        count = fill_numbers(battle, book, frame, effect, mask_out)
    if count == 0 or may_pass(kind, effect):
        mask_out[Verb.PASS] = 1
        count += 1
    return count


@compiled
def may_pass(kind: int, effect: int) -> bool:
    """Whether an effect's question may be passed over."""
    if kind == Decision.TARGET:
        bound = effect == Effect.LINES or effect == Effect.GRACE or effect == Effect.DOMAIN
        return not bound and effect != MonsterEffect.MEAT_SHIELD
    if kind == Decision.AREA:
        return effect != Effect.PARRY
    return kind == Decision.REACT


@compiled
def fill_choices(battle: Battle, book: Book, frame: FrameRecord, effect: int, mask_out: IntArray) -> int:
    """Mark the creatures that may be the answer. Returns how many there are."""
    count = 0
    for creature in range(MAX_CREATURES):
        if is_choice(battle, book, frame, effect, creature):
            mask_out[FIRST_CREATURE + creature] = 1
            count += 1
    return count


@compiled
def fill_landings(battle: Battle, book: Book, frame: FrameRecord, effect: int, mask_out: IntArray) -> int:
    """Mark the squares that may be the answer. Returns how many there are."""
    count = 0
    for square in range(int(book.map.num_squares)):
        if is_landing(battle, book, frame, effect, square):
            mask_out[FIRST_SQUARE + int(book.map.cell[square])] = 1
            count += 1
    return count


@compiled
def fill_grants(battle: Battle, book: Book, frame: FrameRecord, mask_out: IntArray) -> int:
    """Mark the abilities that an ally may use now. Returns how many there are."""
    ally = int(battle.pending.creature)
    kind = book.kinds[battle.creatures[ally].kind]
    count = 0
    for slot in range(MAX_ABILITIES):
        if can_grant(battle, book, frame, ally, int(kind.abilities[slot])):
            mask_out[FIRST_ABILITY + slot] = 1
            count += 1
    return count


@compiled
def fill_numbers(battle: Battle, book: Book, frame: FrameRecord, effect: int, mask_out: IntArray) -> int:
    """Mark the numbers that may be the answer. Returns how many there are."""
    count = 0
    kind = int(battle.pending.kind)
    most = NUM_CONDITIONS - 1 if kind == Decision.ENDING else int(battle.pending.amount)
    if kind == Decision.OPTION and effect == Effect.GRACE:
        most = NUM_GRACES - 1
    for number in range(most + 1):
        fits = True
        if kind == Decision.ENDING:
            fits = can_end(battle, int(frame.chosen), number)
        elif kind == Decision.OPTION and effect == Effect.GRACE:
            fits = has_grace(battle, book, frame, number)
        elif kind == Decision.OPTION and effect == Effect.DOMAIN:
            fits = has_blessing(battle, book, frame, number)
        if fits:
            mask_out[FIRST_NUMBER + number] = 1
            count += 1
    return count


@compiled
def answer_effect(battle: Battle, book: Book, action: int) -> None:
    """Take the answer to the question of the effect on top of the stack."""
    take_answer(battle, book, top_frame(battle.stack), action)
