"""Starts the runner in the user's interpreter, without its folder on the path for imports."""

from __future__ import annotations

import sys

# Python puts the folder of a script first; our modules must not be mistaken for the user's. The rest of the path
# is the interpreter's own: whoever starts us gives neither PYTHONPATH nor PYTHONHOME, as with -I, which would
# ignore the seed of hashes as well.
sys.path.pop(0)

import importlib
import importlib.util
import json
import os

_NAME = "gradlint_runner"


def main() -> None:
    folder = os.path.dirname(os.path.abspath(__file__))
    where = os.path.join(folder, "__init__.py")
    spec = importlib.util.spec_from_file_location(_NAME, where, submodule_search_locations=[folder])
    if spec is None or spec.loader is None:
        raise SystemExit(f"cannot load {where}")
    sys.modules[_NAME] = package = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(package)
    what, *rest = sys.argv[1:]
    sys.argv[1:] = []
    if what == "--zygote":
        zygote = importlib.import_module(f"{_NAME}.process.zygote")
        zygote.Zygote(zygote.Config(**json.loads(rest[0])), 0, _answers()).run()
        return
    fresh = importlib.import_module(f"{_NAME}.process.fresh_interpreter")
    if what == "--order":
        fresh.obey(rest[0])
    else:
        fresh.alone()


def _answers() -> int:
    """Standard output, out of the way of whatever is printed while a framework is imported."""
    answers = os.dup(1)
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    os.close(nothing)
    return answers


if __name__ == "__main__":
    main()
