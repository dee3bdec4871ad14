"""`gradlint run script.py ...`: the program runs as usual, and its flagged lines say what they do to the gradient."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Iterator, Sequence

from gradlint import report
from gradlint.confirm.discovery import chosen
from gradlint.core import catalog
from gradlint.core.errors import GradlintError
from gradlint.core.records import replace
from gradlint.core.result import Result
from gradlint.engine.config import Configuration
from gradlint.report.screen import Screen, harmless, screen_for
from gradlint.report.tally import Tally
from gradlint.watch import project
from gradlint.watch.process import leave_as
from gradlint.watch.running import Outcome, watch
from gradlint.watch.summary import summary

_RIGHTS = "the program runs with your rights, not in a sandbox"


def run(parsed: Namespace) -> int:
    words: list[str] = parsed.words
    if not words or words == ["-m"]:
        raise GradlintError("run: name a script, or -m and a module, as you would for python")
    if words[0] != "-m" and not os.path.exists(words[0]):
        raise GradlintError(f"run: no such file: {words[0]}")
    configuration = _configuration(parsed)
    settings = configuration.settings_in(os.getcwd())
    choice = chosen(parsed.python, settings.python, settings.source, os.getcwd())
    results = _linted(words, configuration, parsed)
    if not parsed.quiet:
        _say(f"{_RIGHTS}, in {choice.described()}; {_watched(results)}")
    folder = project.folder_of(words)
    roots = project.roots_of(folder)
    outcome = watch(choice.path, words, results, roots, parsed.follow, parsed.record)
    if parsed.record:
        _keep(outcome, roots[0], parsed.quiet)
    failed = _report(outcome, settings.output_format, parsed)
    code = leave_as(outcome.code)
    return code or (1 if failed else 0)


def _configuration(parsed: Namespace) -> Configuration:
    if parsed.config is not None and parsed.isolated:
        raise GradlintError("--config and --isolated exclude each other")
    said: dict[str, object] = {}
    if parsed.output_format is not None:
        said["output-format"] = parsed.output_format
    for name in ("select", "ignore"):
        if (value := getattr(parsed, name)) is not None:
            said[name] = [word.strip() for each in value for word in each.split(",") if word.strip()]
    return Configuration(catalog.headings(), said, parsed.config, parsed.isolated)


def _linted(words: Sequence[str], configuration: Configuration, parsed: Namespace) -> list[Result]:
    results = project.lint(project.files_of(project.folder_of(words), configuration), configuration)
    return [result for result in results if result.findings and result.unit is not None]


def _watched(results: Sequence[Result]) -> str:
    findings = sum(len(result.findings) for result in results)
    if not findings:
        return "no finding in the project, its modules are left as they are"
    return (
        f"{findings} finding{'s' * (findings > 1)} in {len(results)} file{'s' * (len(results) > 1)} watched"
    )


def _report(outcome: Outcome, chosen_format: str, parsed: Namespace) -> bool:
    """Write the report; whether it holds what `--fail-on` names."""
    tally = Tally()
    screen = screen_for(sys.stderr if parsed.output_file is None else sys.stdout, parsed.color)
    if parsed.output_file not in (None, "-"):
        screen = Screen(colour=parsed.color == "always")
    results = tally.counting(outcome.results)
    pieces = list(report.load(chosen_format)(results, replace(screen, verbose=parsed.verbose)))
    if chosen_format in report.FOR_READERS:
        pieces += _closing(outcome, tally, screen, parsed)
    _write("".join(pieces), parsed.output_file)
    if chosen_format not in report.FOR_READERS and not parsed.quiet:
        for line in _closing(outcome, tally, screen_for(sys.stderr, parsed.color), parsed):
            sys.stderr.write(line)
    sys.stderr.flush()
    return parsed.fail_on is not None and tally.fails(parsed.fail_on)


def _keep(outcome: Outcome, root: str, quiet: bool) -> None:
    """Write what flagged functions were called with, for `--confirm` to replay."""
    from gradlint.confirm import recorded

    found = [each for facts in outcome.facts for each in facts.get("recorded") or ()]
    file = os.path.join(root, recorded.FILE)
    number = recorded.write(file, root, found)
    if not quiet:
        _say(f"{number} flagged function{'s' * (number != 1)} recorded in {file}; --confirm replays them")


def _closing(outcome: Outcome, tally: Tally, screen: Screen, parsed: Namespace) -> Iterator[str]:
    if parsed.quiet:
        return
    if not outcome.facts:
        yield f"gradlint: the program left no record: it {_ended(outcome.code)} before it could write one\n"
    for facts in outcome.facts:
        for line in summary(facts, plain=not _draws(screen)):
            yield f"{screen.clean(line) if not _draws(screen) else line}\n"
        for trouble, where in (facts.get("troubles") or {}).items() if parsed.verbose else ():
            yield f"gradlint: while watching: {screen.clean(trouble)} ({screen.clean(where)})\n"
    yield f"{tally.summary() if tally.findings else 'gradlint: no findings in the files of this project.'}\n"


def _draws(screen: Screen) -> bool:
    try:
        "▁█×".encode(screen.encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _ended(code: int) -> str:
    return f"was ended by signal {-code}" if code < 0 else f"exited with {code}"


def _write(text: str, file: str | None) -> None:
    if file is None:
        sys.stderr.write(text)
        return
    if file == "-":
        sys.stdout.write(text)
        return
    from gradlint.core.files import write_atomically

    try:
        write_atomically(file, text.encode("utf-8", "replace"))
    except OSError as error:
        raise GradlintError(f"--output-file: cannot write {file}: {error.strerror}") from error


def _say(text: str) -> None:
    print(harmless(f"gradlint: {text}"), file=sys.stderr, flush=True)
