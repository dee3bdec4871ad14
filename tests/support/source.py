"""Execute a script from memory as if it were a file."""

from __future__ import annotations

import ast
import linecache
from typing import Any

NAME = "example.py"


def execute(source: str, tree: ast.Module | None = None, **names: Any) -> dict[str, Any]:
    """Run a script, or a rewritten tree of it, with some more names than a script has; the names it leaves.

    The lines stay within reach of `inspect`: `tf.function` reads them, and without them it runs a
    different program.
    """
    linecache.cache[NAME] = (len(source), None, source.splitlines(keepends=True), NAME)
    namespace = {"__name__": "__main__", **names}
    exec(compile(tree or source, NAME, "exec"), namespace)
    return namespace
