"""``brimstone play``: a person plays a battle in the terminal, by the names of actions.

Where standard input is a terminal, names are completed while typing (prompt_toolkit); otherwise, or with ``--plain``,
lines are simply read, so that a battle can be played from a file or a pipe.
"""

from __future__ import annotations

import argparse
import difflib
import os
import secrets
import shutil
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from textwrap import wrap
from typing import Any

import numpy as np

from brimstone_agents.base import Agent
from brimstone_agents.batch import name_game
from brimstone_agents.hints import give_hint
from brimstone_agents.roster import agent_name, make_agent
from brimstone_agents.rule_options import read_rule_options
from brimstone_agents.telling import tell
from brimstone_env.core.env import RulebookEnv
from brimstone_env.core.errors import InputError
from brimstone_env.core.replay import Recorder, write_replay

PROMPT = "> "
ADVISER = "mcts"  # who gives hints unless the player says otherwise
ABOUT_NUMBERS = ("reroll", "dead eye", "split", "heal", "surges", "stability", "spend", "potency")  # no new board
HELP = """Type the name of a legal action; the first letters are enough where they mean one action only.
  help        this text
  legal       the legal actions again
  board       the board again
  hint        what an agent would do (`--hint AGENT` says which)
  save FILE   write the position to a TOML file (for bug reports and rule cases)
  quit        leave the battle
"""
BATTLE_LEGEND = """\
On the board: a hero is its initials, `>` before the one whose turn it is; a knocked-out one is `x` and its initials.
An enemy is its letter and number (`assign enemy N` uses the number); several on one square are `3xV`, and the list
names them. `o` marks squares that the hero can move to, small letters are map tiles, shaded squares doorways."""
LEGENDS = {  # what the board shows, by game
    "battle": BATTLE_LEGEND,
    "delve": BATTLE_LEGEND,
    "rounds": """\
On the board: a hero is its initials, `>` before the one whose turn it is, `*` before those who may be named now.
An enemy is its letter and number (`on enemy N` uses the number); a squad is one line of the list. `o` marks squares
that the hero can go to, `~` ground where a rotting zombie fell. `group N` of "Still to act" is a group of enemies:
sides take turns, and you choose who of the heroes acts next.""",
}
COMMANDS = ("help", "legal", "board", "hint", "save ", "quit")


def run(args: argparse.Namespace) -> int:
    """Run the subcommand; see `cli`.

    Raises:
        InputError: if the scenario or the tables cannot be used.
    """
    plain = bool(args.plain) or not (sys.stdin.isatty() and sys.stdout.isatty())
    record = vars(args).get("record")
    if record and not Path(record).expanduser().absolute().parent.is_dir():
        raise InputError(f"{record}: its folder does not exist; nothing was played")
    options = read_rule_options(vars(args).get("option") or [])
    env = RulebookEnv(name_game(args.scenario), args.scenario, args.tables, log=True, **options)
    seed = secrets.randbelow(2**31) if args.seed is None else args.seed
    table = Table(env, colour=not plain and "NO_COLOR" not in os.environ)
    table.adviser = vars(args).get("hint") or ADVISER
    agent_name(table.adviser)  # a spec that means no agent is said before the battle
    reader = read_plainly if plain else make_reader(table)
    table.say(f"{args.scenario}, seed {seed}. Type `help` for help.")
    table.begin(seed)
    try:
        play(table, reader)
    finally:
        env.close()
        if record:
            write_replay(table.recorder.replay(), record)
            table.say(f"The replay is in {record}.")
    return 0


def play(table: Table, read: Callable[[], str | None]) -> None:
    """Ask and answer until the battle is over or the player leaves.

    Args:
        table: the battle.
        read: gives the next line, None at the end of the input.
    """
    while not table.over:
        line = read()
        if line is None or line.strip() == "quit":
            table.say("The battle is left undecided.")
            return
        try:
            answer(table, " ".join(line.split()))
        except InputError as error:
            table.say(str(error))
    table.show_end()


