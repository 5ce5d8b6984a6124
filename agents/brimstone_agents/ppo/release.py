"""Released models: what playing needs, weights and card, and nothing that has to be unpickled.

A training's own files keep the optimizer and settings of the learner besides, and are seven times as long::

    python -m brimstone_agents.ppo.release runs/mine-epic/best.zip agents/brimstone_agents/models/ppo-mine-epic.zip

A verb that the game has lost since the training, and that no decision ever offered, is named with its number, as in
`END_MOVE=6`: if the card agrees with the present actions and that verb, it is brought up to date.
"""

from __future__ import annotations

import io
import json
import sys
import tempfile
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from brimstone_agents.ppo.card import Card, schema_of
from brimstone_agents.ppo.model import CARD_NAME, WEIGHTS_NAME, game_of, load_policy, read_model, write_atomically
from brimstone_env.core.errors import InputError

USAGE = "usage: python -m brimstone_agents.ppo.release SOURCE.zip TARGET.zip [LOST_VERB=NUMBER ...]"
NONE_LOST: Mapping[str, int] = MappingProxyType({})
EPOCH = (1980, 1, 1, 0, 0, 0)  # date of the parts: the same model is the same bytes


def release_model(source: Path, target: Path, lost_verbs: Mapping[str, int] = NONE_LOST) -> None:
    """Write the released form of a trained model.

    Args:
        source: a model of `brimstone train`.
        target: where the released one goes; replaced whole.
        lost_verbs: verbs that the game has lost since, with their numbers.

    Raises:
        InputError: if the source is no model, or does not load with the present environment.
    """
    card, weights = read_model(source)
    if lost_verbs:
        card = forget_verbs(card, lost_verbs, str(source))
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in ((WEIGHTS_NAME, weights), (CARD_NAME, json.dumps(card, indent=2).encode())):
            archive.writestr(zipfile.ZipInfo(name, EPOCH), data, zipfile.ZIP_DEFLATED)
    with tempfile.TemporaryDirectory() as folder:
        trial = Path(folder) / target.name
        trial.write_bytes(buffer.getvalue())
        load_policy(trial)
    write_atomically(target, buffer.getvalue())


def forget_verbs(card: Card, verbs: Mapping[str, int], source: str) -> Card:
    """The card for the present actions, if they are those of the training without some verbs.

    Raises:
        InputError: if anything else about the actions has changed.
    """
    game = game_of(card)
    if card["action_hash"] != schema_of(game, verbs)["action_hash"]:
        lost = ", ".join(f"{name}={number}" for name, number in verbs.items())
        raise InputError(f"{source}: its actions are not those of {game.env_id} with {lost}, allowed are only these")
    return card | {"action_hash": schema_of(game)["action_hash"], "lost_verbs": dict(verbs)}


def read_verb(text: str) -> tuple[str, int]:
    """A verb and its number, from `NAME=NUMBER`.

    Raises:
        InputError: if it is written otherwise.
    """
    name, _, number = text.partition("=")
    if not name or not number.isdecimal():
        raise InputError(f"{text!r} is no lost verb, allowed is NAME=NUMBER")
    return name, int(number)


def main(argv: Sequence[str] | None = None) -> int:
    """Release one model; 2 for bad input."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    if len(arguments) < 2:
        print(
            "usage: python -m brimstone_agents.ppo.release SOURCE.zip TARGET.zip [LOST_VERB=NUMBER ...]",
            file=sys.stderr,
        )
        return 2
    try:
        release_model(Path(arguments[0]), Path(arguments[1]), dict(read_verb(text) for text in arguments[2:]))
    except InputError as error:
        print(f"release: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
