"""Replays: a battle as a file that holds what it takes to play it again, and everything that happened in it.

A replay is JSON: environment and version, scenario, options and episode seed, then for the reset and for each decision
the action and the event log (every die, every target choice, every wound). Who reads it plays the battle again and
compares the log byte for byte: a replay that no longer plays as it was recorded says so.

>>> env = RecordReplay(gym.make("brimstone/Battle-v0", log=True))
>>> ...  # play
>>> write_replay(env.replay(), "battle.json")
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import gymnasium as gym

from brimstone_env.core.env import RulebookEnv
from brimstone_env.core.errors import InputError

FORMAT = 1
Events = tuple[tuple[str, int, int, int], ...]


class Move(NamedTuple):
    """One decision: the action, its name at that time, and what was logged from it to the next decision."""

    action: int
    name: str
    events: Events


@dataclass(frozen=True)
class Replay:
    """A recorded battle.

    Attributes:
        game: name of the game.
        env: Gymnasium id.
        version: version of the environment.
        package: version of the package that recorded it.
        tables: what the card tables were, as a hash.
        scenario: the scenario's values.
        options: options of the rules, and `outside` where it was given.
        seed: episode seed.
        begin: log of the reset.
        moves: the decisions, in order.
        outcome: how the battle stood at the end, in words.
        note: what else is known (who played), plain values.
    """

    game: str
    env: str
    version: int
    package: str
    tables: str
    scenario: Mapping[str, Any]
    options: Mapping[str, Any]
    seed: int
    begin: Events
    moves: tuple[Move, ...]
    outcome: str
    note: Mapping[str, Any] = field(default_factory=dict)


# --- recording ------------------------------------------------------------------------------------------------------


class Recorder:
    """Follows an environment from a reset on, and keeps what a replay needs."""

    def __init__(self, env: RulebookEnv, **note: Any) -> None:
        """Nothing is recorded before `begin`.

        Args:
            env: an environment made with `log=True`.
            **note: what the replay shall say besides (`agent="scripted"`).

        Raises:
            InputError: if the environment keeps no log.
        """
        if not env.arguments["log"]:
            raise InputError("recording a replay needs an environment made with log=True")
        self._env = env
        self._note = note
        self._seed = -1
        self._begin: Events = ()
        self._moves: list[Move] = []

    def begin(self, info: Mapping[str, Any]) -> None:
        """Begin anew after a reset, from the info that it returned."""
        self._seed = int(info["episode_seed"])
        self._begin = tuple(self._env.events())
        self._moves = []

    def name(self, action: int) -> str:
        """What an action is called before it is done, for `add`."""
        return self._env.action_name(action)

    def add(self, action: int, name: str) -> None:
        """Note an action after the step that did it."""
        self._moves.append(Move(int(action), name, tuple(self._env.events())))

    def replay(self) -> Replay:
        """The battle as far as it has come.

        Raises:
            InputError: if it has not begun.
        """
        if self._seed < 0:
            raise InputError("a replay can be made after reset() only")
        env, prepared = self._env, self._env.prepared
        return Replay(
            game=prepared.game.name,
            env=prepared.game.env_id,
            version=prepared.game.version,
            package=_package_version(),
            tables=hash_tables(prepared.tables),
            scenario=prepared.scenario.model_dump(mode="json", exclude_unset=True),
            options=_options_of(env),
            seed=self._seed,
            begin=self._begin,
            moves=tuple(self._moves),
            outcome=prepared.game.outcomes[int(env.battle.outcome)],
            note=dict(self._note),
        )


class RecordReplay(gym.Wrapper[Any, Any, Any, Any]):
    """Records each battle of an environment that was made with `log=True`; `replay()` gives the one that goes on.

    What goes around `reset` and `step` (`set_state`) is not recorded: such a replay will say that it plays otherwise.
    """

    def __init__(self, env: gym.Env[Any, Any], **note: Any) -> None:
        """Wrap an environment.

        Args:
            env: an environment of this package, wrapped or not.
            **note: what the replays shall say besides (`agent="scripted"`).

        Raises:
            InputError: if it is no such environment, or keeps no log.
        """
        super().__init__(env)
        bare = env.unwrapped
        if not isinstance(bare, RulebookEnv):
            raise InputError(f"a replay is of an environment of this package, not of {type(bare).__name__}")
        self._recorder = Recorder(bare, **note)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin a battle, and its recording."""
        observation, info = self.env.reset(seed=seed, options=options)
        self._recorder.begin(info)
        return observation, info

    def step(self, action: Any) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        """Answer the pending decision, and record it."""
        name = self._recorder.name(action)
        result = self.env.step(action)
        self._recorder.add(int(action), name)
        return result

    def replay(self) -> Replay:
        """The battle since the last reset."""
        return self._recorder.replay()


def _options_of(env: RulebookEnv) -> dict[str, Any]:
    """The options that decide how a battle goes: those of the rules, and the seats played from outside."""
    general = {"game", "scenario", "tables", "illegal_action", "log", "outside", "max_episode_steps", "render_mode"}
    options = {key: value for key, value in env.arguments.items() if key not in general}
    outside = env.arguments["outside"]
    return options if outside is None else {**options, "outside": [int(seat) for seat in outside]}


def hash_tables(tables: Any) -> str:
    """What the card tables say, as a hash."""
    rows = json.dumps(tables.to_rows(), sort_keys=True, default=str)
    return hashlib.sha256(rows.encode()).hexdigest()[:16]


def _package_version() -> str:
    from brimstone_env import __version__

    return __version__


# --- files ----------------------------------------------------------------------------------------------------------


