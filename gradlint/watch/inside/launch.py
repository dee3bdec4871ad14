"""Starts the program as `python` does: `__main__`, `sys.argv`, `sys.path`, tracebacks and exit codes are the same."""

from __future__ import annotations

import builtins
import os
import sys
import types
from importlib.machinery import SourceFileLoader
from typing import Any

from . import session
from .importing import code_of


def run(words: list[str]) -> None:
    """Never returns: exits as the program does."""
    code: Any = 0
    try:
        if words[0] == "-m":
            _module(words[1], words[2:])
        else:
            _script(words)
    except SystemExit as error:
        session.ended(error)
        raise
    except BaseException as error:
        code = _uncaught(error)
    sys.exit(code)


def _script(words: list[str]) -> None:
    sys.argv = list(words)
    path = words[0]
    if os.path.isdir(path) or not path.endswith((".py", ".pyw")):
        from pkgutil import get_importer

        # A folder or an archive with a __main__.
        if type(get_importer(path)).__name__ != "NoneType" and not os.path.isfile(path):
            sys.path.insert(0, path)
            _execute(*_details("__main__"))
            return
    absolute = os.path.abspath(path)
    if not getattr(sys.flags, "safe_path", False):
        sys.path.insert(0, os.path.dirname(os.path.realpath(path)))
    try:
        with open(absolute, "rb") as file:
            data = file.read()
    except OSError as error:
        print(
            f"{sys.executable}: can't open file {absolute!r}: [Errno {error.errno}] {error.strerror}",
            file=sys.stderr,
        )
        raise SystemExit(2) from None
    main = _main(absolute)
    main.__dict__["__loader__"] = SourceFileLoader("__main__", absolute)
    exec(_compiled(data, absolute), main.__dict__)


def _module(name: str, arguments: list[str]) -> None:
    if not getattr(sys.flags, "safe_path", False):
        sys.path.insert(0, os.getcwd())
    sys.argv = ["-m", *arguments]
    _execute(*_details(name))


def _details(name: str) -> tuple[Any, types.CodeType]:
    import runpy

    class Missing(Exception):
        pass

    try:
        _, spec, code = runpy._get_module_details(name, Missing)  # type: ignore[attr-defined]
    except Missing as error:
        sys.exit(f"{sys.executable}: {error}")
    return spec, code


def _execute(spec: Any, code: types.CodeType) -> None:
    sys.argv[0] = spec.origin
    main = _main(spec.origin)
    main.__dict__.update(
        __loader__=spec.loader,
        __package__=spec.parent,
        __spec__=spec,
        __cached__=getattr(spec, "cached", None),
    )
    exec(code, main.__dict__)


def _main(path: str) -> types.ModuleType:
    main = types.ModuleType("__main__")
    main.__doc__ = None
    main.__dict__.update(__file__=path, __builtins__=builtins, __cached__=None)
    if sys.version_info < (3, 14):
        main.__dict__.update(__annotations__={})
    sys.modules["__main__"] = main
    return main


def _compiled(data: bytes, path: str) -> types.CodeType:
    file = session.plan().file(path)
    code = None if file is None else code_of(file, data, path, session.take)
    if code is not None:
        return code
    made: types.CodeType = compile(data, path, "exec", dont_inherit=True)
    return made


def _uncaught(error: BaseException) -> int:
    """Tell it as the interpreter would, without our own lines above the program's."""
    session.ended(error)
    trace = error.__traceback__
    while trace is not None and _is_ours(trace.tb_frame.f_code.co_filename):
        trace = trace.tb_next
    error.__traceback__ = trace
    sys.last_type, sys.last_value, sys.last_traceback = type(error), error, trace
    sys.excepthook(type(error), error, trace)
    if isinstance(error, KeyboardInterrupt):
        _die_of_interrupt()
    return 1


def _is_ours(filename: str) -> bool:
    return os.path.dirname(filename) == os.path.dirname(__file__) or filename == "<frozen runpy>"


def _die_of_interrupt() -> None:
    """Python ends itself by the signal, once everything is cleaned up."""
    import atexit
    import signal

    def die() -> None:
        sys.stdout.flush()
        sys.stderr.flush()
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGINT)

    if hasattr(signal, "SIGINT") and os.name == "posix":
        session.at_the_very_end(die)
        atexit.register(lambda: None)
