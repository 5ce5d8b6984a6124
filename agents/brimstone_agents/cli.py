"""The ``brimstone`` command. Each subcommand imports what it needs only when it runs."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import metadata

from brimstone_agents.roster import import_object, roster_help
from brimstone_agents.rule_options import add_rule_options
from brimstone_agents.seeds import BLOCKS
from brimstone_env.core.errors import InputError

EXIT_OK = 0
EXIT_BAD_INPUT = 2
EXIT_INTERRUPTED = 130

# Who does the work: ``run(args)`` of these modules, which returns the exit status or None.
RUNNERS = {
    "train": "brimstone_agents.ppo.train:run",
    "evaluate": "brimstone_agents.evaluate:run",
    "open-loop": "brimstone_agents.open_loop.search:run",
    "agents": "brimstone_agents.commands:run_agents",
    "play": "brimstone_agents.play:run",
    "replay": "brimstone_agents.replay:run",
    "bench": "brimstone_agents.bench:run",
    "cases": "brimstone_agents.commands:run_cases",
    "tables": "brimstone_agents.commands:run_tables",
    "odds": "brimstone_agents.odds:run",
    "benchmark": "brimstone_agents.benchmark.run:run",
    "turn-order": "brimstone_agents.benchmark.turn_order:run",
    "reproduce": "brimstone_agents.benchmark.reproduce:run",
    "leaderboard": "brimstone_agents.benchmark.leaderboard:run",
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit status.

    0: done. 1: done, and something failed (a rule case). 2: bad input, one sentence on standard error.
    130: interrupted.
    """
    args = make_parser().parse_args(argv)
    try:
        return import_object(RUNNERS[args.command])(args) or EXIT_OK
    except InputError as error:
        print(f"brimstone {args.command}: {error}", file=sys.stderr)
        return EXIT_BAD_INPUT
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except BrokenPipeError:  # who reads the output has seen enough (`brimstone replay FILE | head`)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_OK


