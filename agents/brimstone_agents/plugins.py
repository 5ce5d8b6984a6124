"""Agents of other packages: whoever declares an entry point of the group `brimstone.agents` is in the table of agents.

In the other package's `pyproject.toml`:

    [project.entry-points."brimstone.agents"]
    my-agent = "my_package.my_module:MyAgent"

Its code is imported only when the agent is asked for, so that a broken package hinders nobody else.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import metadata
from typing import Any

from brimstone_env.core.errors import InputError

GROUP = "brimstone.agents"


@dataclass(frozen=True)
class Plugin:
    """An agent that another package declares.

    Attributes:
        name: as the package calls it.
        package: the package's name, `?` if it says none.
        version: the package's version.
        point: its entry point.
    """

    name: str
    package: str
    version: str
    point: metadata.EntryPoint

    def load(self) -> Callable[..., Any]:
        """Import what makes the agent.

        Raises:
            InputError: if the package cannot be imported, whatever it is that goes wrong in it, or lacks the name.
        """
        try:
            factory: Callable[..., Any] = self.point.load()
        except Exception as error:
            raise InputError(
                f"agent {self.name!r} of package {self.package}: {self.point.value} cannot be imported: "
                f"{type(error).__name__}: {error}"
            ) from error
        return factory


def find_plugins() -> list[Plugin]:
    """The agents of all installed packages, in order of name and package."""
    found = [
        Plugin(point.name, point.dist.name if point.dist else "?", point.dist.version if point.dist else "", point)
        for point in metadata.entry_points(group=GROUP)
    ]
    return sorted(set(found), key=lambda plugin: (plugin.name, plugin.package))