def answer(table: Table, line: str) -> None:
    """Carry out one line: a command or an action.

    Raises:
        InputError: if it is neither, or an action that is not legal now.
    """
    if not line:
        return
    word, _, rest = line.partition(" ")
    if line == "help":
        table.say(HELP + LEGENDS.get(table.env.prepared.game.name, ""))
    elif line == "legal":
        table.show_legal()
    elif line == "board":
        table.show_board()
    elif line == "hint":
        table.hint()
    elif word == "save":
        table.save(rest)
    else:
        table.act(line)


class Table:
    """A battle being played, and what the player sees of it.

    Attributes:
        env: the environment.
        colour: whether the terminal shows colours.
        out: where text goes.
        adviser: spec of the agent that gives hints.
    """

    def __init__(self, env: RulebookEnv, colour: bool, out: Callable[[str], None] = print) -> None:
        self.env = env
        self.colour = colour
        self.out = out
        self.over = False
        self.hero = -1
        self.adviser = ADVISER
        self.recorder = Recorder(env, agent="a person")
        self._board = ""
        self._agent: Agent | None = None

    @property
    def width(self) -> int:
        """Characters of a line."""
        return min(shutil.get_terminal_size((120, 40)).columns, 160)

    def say(self, text: str) -> None:
        """Write text."""
        self.out(text)

    def begin(self, seed: int) -> None:
        """Begin the battle of a seed and show it."""
        _, info = self.env.reset(options={"episode_seed": seed})
        self.recorder.begin(info)
        self._after()

    def act(self, name: str) -> None:
        """Do the action of that name (two, for composite names such as `free shoot pistol`), and show what came of it.

        Raises:
            InputError: if no legal action is meant.
        """
        for number, index in enumerate(self._find(name)):
            if not self.env.action_masks()[index]:
                if number:  # the engine has taken the second step itself, there was no choice
                    break
                raise InputError(self._refusal(name))
            self.hero = int(self.env.battle.pending.hero)
            called = self.env.action_name(index)
            _, _, terminated, truncated, _ = self.env.step(index)
            self.recorder.add(index, called)
            self.over = terminated or truncated
            self._tell()
        self._after(told=True)

    def _find(self, name: str) -> list[int]:
        """The actions that a name means, whole or shortened."""
        names = self.env.action_names()
        longer = [other for other in names if other.startswith(name)]
        if name not in names and len(longer) == 1:
            name = longer[0]
        prepared = self.env.prepared
        try:
            return prepared.game.expand_name(name, self.env.battle, prepared.books[0], prepared.tables)
        except InputError:
            if longer:
                more = " ..." if len(longer) > 6 else ""
                raise InputError(f"{name!r} may be {', '.join(longer[:6])}{more}") from None
            raise InputError(self._refusal(name)) from None

    def _refusal(self, name: str) -> str:
        near = difflib.get_close_matches(name, self.env.action_names(), 3, 0.5)
        return f"{name!r} is not legal now" + (f", nearest: {', '.join(near)}" if near else ", `legal` lists what is")

    # --- what is shown ----------------------------------------------------------------------------------------------

    def _after(self, told: bool = False) -> None:
        if not told:
            self._tell()
        if not self.over:
            self.show_board(only_new=True)
            self.show_legal()

    def _tell(self) -> None:
        prepared = self.env.prepared
        rows = self.env.events()
        for sentence in tell(prepared.game, rows, self.env.battle, prepared.books[0], prepared.tables, self.hero):
            for i, line in enumerate(wrap(sentence, max(40, self.width - 4))):
                self.say(("  - " if i == 0 else "    ") + line)

    def show_board(self, only_new: bool = False) -> None:
        """Show the battle; with ``only_new`` just the question, if nothing on the board has changed."""
        prepared = self.env.prepared
        mask = self.env.action_masks().astype(np.int8)
        text = prepared.game.draw_ansi(
            self.env.battle, prepared.books[0], prepared.tables, colour=self.colour, width=self.width, mask=mask
        )
        question, _, board = text.partition("\n")
        asked = prepared.game.decisions[int(self.env.battle.pending.kind)]
        if only_new and self._board and (board == self._board or asked in ABOUT_NUMBERS):
            self.say("\n" + question)
            return
        self.say("\n" + text)
        self._board = board

    def show_legal(self) -> None:
        """List the legal actions in groups."""
        prepared = self.env.prepared
        mask = self.env.action_masks()
        groups = prepared.game.action_groups(mask, self.env.battle, prepared.books[0], prepared.tables)
        for heading, names in groups.items():
            for i, line in enumerate(wrap("; ".join(gather(names)), max(40, self.width - 13))):
                self.say(f"{heading + ':' if i == 0 else '':<12} {line}")

    def show_end(self) -> None:
        """Show the last board, and what each hero gained."""
        self.show_board()
        battle = self.env.battle
        if battle.outcome == 0:
            self.say("The battle is cut off undecided: it has taken too many decisions.")
        if "heroes" in battle.dtype.names:  # of games in which heroes gain experience
            gains = [str(int(battle.heroes[i].experience)) for i in range(int(battle.num_heroes))]
            self.say(f"Experience by hero: {', '.join(gains)}")

    def hint(self) -> None:
        """Say what the adviser would do.

        Raises:
            InputError: if it cannot be made.
        """
        if self._agent is None:
            self._agent = make_agent(self.adviser)
        decisions = int(self.env.battle.num_decisions)
        for line in give_hint(self.env, self._agent, agent_name(self.adviser), seed=decisions):
            self.say(line)

    def save(self, file: str) -> None:
        """Write the position to a file.

        Raises:
            InputError: if no file is named, or it cannot be written.
        """
        if not file:
            raise InputError("save needs the name of a file, `save FILE`")
        prepared = self.env.prepared
        game = prepared.game
        text = game.format_position(self.env.battle, prepared.books[0], prepared.tables)
        if game.name not in ("battle", "delve"):  # whose positions need not say so
            text = f'game = "{game.name}"\n{text}'
        try:
            Path(file).expanduser().write_text(text, encoding="utf-8")
        except OSError as error:
            raise InputError(f"{file}: cannot be written ({error.strerror})") from error
        self.say(f"The position is in {file}.")

    def completions(self) -> list[str]:
        """What can be typed now."""
        return [*self.env.action_names(), *COMMANDS]


