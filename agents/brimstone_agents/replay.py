"""``brimstone replay``: a recorded battle played again, checked, and told as a story."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from textwrap import wrap
from typing import Any

import numpy as np
from numpy.typing import NDArray

from brimstone_agents.telling import Story, new_story
from brimstone_env.core.env import RulebookEnv
from brimstone_env.core.errors import InputError
from brimstone_env.core.replay import Moment, Replay, play_again, read_replay

LINE = 112  # characters of a line of the story
GIF_WIDTH = 960
CAPTION_LINES = 3
MILLISECONDS = 600  # of a picture, and for each sentence of its caption more
READING = 500
LAST = 4000  # of the last picture


def run(args: argparse.Namespace) -> int:
    """The subcommand: ``args`` as in ``cli``.

    Raises:
        InputError: if the replay cannot be read, or goes otherwise than it was recorded.
    """
    replay = read_replay(args.file)
    if args.gif and not Path(args.gif).expanduser().absolute().parent.is_dir():
        raise InputError(f"{args.gif}: its folder does not exist")
    moments = play_again(replay, args.tables)
    if args.gif:
        from brimstone_env.core.render.animation import write_gif

        count = write_gif(pictures(moments, replay, args), Path(args.gif).expanduser(), GIF_WIDTH)
        print(f"{count} pictures: {args.gif}")
        return 0
    for _ in told(moments, replay, args.boards):
        pass
    return 0


def told(
    moments: Iterator[Moment], replay: Replay, boards: bool, out: Callable[[str], None] = print
) -> Iterator[tuple[Moment, Sequence[str]]]:
    """Tell a replay while it is played again.

    Args:
        moments: what `play_again` gives.
        replay: the replay.
        boards: whether to show the board at the start of each turn.
        out: where lines go.

    Yields:
        Each moment, with the sentences that are whole there.
    """
    story: Story | None = None
    out("\n".join(heading(replay)))
    turn = -1
    moment: Moment | None = None
    for moment in moments:
        env = moment.env
        story = story or new_story(env.prepared.game, env.battle, env.prepared.books[0], env.prepared.tables)
        sentences = story.add(moment.events, env.battle)
        for sentence in sentences:
            out(line_of(sentence))
        if int(env.battle.turn) != turn and (boards or moment.number == 0):
            out("\n" + board_text(env))
        turn = int(env.battle.turn)
        yield moment, sentences
    if story is not None and moment is not None:
        for sentence in story.end():
            out(line_of(sentence))
        if int(moment.env.battle.outcome) == 0:
            out(line_of("Here the record ends, with the battle undecided"))
        out(f"\n{moment.number} decisions, played again as recorded.")


def heading(replay: Replay) -> list[str]:
    """What was played, in lines."""
    scenario: Mapping[str, Any] = replay.scenario
    who = f", played by {replay.note['agent']}" if "agent" in replay.note else ""
    options = ", ".join(f"{key} {value}" for key, value in replay.options.items())
    return [
        f"{replay.env}: {scenario.get('title') or scenario.get('name', 'a scenario')}, seed {replay.seed}{who}",
        *([f"options: {options}"] if options else []),
    ]


def line_of(sentence: str) -> str:
    """A sentence as lines of the story: turns stand alone, everything else is an item."""
    if sentence.startswith(("Turn ", "Battle ", "Round ")):
        return f"\n{sentence}"
    return "\n".join(wrap(sentence, LINE, initial_indent="  - ", subsequent_indent="    "))


def board_text(env: RulebookEnv) -> str:
    """The battle as plain text."""
    prepared = env.prepared
    return prepared.game.draw_ansi(env.battle, prepared.books[0], prepared.tables, colour=False, width=LINE)


# --- pictures -------------------------------------------------------------------------------------------------------


def pictures(
    moments: Iterator[Moment], replay: Replay, args: argparse.Namespace
) -> Iterator[tuple[NDArray[np.uint8], int]]:
    """The frames of the animation: the battle at each decision, with what has just happened below it."""
    frame: tuple[NDArray[np.uint8], int] | None = None
    for moment, sentences in told(moments, replay, args.boards):
        if frame is not None:
            yield frame
        time = MILLISECONDS + READING * min(len(sentences), CAPTION_LINES)
        frame = captioned(moment.env, sentences), time
    if frame is not None:
        yield frame[0], LAST


def captioned(env: RulebookEnv, sentences: Sequence[str]) -> NDArray[np.uint8]:
    """The battle as pixels, with the last sentences in a strip below."""
    from brimstone_env.core.render.board import BRIGHT, STRIP
    from brimstone_env.core.render.canvas import Canvas, fit_text

    frame = env.prepared.game.draw_rgb(env.battle, env.prepared.books[0], env.prepared.tables)
    width = frame.shape[1]
    canvas = Canvas(width, 24 * CAPTION_LINES + 16, STRIP)
    for i, sentence in enumerate(sentences[-CAPTION_LINES:]):
        canvas.text(16, 20 + 24 * i, fit_text(sentence, 17, width - 32), 17, BRIGHT)
    return np.concatenate([frame, canvas.to_array()])
