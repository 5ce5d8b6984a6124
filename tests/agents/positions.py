"""Positions for the agents' tests: from text to what an agent sees."""

import numpy as np

from brimstone_agents.base import act_once
from brimstone_agents.batch import Match
from brimstone_agents.simulator import Simulator, attach
from brimstone_env.core.dice import stream_states
from brimstone_env.core.game import find_game

GAME = find_game("battle")
TABLES = GAME.load_tables(None)


class Seen:
    """A position with its pending decision, as an agent sees it, and as names."""

    def __init__(self, game="battle", **position):
        self.game = find_game(game)
        self.tables = TABLES if self.game is GAME else self.game.load_tables(None)
        self.battles, self.books, self.dice = self.game.parse_position(position, self.tables, "test")
        planes = self.game.observation_planes()
        self.observation = {plane.name: np.zeros((1, *plane.shape), plane.dtype) for plane in planes}
        self.masks = np.zeros((1, self.game.num_actions), np.int8)
        self.run("observe")

    def run(self, command, action=0):
        """Run one command and look at the battle again."""
        self.game.run_many(
            self.game.commands[command], self.battles, self.books, self.dice, np.array([action]),
            stream_states(np.zeros(1, np.int64)), np.zeros(1, np.int32), self.masks, *self.observation.values(),
        )  # fmt: skip

    @property
    def one(self):
        """The observation of the one battle."""
        return {name: array[0] for name, array in self.observation.items()}

    def name(self, action):
        return self.game.action_name(action, self.battles[0], self.books[0], self.tables)

    def do(self, *names):
        """Take actions by name; returns itself."""
        for name in names:
            action = self.game.action_index(name, self.battles[0], self.books[0], self.tables)
            assert self.masks[0, action], f"{name} is not legal"
            self.run("step", action)
        return self

    def choice(self, agent):
        """The name of what an agent does."""
        attach(agent, Simulator(Match(self.game, "test", self.tables, self.books), self.battles))
        return self.name(act_once(agent, self.one, self.masks[0]))
