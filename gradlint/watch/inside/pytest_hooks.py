"""Test modules are loaded by pytest, which rewrites their assertions: those with findings get their probes first."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from .importing import is_same
from .rewrite import Probes, compiled, placed

if TYPE_CHECKING:
    from .session import Session


def install(rewrite: Any, session: Session) -> None:
    names = ("_rewrite_test", "_read_pyc", "_write_pyc", "rewrite_asserts")
    if not session.plan.files or not all(hasattr(rewrite, name) for name in names):
        return
    original, read, write = rewrite._rewrite_test, rewrite._read_pyc, rewrite._write_pyc

    def rewrite_test(path: Any, config: Any) -> Any:
        file = session.plan.file(str(path))
        if file is None:
            return original(path, config)
        source = path.read_bytes()
        if not is_same(file, source):
            return original(path, config)
        tree = ast.parse(source, filename=str(path))
        probes = Probes()
        placed(tree, file, session.take, probes)
        rewrite.rewrite_asserts(tree, source, str(path), config)
        return path.stat(), probes.linked(compiled(tree, str(path)))

    def read_pyc(source: Any, *rest: Any) -> Any:
        return None if session.plan.file(str(source)) is not None else read(source, *rest)

    def write_pyc(state: Any, code: Any, stat: Any, path: Any, *rest: Any) -> Any:
        if session.plan.file(code.co_filename) is not None:
            return False
        return write(state, code, stat, path, *rest)

    rewrite._rewrite_test = rewrite_test
    rewrite._read_pyc = read_pyc
    rewrite._write_pyc = write_pyc
