"""`gradlint check`: find the files, lint them, report, and say by the exit code how it went."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from gradlint import report
from gradlint.cli.arguments import COMMANDS, overrides
from gradlint.cli.commands.stages import Stages, write_baseline
from gradlint.cli.interruption import Interruption
from gradlint.cli.output import Output
from gradlint.core import catalog
from gradlint.core.errors import GradlintError
from gradlint.core.records import replace
from gradlint.core.result import Result
from gradlint.core.selectors import closest
from gradlint.engine.config import Configuration, Settings, resolve_codes
from gradlint.engine.linting import Engine
from gradlint.engine.merging import merged
from gradlint.engine.running import Run
from gradlint.report.progress import Progress
from gradlint.report.screen import harmless, screen_for
from gradlint.report.tally import Tally, count
from gradlint.sources.discover import discover

if TYPE_CHECKING:
    from gradlint.core.model import Finding
    from gradlint.engine.fixing import FixStage

CLEAN = 0
FINDINGS = 1
FAILED = 2
INTERRUPTED = 130

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
            return _fixed_stdin(engine, configuration, parsed)
        given = _without_known(
            merged(_from_stdin(engine, configuration, parsed.stdin_filename), engine), configuration, parsed
        )
        return _reported(given, Progress(1, wanted=False), configuration, parsed, Interruption())
    files = list(discover(paths, _here(configuration).discovery, configuration.discovery_in))
    if parsed.shard is not None:
        from gradlint.engine.shard import part

        files = part(files, *parsed.shard)
    if parsed.show_files:
        return _show_files(files)
    if not files and not parsed.quiet:
        _say("warning: no Python files, notebooks or Markdown files found")
    run = _run(configuration, parsed)
    interruption = Interruption()
    with Progress(len(files), wanted=not parsed.quiet, part=run.part) as progress:
        results = progress.watching(run.results(files))
        if not _changes_files(parsed):
            results = interruption.ending(results)
        # Where a finding stands is known when the last file has been linted.
        code = _used(merged(results, engine), progress, configuration, engine, parsed, interruption)
    if not interruption.happened:
        return code
    if interruption.linted < len(files):
        _say(f"interrupted: {interruption.linted} of {count(len(files), 'file')} checked")
    else:
        _say("interrupted: not all findings were executed")
    return INTERRUPTED


def _changes_files(parsed: Namespace) -> bool:
    """Whether the run writes what half of it would make wrong."""
    return bool(
        parsed.fix
        or parsed.diff
        or parsed.prune_baseline
        or parsed.write_baseline is not None
        or parsed.add_ignore is not None
    )


def _used(
    linted: Iterable[Result],
    progress: Progress,
    configuration: Configuration,
    engine: Engine,
    parsed: Namespace,
    interruption: Interruption,
) -> int:
    """Do with the results what the options say."""
    if parsed.write_baseline is not None:
        return CLEAN if write_baseline(parsed.write_baseline, linted, parsed.quiet) else FAILED
    if parsed.add_ignore is not None:
        return _add_ignores(linted, parsed)
    stages = Stages(parsed, configuration, engine, interruption)
    results = stages.through(linted)
    if parsed.diff:
        failed = sum(result.failure is not None for result in _complaining(results, progress))
        code = FAILED if failed else CLEAN
    else:
        code = _reported(results, progress, configuration, parsed, interruption)
    for note in stages.notes():
        _say(note)
    if why := stages.unguarded():
        _say(why)
        return FAILED
    return code if stages.fixes is None else _after_fixes(stages.fixes, code, parsed)


def _after_fixes(fixes: FixStage, code: int, parsed: Namespace) -> int:
    """Say what was fixed. Whether that is a failure is for the user to say; a difference always is one."""
    if not parsed.quiet:
        for note in fixes.notes(parsed.show_fixes):
            print(note, file=sys.stderr if parsed.diff else sys.stdout)
    changed = fixes.fixed.total() > 0 and (parsed.diff or parsed.exit_non_zero_on_fix)
    return FINDINGS if code == CLEAN and changed and not parsed.exit_zero else code


def _fixed_stdin(engine: Engine, configuration: Configuration, parsed: Namespace) -> int:
    """The fixed text goes to standard output, as editors want it; what is left is said beside it."""
    from gradlint.engine.fixing import FixStage, difference

    data = sys.stdin.buffer.read()
    name = parsed.stdin_filename or _STDIN
    linted = [engine.lint_source(data, name)]
    (result,) = _without_known(linted, configuration, parsed)
    if result.failure is not None:
        raise GradlintError(f"{name}: {result.failure}")
    fixes = FixStage(engine, parsed.unsafe_fixes, parsed.diff)
    fixed_file, left = fixes.fixed_file(data, result)
    sys.stdout.flush()
    if parsed.diff:
        sys.stdout.write(difference(name, data, fixed_file))
    else:
        sys.stdout.buffer.write(fixed_file)
    for piece in report.load("concise")([left], screen_for(sys.stderr, parsed.color)):
        sys.stderr.write(piece)
    return _after_fixes(fixes, FINDINGS if left.findings and not parsed.exit_zero else CLEAN, parsed)


def _add_ignores(results: Iterable[Result], parsed: Namespace) -> int:
    from gradlint.engine.fixing import add_ignores

    findings, files = add_ignores(results, parsed.add_ignore)
    if not parsed.quiet:
        print(f"{count(findings, 'finding')} in {count(files, 'file')} now ignored")
    return CLEAN


def _run(configuration: Configuration, parsed: Namespace) -> Run:
    return Run(configuration, catalog.headings(), parsed.jobs, parsed.cache_dir, not parsed.no_cache, _say)


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


def _say(text: str) -> None:
    print(harmless(f"gradlint: {text}"), file=sys.stderr)


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


def _without_known(
    results: Iterable[Result], configuration: Configuration, parsed: Namespace
) -> Iterable[Result]:
    """Standard input without what the baseline lists for the file whose content it is."""
    name = parsed.stdin_filename
    settings = _here(configuration) if name is None else configuration.settings_for(name)
    file = parsed.baseline or settings.baseline
    if file is None:
        return results
    from gradlint.engine.baseline import Baseline

    return Baseline.read(file).hiding(results)


def _reported(
    results: Iterable[Result],
    progress: Progress,
    configuration: Configuration,
    parsed: Namespace,
    interruption: Interruption,
) -> int:
    chosen = _here(configuration).output_format
    output = Output(parsed.output_file, parsed.color)
    screen = replace(output.screen, verbose=parsed.verbose, command=" ".join(map(_quoted, parsed.typed)))
    tally = Tally()
    kept = _JobSummary(chosen)
    counted = kept.watching(_complaining(tally.counting(results), progress))
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
        # Of what was not looked at nobody can say that it has passed.
        for line in _closing(tally, chosen, parsed) if tally.findings or not interruption.happened else ():
            output.write(f"{line}\n")
    kept.write(tally)
    if output.is_file and interruption.happened:
        _say(f"{parsed.output_file} is left as it was")
    else:
        output.finish()
    if output.is_file and not parsed.quiet and not interruption.happened:
        print(tally.summary())
    if tally.failures:
        return FAILED
    return (
        FINDINGS
        if tally.fails(parsed.fail_on or _here(configuration).fail_on) and not parsed.exit_zero
        else CLEAN
    )


class _JobSummary:
    """On GitHub, a job has a page of its own to which each step adds what it has to say."""

    def __init__(self, chosen: str) -> None:
        self._file = os.environ.get("GITHUB_STEP_SUMMARY") if chosen == "github" else None
        self._findings: list[Finding] = []

    def watching(self, results: Iterable[Result]) -> Iterator[Result]:
        for result in results:
            if self._file:
                self._findings += result.findings
            yield result

    def write(self, tally: Tally) -> None:
        if not self._file:
            return
        from gradlint.report.github.job_summary import summary

        try:
            with open(self._file, "a", encoding="utf-8", errors="replace") as file:
                file.writelines(summary(tally, self._findings))
        except OSError as error:
            _say(f"job summary not written: {error.strerror}")


def _quoted(word: str) -> str:
    """A word as a shell would need it."""
    plain = word and all(character.isalnum() or character in "-_./=:,@%+" for character in word)
    return word if plain else "'" + word.replace("'", "'\"'\"'") + "'"


def _closing(tally: Tally, chosen: str, parsed: Namespace) -> Iterator[str]:
    """What is said under the findings: how many, among how many files, and what to do about them."""
    yield tally.summary()
    if scope := tally.scope():
        yield scope
    if parsed.verbose:
        yield from (harmless(f"without a framework: {path}") for path in tally.without_framework)
    if proven := tally.proven():
        yield harmless(proven)
    if (hint := tally.hint()) and not parsed.fix:
        yield hint
    if chosen == "full" and not parsed.statistics and (explained := tally.explained()):
        yield explained


def _complaining(results: Iterable[Result], progress: Progress) -> Iterator[Result]:
    for result in results:
        if result.failure is not None:
            progress.hide()
            sys.stdout.flush()
            _say(f"{result.path}: {result.failure}")
        if result.partial:
            progress.hide()
            sys.stdout.flush()
            _say(f"warning: {result.path}: analysis limit reached; findings in this file may be missing")
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
        "python": settings.python,
        "device": settings.device,
        "docs-url": settings.docs_url,
    }
    for name, value in values.items():
        yield name, json.dumps(value)
