"""Released models: what playing needs, weights and card, and nothing that has to be unpickled.

A training's own files keep the optimizer and settings of the learner besides, and are seven times as long::

    python -m brimstone_agents.ppo.release runs/mine-epic/best.zip agents/brimstone_agents/models/ppo-mine-epic.zip
"""

from __future__ import annotations

import io
import json
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path

from brimstone_agents.ppo.model import CARD_NAME, WEIGHTS_NAME, load_policy, read_model, write_atomically
from brimstone_env.core.errors import InputError

EPOCH = (1980, 1, 1, 0, 0, 0)  # date of the parts: the same model is the same bytes


def release_model(source: Path, target: Path) -> None:
    """Write the released form of a trained model.

    Args:
        source: a model of `brimstone train`.
        target: where the released one goes; replaced whole.

    Raises:
        InputError: if the source is no model, or does not load with the present environment.
    """
    load_policy(source)
    card, weights = read_model(source)
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in ((WEIGHTS_NAME, weights), (CARD_NAME, json.dumps(card, indent=2).encode())):
            archive.writestr(zipfile.ZipInfo(name, EPOCH), data, zipfile.ZIP_DEFLATED)
    write_atomically(target, buffer.getvalue())


def main(argv: Sequence[str] | None = None) -> int:
    """Release one model; 2 for bad input."""
    paths = [Path(argument) for argument in (sys.argv[1:] if argv is None else argv)]
    if len(paths) != 2:
        print("usage: python -m brimstone_agents.ppo.release SOURCE.zip TARGET.zip", file=sys.stderr)
        return 2
    try:
        release_model(*paths)
    except InputError as error:
        print(f"release: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