def make_parser() -> argparse.ArgumentParser:
    """The parser of the whole command line."""
    parser = argparse.ArgumentParser(
        prog="brimstone", description="Rulebook battles: train agents, compare them, play yourself."
    )
    parser.add_argument("--version", action="version", version=f"brimstone-env {_version()}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    _add_train(commands)
    _add_open_loop(commands)
    _add_evaluate(commands)
    commands.add_parser("agents", help="all agents, those of other packages too, with the arguments that they take")
    _add_play(commands)
    _add_replay(commands)
    _add_bench(commands)
    _add_cases(commands)
    _add_tables(commands)
    _add_odds(commands)
    _add_benchmark(commands)
    _add_turn_order(commands)
    _add_reproduce(commands)
    _add_leaderboard(commands)
    return parser


def _version() -> str:
    try:
        return metadata.version("brimstone-env")
    except metadata.PackageNotFoundError:  # run from a source tree that is not installed
        return "(not installed)"


def positive(text: str) -> int:
    """An argument that must be a whole number of 1 or more."""
    return _whole_number(text, 1)


def seed_number(text: str) -> int:
    """An argument that must be a whole number of 0 or more."""
    return _whole_number(text, 0)


def _whole_number(text: str, least: int) -> int:
    try:
        number = int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number") from None
    if number < least:
        raise argparse.ArgumentTypeError(f"{text} is not {least} or more")
    return number


def _add_tables_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--tables", metavar="FOLDER", help="card tables of your own (see `tables export`)")


def _add_train(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser("train", help="train a PPO agent, then compare it with the scripted ones")
    parser.add_argument("config", help="training settings: a TOML file, or a name of configs/train")
    parser.add_argument("overrides", nargs="*", metavar="KEY=VALUE", help="settings that differ from the file")
    parser.add_argument("--run", metavar="FOLDER", help="where checkpoints and logs go (default: runs/NAME)")
    parser.add_argument("--resume", action="store_true", help="go on from the run's last checkpoint")
    parser.add_argument("--seed", type=seed_number, help="training seed (default: the settings')")
    parser.add_argument("--seeds", type=positive, metavar="N", help="train N seeds side by side, from that one on")
    _add_side_by_side(parser)
    _add_tables_option(parser)


def _add_open_loop(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser("open-loop", help="search for the plan of the open-loop agent, which sees no battle")
    parser.add_argument("suite", nargs="?", default="brimstone-16", help="a suite's name or TOML file")
    parser.add_argument(
        "--battles", type=positive, default=1, help="battles of each scenario to try plans on (default: %(default)s)"
    )
    parser.add_argument("--rounds", type=positive, default=150, help="of 64 plans each (default: %(default)s)")
    parser.add_argument("--seed", type=seed_number, default=0, help="of what is drawn (default: %(default)s)")
    parser.add_argument("--out", metavar="FILE", default="open-loop.json", help="the plan (default: %(default)s)")


def _add_evaluate(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "evaluate",
        help="play many battles with one agent or several, and print the table",
        epilog=roster_help(),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("agents", nargs="+", metavar="AGENT", help="one of those below")
    parser.add_argument(
        "--scenario", default="mine-fight", help="a scenario's name or TOML file (default: %(default)s)"
    )
    parser.add_argument("--episodes", type=positive, default=1000, help="battles per agent (default: %(default)s)")
    parser.add_argument(
        "--seeds", choices=sorted(BLOCKS), default="report", help="block of episode seeds (default: %(default)s)"
    )
    parser.add_argument("--skip", type=seed_number, default=0, help="leave out the block's first SKIP seeds")
    _add_tables_option(parser)
    add_rule_options(parser)
    parser.add_argument(
        "--behaviour", action="store_true", help="print how they played too: attacks, targets, grit, escapes, wounds"
    )
    parser.add_argument("--csv", metavar="FILE", help="write one row a battle to this file")
    parser.add_argument("--record", metavar="FOLDER", help="write replays of each agent's first battles to this folder")
    parser.add_argument(
        "--records", type=positive, default=1, metavar="N", help="replays of each agent (default: %(default)s)"
    )


def _add_turn_order(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser("turn-order", help="play the same battles in the three turn orders, and compare")
    parser.add_argument("agents", nargs="+", metavar="AGENT", help="who plays (see `agents`)")
    parser.add_argument("--suite", default="brimstone-16", help="a suite's name or TOML file (default: %(default)s)")
    parser.add_argument("--scenarios", nargs="+", metavar="NAME", help="only these scenarios of it")
    parser.add_argument(
        "--episodes", type=positive, default=400, help="battles of each scenario and order (default: %(default)s)"
    )
    parser.add_argument(
        "--behaviours",
        type=seed_number,
        default=20,
        metavar="N",
        help="battles of each scenario whose behaviour is counted (default: %(default)s)",
    )
    _add_tables_option(parser)
    add_rule_options(parser)
    parser.add_argument("--csv", metavar="FILE", help="write one row a battle to this file")


def _add_play(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "play",
        help="play a battle in the terminal",
        epilog=roster_help(),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--scenario", default="mine-fight", help="a scenario's name or TOML file (default: %(default)s)"
    )
    parser.add_argument("--seed", type=seed_number, help="episode seed (default: a new one)")
    parser.add_argument("--plain", action="store_true", help="no colours, no completion")
    parser.add_argument("--hint", metavar="AGENT", help="who answers `hint`: one of those below (default: mcts)")
    parser.add_argument("--record", metavar="FILE", help="write a replay of the battle to this file")
    _add_tables_option(parser)
    add_rule_options(parser)


def _add_replay(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser("replay", help="play a recorded battle again, check it and tell it as a story")
    parser.add_argument("file", metavar="FILE", help="a replay (see `play --record`, `evaluate --record`)")
    parser.add_argument("--boards", action="store_true", help="show the board at the start of each turn")
    parser.add_argument("--gif", metavar="FILE", help="write the battle as an animation to this file")
    _add_tables_option(parser)


def _add_bench(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser("bench", help="measure speed and print the table")
    parser.add_argument(
        "--scenario", default="mine-fight", help="a scenario's name or TOML file (default: %(default)s)"
    )
    parser.add_argument("--quick", action="store_true", help="shorter measurements, no training")
    parser.add_argument("--json", metavar="FILE", help="write the figures to this file too")
    _add_tables_option(parser)


def _add_cases(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser("cases", help="run rule cases and print one line a case")
    parser.add_argument("files", nargs="+", metavar="FILE", help="TOML files of cases")
    _add_tables_option(parser)


def _add_tables(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser("tables", help="the printed facts (heroes, enemies, items, decks, maps)")
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    export = actions.add_parser("export", help="copy them to a folder, to change them")
    export.add_argument("folder", metavar="FOLDER", help="a folder that does not exist yet")
    check = actions.add_parser("check", help="read tables of your own and say what is wrong with them, if anything")
    check.add_argument("folder", metavar="FOLDER", help="a folder like the one that `tables export` writes")
    for action in (export, check):
        action.add_argument(
            "--game", choices=("battle", "rounds"), default="battle", help="whose tables (default: %(default)s)"
        )


def _add_odds(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser("odds", help="the exact chances of what an action leads to")
    parser.add_argument("position", metavar="POSITION", help="a TOML file with a position (`save` in play writes one)")
    parser.add_argument(
        "action", nargs="?", metavar="ACTION", help="an action's name, or `enemies`; default: compare all"
    )
    parser.add_argument(
        "--rerolls", choices=["best", "keep", "failures"], default="best", help="when grit could reroll (default: best)"
    )
    parser.add_argument(
        "--objective", default="fight", help="what choices are best for: fight, kills, wounds, ... or a condition"
    )
    parser.add_argument(
        "--when",
        action="append",
        metavar="CONDITION",
        help="show the chance of `kills >= 1`, `heroes.0.health > 5` ...",
    )
    parser.add_argument(
        "--limit", type=positive, default=10**6, help="sample beyond so many outcomes (default: 1000000)"
    )
    parser.add_argument("--samples", type=positive, default=10**5, help="battles to play then (default: 100000)")
    parser.add_argument("--seed", type=seed_number, default=0, help="of the dice, where odds are sampled")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--game", default="battle", help=argparse.SUPPRESS)
    _add_tables_option(parser)


def _add_benchmark(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser("benchmark", help="let the agents of a suite play its scenarios, and report")
    parser.add_argument("suite", help="a suite's TOML file, or a name of configs/benchmark")
    parser.add_argument("--quick", action="store_true", help="few battles of each agent: minutes instead of hours")
    parser.add_argument("--agents", nargs="+", metavar="AGENT", help="only these of the suite's agents")
    parser.add_argument("--scenarios", nargs="+", metavar="NAME", help="only these of its scenarios")
    parser.add_argument(
        "--out", metavar="FOLDER", help="where results go; what it holds is not played again (default: runs/SUITE)"
    )
    parser.add_argument("--fresh", action="store_true", help="begin anew, whatever the folder holds")
    _add_side_by_side(parser)


def _add_reproduce(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "reproduce", help="play a row of the leaderboard again, and say whether it comes out as published"
    )
    parser.add_argument("agent", metavar="ROW", help="the agent: its name in the table, or its spec")
    parser.add_argument("scenario", nargs="?", metavar="SCENARIO", help="only this scenario (default: all)")
    parser.add_argument("--suite", default="brimstone-16", help="the suite (default: %(default)s)")
    parser.add_argument("--results", metavar="PATH", help="results to compare with (default: the published ones)")
    parser.add_argument("--battles", type=positive, metavar="N", help="only the first N battles of each scenario")
    _add_side_by_side(parser)


def _add_side_by_side(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--jobs", type=positive, metavar="N", help="processes at a time (default: one for each core)")
    parser.add_argument(
        "--ray",
        nargs="?",
        const="local",
        metavar="ADDRESS",
        help="do it as Ray tasks: on a cluster by its address, else on a Ray of this machine (extra [ray])",
    )


def _add_leaderboard(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser("leaderboard", help="tables, plots and a page of a benchmark's results")
    parser.add_argument("results", metavar="RESULTS", help="the folder that `benchmark` wrote, or a file of results")
    parser.add_argument("--suite", default="brimstone-16", help="whose results they are (default: %(default)s)")
    parser.add_argument("--out", metavar="FOLDER", help="where tables, plots and page go (default: beside the results)")
    parser.add_argument(
        "--readme",
        metavar="FILE",
        help="write the leaderboard into this file too, between <!-- leaderboard --> and <!-- /leaderboard -->",
    )


if __name__ == "__main__":
    sys.exit(main())
