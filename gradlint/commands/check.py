"""`gradlint check`: find the files, lint them, report, and say by the exit code how it went."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from gradlint import catalog, report
from gradlint.arguments import COMMANDS, overrides
from gradlint.commands.stages import Stages, write_baseline
from gradlint.config import Configuration, Settings, resolve_codes
from gradlint.engine import Engine, Result
from gradlint.errors import GradlintError
from gradlint.output import Output
from gradlint.progress import Progress
from gradlint.report.screen import screen_for
from gradlint.report.tally import Tally, count
from gradlint.running import Run
from gradlint.selectors import closest
from gradlint.sources.discover import discover

if TYPE_CHECKING:
    from gradlint.commands.fixing import Mending

CLEAN = 0
FINDINGS = 1
FAILED = 2

_STDIN = "-"


def check(parsed: Namespace) -> int:
    """Lint what the options say and return the exit code."""
    if parsed.config is not None and parsed.isolated:
        raise GradlintError("--config and --isolated exclude each other")
    if parsed.fail_on == "confirmed" and not parsed.confirm:
        raise GradlintError("--fail-on confirmed needs --confirm: nothing is confirmed without running it")
    configuration = Configuration(catalog.headings(), overrides(parsed), parsed.config, parsed.isolated)
    paths = _paths(parsed)
    if parsed.confirm and paths == [_STDIN]:
        raise GradlintError("--confirm never executes what comes from stdin: name a file")
    if parsed.show_settings:
        return _show_settings(configuration, paths)
    engine = Engine(configuration, catalog.headings())
    if paths == [_STDIN]:
        if parsed.fix or parsed.diff:
            return _mended_stdin(engine, parsed)
        return _reported(_from_stdin(engine, configuration, parsed.stdin_filename), 1, configuration, parsed)
    files = list(discover(paths, _here(configuration).discovery, configuration.discovery_in))
    if parsed.shard is not None:
        from gradlint.shard import part

        files = part(files, *parsed.shard)
    if parsed.show_files:
        return _show_files(files)
    if not files and not parsed.quiet:
        print("gradlint: warning: no Python files, notebooks or Markdown files found", file=sys.stderr)
    if parsed.write_baseline is not None:
        written = write_baseline(
            parsed.write_baseline, _run(configuration, parsed).results(files), parsed.quiet
        )
        return CLEAN if written else FAILED
    if parsed.add_ignore is not None:
        return _add_ignores(_run(configuration, parsed).results(files), parsed)
    stages = Stages(parsed, configuration, engine)
    results = stages.through(_run(configuration, parsed).results(files))
    if parsed.diff:
        failed = sum(
            result.failure is not None for result in _complaining(results, Progress(0, wanted=False))
        )
        code = FAILED if failed else CLEAN
    else:
        code = _reported(results, len(files), configuration, parsed)
    for note in stages.notes():
        print(f"gradlint: {note}", file=sys.stderr)
    return code if stages.mending is None else _after_mending(stages.mending, code, parsed)


def _after_mending(mending: Mending, code: int, parsed: Namespace) -> int:
    """Say what was mended. Whether that is a failure is for the user to say; a difference always is one."""
    if not parsed.quiet:
        for note in mending.notes(parsed.show_fixes):
            print(note, file=sys.stderr if parsed.diff else sys.stdout)
    changed = mending.fixed.total() > 0 and (parsed.diff or parsed.exit_non_zero_on_fix)
    return FINDINGS if code == CLEAN and changed and not parsed.exit_zero else code


def _mended_stdin(engine: Engine, parsed: Namespace) -> int:
    """The mended text goes to standard output, as editors want it; what is left is said beside it."""
    from gradlint.commands.fixing import Mending, difference

    data = sys.stdin.buffer.read()
    name = parsed.stdin_filename or _STDIN
    result = engine.lint_source(data, name)
    if result.failure is not None:
        raise GradlintError(f"{name}: {result.failure}")
    mending = Mending(engine, parsed.unsafe_fixes, parsed.diff)
    mended, left = mending.mended(data, result)
    sys.stdout.flush()
    if parsed.diff:
        sys.stdout.write(difference(name, data, mended))
    else:
        sys.stdout.buffer.write(mended)
    for piece in report.load("concise")([left], screen_for(sys.stderr, parsed.color)):
        sys.stderr.write(piece)
    return _after_mending(mending, FINDINGS if left.findings and not parsed.exit_zero else CLEAN, parsed)


def _add_ignores(results: Iterable[Result], parsed: Namespace) -> int:
    from gradlint.commands.fixing import add_ignores

    findings, files = add_ignores(results, parsed.add_ignore)
    if not parsed.quiet:
        print(f"{count(findings, 'finding')} in {count(files, 'file')} now ignored")
    return CLEAN


def _run(configuration: Configuration, parsed: Namespace) -> Run:
    def notice(text: str) -> None:
        print(f"gradlint: {text}", file=sys.stderr)

    return Run(configuration, catalog.headings(), parsed.jobs, parsed.cache_dir, not parsed.no_cache, notice)


def _paths(parsed: Namespace) -> list[str]:
    paths: list[str] = parsed.paths or [os.curdir if parsed.stdin_filename is None else _STDIN]
    if _STDIN in paths and len(paths) > 1:
        raise GradlintError("- (standard input) cannot be mixed with other paths")
    if paths != [_STDIN] and not os.path.lexists(paths[0]):
        _complain_of_command(paths[0])
    return paths


def _complain_of_command(word: str) -> None:
    """Something that is no file may be a command in the wrong place, or with a slip of the finger."""
    command = closest(word, COMMANDS, 0.7)
    if command is not None:
        hint = "the command has to come first" if command == word else f"did you mean the command {command}?"
        raise GradlintError(f"no such file or folder: {word} ({hint})")


def _here(configuration: Configuration) -> Settings:
    return configuration.settings_in(os.getcwd())


def _from_stdin(engine: Engine, configuration: Configuration, name: str | None) -> Iterator[Result]:
    from gradlint.sources.globs import matcher
    from gradlint.sources.kinds import is_stub

    data = sys.stdin.buffer.read()
    if name is not None:
        settings = configuration.settings_for(name)
        excluded = matcher(settings.discovery.exclude)
        absolute = os.path.abspath(name)
        if settings.force_exclude and excluded.matches_below(settings.root, absolute):
            return
        if is_stub(name, settings.extension):
            return
    yield engine.lint_source(data, name or _STDIN)


def _reported(results: Iterable[Result], total: int, configuration: Configuration, parsed: Namespace) -> int:
    chosen = _here(configuration).output_format
    output = Output(parsed.output_file, parsed.color)
    screen = output.screen
    tally = Tally()
    with Progress(total, wanted=not parsed.quiet) as progress:
        counted = _complaining(tally.counting(progress.watching(results)), progress)
        if parsed.statistics:
            _exhaust(counted)
            from gradlint.report.statistics import as_json, as_text

            pieces = as_text(tally, screen) if chosen in report.FOR_READERS else as_json(tally)
        else:
            pieces = report.load(chosen)(counted, screen)
        for piece in pieces:
            progress.hide()
            output.write(piece)
    if chosen in report.FOR_READERS and not parsed.quiet:
        output.write(f"{tally.summary()}\n")
        if tally.proven():
            output.write(f"{tally.proven()}\n")
        if tally.hint() and not parsed.fix:
            output.write(f"{tally.hint()}\n")
    output.finish()
    if output.is_file and not parsed.quiet:
        print(tally.summary())
    if tally.failures:
        return FAILED
    return (
        FINDINGS
        if tally.fails(parsed.fail_on or _here(configuration).fail_on) and not parsed.exit_zero
        else CLEAN
    )


def _complaining(results: Iterable[Result], progress: Progress) -> Iterator[Result]:
    for result in results:
        if result.failure is not None:
            progress.hide()
            sys.stdout.flush()
            print(f"gradlint: {result.path}: {result.failure}", file=sys.stderr)
        if result.partial:
            progress.hide()
            sys.stdout.flush()
            print(
                f"gradlint: warning: {result.path}: only partly analysed, there is too much to follow",
                file=sys.stderr,
            )
        yield result


def _exhaust(results: Iterable[Result]) -> None:
    for _ in results:
        pass


def _show_files(files: Iterable[str]) -> int:
    sys.stdout.flush()
    for path in files:
        # As bytes: a name that is no text must come out as the name it is.
        sys.stdout.buffer.write(os.fsencode(path) + b"\n")
    return CLEAN


def _show_settings(configuration: Configuration, paths: list[str]) -> int:
    first = os.path.abspath(os.curdir if paths == [_STDIN] else paths[0])
    settings = configuration.settings_in(first) if os.path.isdir(first) else configuration.settings_for(first)
    for name, value in _settings_shown(settings):
        print(f"{name} = {value}")
    return CLEAN


def _settings_shown(settings: Settings) -> Iterator[tuple[str, str]]:
    import json

    enabled = resolve_codes(settings, catalog.headings())
    excludes = settings.exclude + settings.extend_exclude
    ignores: dict[str, list[str]] = {glob.pattern: list(rules) for glob, rules in settings.per_file_ignores}
    values: dict[str, object] = {
        "configuration": settings.source,
        "root": settings.root,
        "rules": sorted(enabled),
        "per-file-ignores": ignores,
        "severity": {code: severity.value for code, severity in settings.severity.items()},
        "exclude": [glob.pattern for glob in excludes],
        "extension": dict(settings.extension),
        "force-exclude": settings.force_exclude,
        "respect-gitignore": settings.respect_gitignore,
        "output-format": settings.output_format,
    }
    for name, value in values.items():
        yield name, json.dumps(value)
