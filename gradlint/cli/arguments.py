"""What can be said on the command line, and what is said when it is wrong."""

from __future__ import annotations

import argparse
import itertools
from collections.abc import Mapping, Sequence

from gradlint.cli.parsers import ABOUT, EXIT_HELP, PARSERS, run_parser
from gradlint.core.errors import GradlintError
from gradlint.report import FORMATS

COMMANDS = (*PARSERS, "help")

_OVERVIEW = """\
usage: gradlint [check] [options] [PATH ...]

{about}
PATH is a file, a folder (default: .), or - for stdin.

most used:
  --select RULES        run these rules instead of the default ones: codes, names, beginnings of codes, ALL,
                        or a group: torch, tensorflow, jax, numpy, silent (mistakes that raise no error)
  --ignore RULES        do not run these rules
  --fix, --diff         apply the safe fixes, or show what they would change
  --confirm             execute each finding in a sandbox and prove it with numbers
  --baseline FILE       hide the findings that this file lists (--write-baseline FILE creates it)
  --diff-base REV       only findings on lines changed since this git revision
  --output-format F     {formats}
  --output-file FILE    write the report to this file
  --statistics          count the findings of each rule
  -q, --quiet           print only findings
  -V, --version         print the version
  all options: gradlint help check

"""
_COMMANDS_HELP = """\
commands:
  check                 lint files and folders; the default command
  confirm FILE:LINE     execute what is reported on one line: gradlint help confirm
  run SCRIPT ARGS       run your program as usual and report which findings are real: gradlint help run
  rule CODE             explain a rule; --all, --search TEXT
  explain FILE:LINE     what a value carries, where that entered and what cuts it; FILE --why NAME
  init                  write a configuration to start from; --baseline accepts what is there
  completion SHELL      print the completion for bash, zsh or fish
  schema                print the JSON schema of the configuration
  clean                 delete the cache of this folder and those below
  server                speak the language server protocol, for editors
  help [COMMAND]        show this text, or the help of a command
"""


def parse(words: Sequence[str]) -> argparse.Namespace:
    """The command and its options. The first word is a command if it is the name of one."""
    typed = ("gradlint", *words)
    command = words[0] if words and words[0] in COMMANDS else None
    if command == "help" or (command is None and _asks_for_help(words)):
        _print_help(words[1] if command and len(words) > 1 else None)
        raise SystemExit(0)
    words = words[1:] if command else words
    command = command or "check"
    if command == "run":
        parsed = _run_options(words)
    elif command == "server":
        if _asks_for_help(words):
            PARSERS[command]().parse(["--help"])
        # Clients add options of their own, such as --stdio, which is all that we speak.
        parsed = argparse.Namespace()
    else:
        parsed, rest = PARSERS[command]().parse(words)
        setattr(parsed, _REST.get(command, "paths"), rest)
    parsed.command = command
    parsed.typed = typed
    return parsed


_REST = {"rule": "rules", "confirm": "places", "explain": "places", "completion": "shells"}
"""What the words are called that are not options."""


def _asks_for_help(words: Sequence[str]) -> bool:
    return any(word in ("-h", "--help") for word in itertools.takewhile(lambda word: word != "--", words))


def _print_help(about: str | None) -> None:
    """The page of a command; without one, what fits on a screen."""
    if about is None or about == "help":
        formats = ", ".join(FORMATS)
        print(f"{_OVERVIEW.format(about=ABOUT, formats=formats)}{_COMMANDS_HELP}\n{EXIT_HELP}", end="")
        return
    page = PARSERS.get(about)
    if page is None:
        from gradlint.core.selectors import closest, did_you_mean

        raise GradlintError(f"help: no page about {about!r}{did_you_mean(closest(about, PARSERS))}")
    page().print_help()


def overrides(parsed: argparse.Namespace) -> dict[str, object]:
    """The options that a configuration file has as well, by their key there."""
    lists = ("select", "ignore", "extend-select", "exclude", "extend-exclude")
    found: dict[str, object] = {}
    for key in lists:
        value = getattr(parsed, key.replace("-", "_"))
        if value is not None:
            found[key] = _split(value)
    if parsed.per_file_ignores is not None:
        found["per-file-ignores"] = _per_file_ignores(_split(parsed.per_file_ignores))
    if parsed.extension is not None:
        pairs = _split(parsed.extension)
        found["extension"] = dict(_pair("--extension", item, "txt:markdown") for item in pairs)
    if parsed.output_format is not None:
        found["output-format"] = parsed.output_format
    if parsed.force_exclude:
        found["force-exclude"] = True
    return found


def _split(values: Sequence[str]) -> list[str]:
    return [item.strip() for value in values for item in value.split(",") if item.strip()]


def _pair(option: str, item: str, example: str) -> tuple[str, str]:
    left, colon, right = item.rpartition(":")
    if not (left.strip() and colon and right.strip()):
        raise GradlintError(f"{option}: expected a pair such as {example}, found {item!r}")
    return left.strip(), right.strip()


def _per_file_ignores(items: Sequence[str]) -> Mapping[str, list[str]]:
    found: dict[str, list[str]] = {}
    for item in items:
        pattern, code = _pair("--per-file-ignores", item, "tests/*:GL101")
        found.setdefault(pattern, []).append(code)
    return found


def _run_options(words: Sequence[str]) -> argparse.Namespace:
    """Our options stand before the program; everything from its name on is its own."""
    parser = run_parser()
    end = 0
    while end < len(words) and words[end].startswith("-") and words[end] not in ("-m", "--"):
        end += 2 if words[end] in _WITH_VALUE else 1
    parsed, rest = parser.parse(words[:end])
    left = list(words[end:])
    parsed.words = rest + (left[1:] if left[:1] == ["--"] else left)
    return parsed


_WITH_VALUE = frozenset(
    "--python --config --select --ignore --output-format --output-file --color --fail-on".split()
)
"""The options of `run` that are followed by a word of their own."""