def gather(names: Iterable[str]) -> list[str]:
    """Names that differ in their last word only, together: `move 1,2 | 1,3`, `assign enemy 0 | 4`."""
    heads: dict[str, list[str]] = {}
    for name in names:
        head, _, last = name.rpartition(" ")
        if head and (last[0].isdigit() or head == "shoot"):
            heads.setdefault(head, []).append(last)
        else:
            heads.setdefault(name, [])
    return [f"{head} {' | '.join(lasts)}" if lasts else head for head, lasts in heads.items()]


def matches(typed: str, names: Sequence[str]) -> list[str]:
    """The names that begin with what is typed, or else those that contain it."""
    return [name for name in names if name.startswith(typed)] or [name for name in names if typed in name]


def read_plainly() -> str | None:
    """The next line of standard input, None at its end; what is read from a file or pipe is shown."""
    try:
        line = input(PROMPT)
    except EOFError:
        print()
        return None
    if not sys.stdin.isatty():
        print(line)
    return line


def make_reader(table: Table) -> Callable[[], str | None]:
    """A reader that completes names while they are typed; a plain one if prompt_toolkit is not installed."""
    try:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.completion import Completer, Completion
    except ImportError:
        return read_plainly

    class NameCompleter(Completer):
        """Offers the names that match what is typed."""

        def get_completions(self, document: Any, complete_event: Any) -> Iterable[Completion]:
            """The completions of the line so far."""
            typed = document.text_before_cursor.lstrip()
            for name in matches(typed, table.completions()):
                yield Completion(name, start_position=-len(typed))

    session: Any = PromptSession(completer=NameCompleter(), complete_while_typing=True)

    def read() -> str | None:
        try:
            return str(session.prompt(PROMPT))
        except EOFError:
            return None

    return read