def write_replay(replay: Replay, path: str | Path) -> None:
    """Write a replay to a file, a decision a line.

    Raises:
        InputError: if it cannot be written.
    """
    head = {"replay": FORMAT, **{key: value for key, value in vars(replay).items() if key not in ("begin", "moves")}}
    lines = [f"{json.dumps(key)}: {json.dumps(value)}," for key, value in head.items()]
    lines += [f'"begin": {json.dumps(replay.begin)},', '"moves": [']
    lines += [",\n".join(json.dumps(move._asdict()) for move in replay.moves), "]"]
    try:
        Path(path).expanduser().write_text("{\n" + "\n".join(lines) + "\n}\n", encoding="utf-8")
    except OSError as error:
        raise InputError(f"{path}: cannot be written ({error.strerror})") from error


def read_replay(path: str | Path) -> Replay:
    """Read a replay.

    Raises:
        InputError: if the file cannot be read or holds no replay; one sentence says why.
    """
    try:
        text = Path(path).expanduser().read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: cannot be read ({getattr(error, 'strerror', None) or 'not text'})") from error
    try:
        data = json.loads(text)
        version = data.pop("replay")
    except (ValueError, AttributeError, KeyError, TypeError):
        raise InputError(f"{path}: is no replay of this package") from None
    if version != FORMAT:
        raise InputError(f"{path}: replay is {version!r}, allowed is {FORMAT}: it was written by another version")
    return _from_data(data, path)


def _from_data(data: dict[str, Any], path: str | Path) -> Replay:
    names = Replay.__dataclass_fields__
    for key in data:
        if key not in names:
            raise InputError(f"{path}: unknown key {key!r}, allowed are {', '.join(names)}")
    kinds = {"game": str, "env": str, "package": str, "tables": str, "outcome": str, "version": int, "seed": int}
    kinds |= {"scenario": dict, "options": dict, "note": dict}
    for key, kind in kinds.items():
        if not isinstance(data.get(key), kind):
            raise InputError(f"{path}: {key} is {data.get(key)!r}, allowed is {_KIND_WORDS[kind]}")
    try:
        begin = _events(data["begin"])
        moves = tuple(Move(int(row["action"]), str(row["name"]), _events(row["events"])) for row in data["moves"])
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(f"{path}: begin or moves are not as they are recorded ({error!r})") from None
    return Replay(**{**data, "begin": begin, "moves": moves})


_KIND_WORDS = {str: "text", int: "a whole number", dict: "a table"}


def _events(rows: Any) -> Events:
    return tuple((str(word), int(a), int(b), int(c)) for word, a, b, c in rows)


# --- playing again --------------------------------------------------------------------------------------------------


class Moment(NamedTuple):
    """A replay played as far as one decision.

    Attributes:
        number: decisions so far, 0 after the reset.
        name: what the last one was, empty after the reset.
        events: the log since the decision before.
        env: the environment there; it goes on with the next moment.
    """

    number: int
    name: str
    events: Events
    env: RulebookEnv


def play_again(replay: Replay, tables: str | Path | None = None) -> Iterator[Moment]:
    """Play a replay again, decision by decision, and compare each log with the recorded one.

    Args:
        replay: what was recorded.
        tables: folder of card tables, if it was not played with those of the package.

    Raises:
        InputError: if it cannot be played, or goes otherwise than it was recorded; one sentence says where, and what
            is different here.
    """
    env = RulebookEnv(replay.game, dict(replay.scenario), tables, log=True, **replay.options)
    game = env.prepared.game
    differs = _differences(replay, env)
    _, info = env.reset(options={"episode_seed": replay.seed})
    yield Moment(0, "", _compared(env, replay.begin, "the set-up", differs), env)
    for number, move in enumerate(replay.moves, 1):
        where = f"decision {number} ({move.name})"
        if not 0 <= move.action < game.num_actions or env.action_name(move.action) != move.name:
            raise InputError(f"the replay plays otherwise from {where} on: that is not action {move.action}{differs}")
        *_, info = env.step(move.action)
        yield Moment(number, move.name, _compared(env, move.events, where, differs), env)
    outcome = game.outcomes[info["outcome"]]
    if outcome != replay.outcome:
        raise InputError(f"the replay ends otherwise: {outcome}, recorded is {replay.outcome}{differs}")


def _compared(env: RulebookEnv, recorded: Events, where: str, differs: str) -> Events:
    """The log since the last decision, which must be the recorded one."""
    events = tuple(env.events())
    if events != recorded:
        pairs = zip((*events, None), (*recorded, None), strict=False)
        now, then = next((pair for pair in pairs if pair[0] != pair[1]), (None, None))
        raise InputError(
            f"the replay plays otherwise from {where} on: {_event_text(now)}, recorded is {_event_text(then)}{differs}"
        )
    return events


def _event_text(event: tuple[str, int, int, int] | None) -> str:
    return "the end of the log" if event is None else " ".join(map(str, event))


def _differences(replay: Replay, env: RulebookEnv) -> str:
    """What is different here from where the replay was recorded, for error messages."""
    game = env.prepared.game
    found = []
    if (replay.env, replay.version) != (game.env_id, game.version):
        found.append(f"it is of {replay.env}, version {replay.version}, not of {game.env_id}, version {game.version}")
    if replay.package != _package_version():
        found.append(f"it was recorded by version {replay.package} of the package, this is {_package_version()}")
    if replay.tables != hash_tables(env.prepared.tables):
        found.append("its card tables were others, name their folder as tables")
    return f" ({'; '.join(found)})" if found else " (version and tables are the recorded ones)"
