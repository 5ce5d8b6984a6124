"""The one test command, `python -m tests`: every test, each in the mode that suits it.

Two pytest processes run one after the other: the rules uncompiled with warnings as errors (starts at once; index and
overflow faults show), then what needs speed or is about compilation, with the compiled engine. Long soak and learning
runs are left out; add them with `python -m tests --soak` and `python -m tests --learning`. Other arguments go to both
pytest processes.
"""

from __future__ import annotations

import os
import subprocess
import sys

LEFT_OUT = "not soak and not learning"


def run_pytest(marker: str, uncompiled: bool, arguments: list[str]) -> int:
    """Run pytest once in a process of its own; its exit status (no test collected counts as success)."""
    environment = dict(os.environ)
    environment.pop("NUMBA_DISABLE_JIT", None)
    command = [sys.executable, "-m", "pytest", "-m", marker, *arguments]
    if uncompiled:
        environment["NUMBA_DISABLE_JIT"] = "1"
        command += ["-W", "error"]
    print(f"\n=== {'uncompiled' if uncompiled else 'compiled'}: {marker}", flush=True)
    status = subprocess.run(command, env=environment, check=False).returncode
    return 0 if status == 5 else status


def main(arguments: list[str]) -> int:
    """Run all tests and answer the first bad exit status."""
    extra = [name for name in ("soak", "learning") if f"--{name}" in arguments]
    rest = [argument for argument in arguments if argument not in ("--soak", "--learning")]
    statuses = [
        run_pytest(f"not compiled and {LEFT_OUT}", True, rest),
        run_pytest(f"compiled and {LEFT_OUT}", False, rest),
    ]
    statuses += [run_pytest(name, False, rest) for name in extra]
    return next((status for status in statuses if status != 0), 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
