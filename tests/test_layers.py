"""Imports go one way: core <- a game's rules <- agents; only one module knows the compiler."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "brimstone_env"
GAMES = ("battle", "rounds", "haunt")
HEAVY = ("torch", "stable_baselines3", "sb3_contrib", "pettingzoo", "tensorboard", "brimstone_agents")
SEVERAL_AGENTS = PACKAGE / "pettingzoo"  # imported on demand only
DRAWING = ("PIL", "pygame", "matplotlib")
# Modules that may draw, imported by nothing at import time; they import their library inside functions.
ADAPTERS = ("env.py", "vector_env.py", "conformance.py", "replay.py")


def modules(folder):
    return sorted(folder.rglob("*.py"))


def imports(path, inside_functions=True):
    """(line, module) of every import of a file; those under TYPE_CHECKING are not counted."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found = []

    def visit(node, in_function):
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.dump(child.test):
                continue
            deeper = in_function or isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef)
            if inside_functions or not in_function:
                if isinstance(child, ast.Import):
                    found.extend((child.lineno, alias.name) for alias in child.names)
                elif isinstance(child, ast.ImportFrom):
                    found.append((child.lineno, child.module or ""))
            visit(child, deeper)

    visit(tree, False)
    return found


def offenders(paths, forbidden, inside_functions=True):
    return [
        f"{path.relative_to(ROOT)}:{line} imports {module}"
        for path in paths
        for line, module in imports(path, inside_functions)
        if any(module == name or module.startswith(name + ".") for name in forbidden)
    ]


def test_layers__core_knows_no_game():
    games = [f"brimstone_env.{game}" for game in GAMES]
    assert offenders(modules(PACKAGE / "core"), games) == []


@pytest.mark.parametrize("game", [game for game in GAMES if (PACKAGE / game).exists()])
def test_layers__games_know_neither_each_other_nor_adapters_nor_gymnasium(game):
    others = [f"brimstone_env.{other}" for other in GAMES if other != game]
    adapters = [f"brimstone_env.core.{name[:-3]}" for name in ADAPTERS]
    assert offenders(modules(PACKAGE / game), [*others, *adapters, "gymnasium"]) == []


def test_layers__the_environments_never_import_what_trains():
    paths = [path for path in modules(PACKAGE) if SEVERAL_AGENTS not in path.parents]
    assert offenders(paths, [*HEAVY, "brimstone_env.pettingzoo"]) == []
    assert offenders(modules(SEVERAL_AGENTS), set(HEAVY) - {"pettingzoo"}) == []


def test_layers__drawing_libraries_are_imported_at_first_use_only():
    assert offenders(modules(PACKAGE), DRAWING, inside_functions=False) == []


def test_layers__one_module_imports_the_compiler():
    assert offenders(modules(PACKAGE), ["numba"]) == []
    named = [path.name for path in modules(PACKAGE) if '"numba"' in path.read_text(encoding="utf-8")]
    assert named == ["compiled.py"]  # by name: its stubs do not know what is used


def test_layers__adapters_hold_no_rule():
    """Adapters only read records by the names in their tables and call entries."""
    for name in ADAPTERS:
        text = (PACKAGE / "core" / name).read_text(encoding="utf-8")
        assert "@compiled" not in text
        assert ".heroes[" not in text
        assert ".enemies[" not in text


def test_layers__no_global_randomness():
    """All dice come from streams in the record, all seeds from `np_random`."""
    allowed = {"np.random.default_rng", "np.random.Generator", "np.random.PCG64"}
    faults = []
    for path in modules(PACKAGE):
        assert "random" not in {module for _, module in imports(path)}, path
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Attribute)
                and ast.unparse(node).startswith("np.random.")
                and not isinstance(node.ctx, ast.Store)
            ):
                word = ".".join(ast.unparse(node).split(".")[:3])
                if word not in allowed:
                    faults.append(f"{path}:{node.lineno} {word}")
    assert faults == []


def test_layers__rules_draw_through_the_dice_table():
    """A rule that draws from the streams by itself cannot be scripted, nor enumerated for odds."""
    faults = [
        f"{path.name}: {ast.unparse(node)}"
        for path in modules(PACKAGE / "battle")
        if path.name != "entry.py"  # random playouts
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "draw"
    ]
    assert faults == []
