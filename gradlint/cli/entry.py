"""The command line: which command, and what becomes of its errors and interruptions.

Exit codes: 0 clean, 1 findings, 2 usage, configuration or internal error, 130 after Ctrl-C.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence
from contextlib import suppress

from gradlint.core.errors import GradlintError

ERROR = 2
INTERRUPTED = 130
PIPE_CLOSED = 141
"""What a shell reports of a program that SIGPIPE has ended."""
_DISK_FULL = frozenset({errno.ENOSPC, errno.EDQUOT})


def command() -> None:
    """The program: what a shell starts.

    At its end nothing is taken apart: for a large project that would be a tenth of all the work.
    """
    code = main()
    with suppress(OSError, ValueError):
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(code)


def main(words: Sequence[str] | None = None) -> int:
    """Run the command that the words say and return the exit code."""
    _never_fail_to_print()
    try:
        code = _run(list(sys.argv[1:] if words is None else words), alone=words is None)
        if not sys.stdout.closed:  # the server closes it when its editor says goodbye
            sys.stdout.flush()
    except GradlintError as error:
        _complain(f"error: {error}")
        return ERROR
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # The interpreter flushes once more at its end, and would complain then.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE_CLOSED
    except OSError as error:
        if error.errno not in _DISK_FULL:
            return _own_fault()
        # What the stream still holds cannot be written either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        _complain(f"error: {error.filename or 'standard output'} cannot be written: {error.strerror}")
        return ERROR
    except Exception:
        return _own_fault()
    return code


def _own_fault() -> int:
    """Without this Python would exit with 1, which means findings."""
    import traceback

    traceback.print_exc()
    _complain("internal error, please report it with the lines above")
    return ERROR


def _run(words: list[str], alone: bool) -> int:
    from gradlint.cli.arguments import parse

    parsed = parse(words)
    if parsed.command == "check":
        from gradlint.cli.commands.check import check
        from gradlint.core.garbage import own_process

        if alone:
            own_process()
        if parsed.watch:
            from gradlint.cli.commands.watch import watch

            return watch(parsed, check)
        return check(parsed)
    if parsed.command == "confirm":
        from gradlint.cli.commands.confirm import confirm

        return confirm(parsed)
    if parsed.command == "run":
        from gradlint.cli.commands.run import run

        return run(parsed)
    if parsed.command == "clean":
        from gradlint.cli.commands.clean import clean

        return clean(parsed.paths)
    if parsed.command == "explain":
        from gradlint.cli.commands.explain import explain

        return explain(parsed)
    if parsed.command == "init":
        from gradlint.cli.commands.init import init

        return init(parsed)
    if parsed.command == "schema":
        from gradlint.cli.commands.schema import show_schema

        return show_schema(parsed)
    if parsed.command == "completion":
        from gradlint.cli.commands.completion import show_completion

        return show_completion(parsed.shells)
    if parsed.command == "server":
        from gradlint.cli.commands.server import serve

        return serve()
    from gradlint.cli.commands.rule import show_rules

    return show_rules(parsed)


def _complain(message: str) -> None:
    from gradlint.report.screen import harmless

    # Whoever reads stderr may be gone as well; the exit code still tells.
    with suppress(OSError):
        print(f"gradlint: {harmless(message)}", file=sys.stderr, flush=True)


def _never_fail_to_print() -> None:
    """A character that the output cannot take becomes a mark instead of an exception."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace" if stream is sys.stderr else "replace")
