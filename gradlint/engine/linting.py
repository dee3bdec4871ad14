"""Lints files one after the other and yields what was found in each: CLI and library share it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from gradlint.core.catalog import headings
from gradlint.core.file_codes import INVALID, INVALID_NAME, UNUSED
from gradlint.core.files import read_bytes
from gradlint.core.garbage import uncollected
from gradlint.core.model import Finding, Severity
from gradlint.core.records import dataclass, replace
from gradlint.core.result import Result
from gradlint.core.selectors import Rules
from gradlint.engine.config import (
    Configuration,
    Settings,
    explicitly_selected,
    ignored_in_file,
    resolve_codes,
)
from gradlint.sources.entries import reaches, starts_program
from gradlint.sources.kinds import kind_of
from gradlint.sources.triage import is_python, may_ask, may_fire, mentions_gradlint, names_framework
from gradlint.sources.unit import Problem, Unit

if TYPE_CHECKING:
    from gradlint.engine.findings import Analysis


@dataclass(frozen=True, slots=True)
class Triaged:
    """What the bytes of a file say about it, before anybody parses it."""

    named: bool
    """It names a framework, or starts a program that does."""
    parse: bool
    """Some rule could fire, or it is no Python."""
    consulted: tuple[str, ...] = ()
    """Other files on which that rests."""


class Engine:
    """Lints with one configuration. `lint` is lazy, so results can be shown as they come."""

    def __init__(self, configuration: Configuration, rules: Rules) -> None:
        self._configuration = configuration
        self._rules = rules
        self._codes: dict[int, tuple[Settings, frozenset[str], frozenset[str]]] = {}

    def lint(self, paths: Iterable[str]) -> Iterator[Result]:
        """One result per file, in the order of the paths. What goes wrong in one file stays in its result."""
        for path in paths:
            try:
                data = read_bytes(path)
            except OSError as error:
                yield Result(path, failure=f"cannot be read: {error.strerror or error}")
            else:
                yield self.lint_source(data, path)

    def lint_source(self, data: bytes, path: str) -> Result:
        """The result for a file with this content, which may still be unsaved in an editor.

        A file that imports no framework is never parsed: whether it is valid Python is not our business.
        """
        settings = self._configuration.settings_for(path)
        triaged = self._triaged(data, path)
        if not triaged.parse and not mentions_gradlint(data):
            return Result(path, consulted=triaged.consulted, without_framework=not triaged.named)
        from gradlint.core.depth import with_deep_stack

        try:
            result = with_deep_stack(lambda: self._checked(data, path, settings, triaged.parse))
        except Exception as error:
            return Result(path, failure=f"internal error, please report it: {_described(error)}")
        consulted = tuple(dict.fromkeys((*result.consulted, *triaged.consulted)))
        return replace(result, consulted=consulted, without_framework=not triaged.named)

    def needs_parsing(self, data: bytes, path: str) -> bool:
        """Whether any rule could fire in a file with this content, or the file is no Python."""
        return self._triaged(data, path).parse

    def _triaged(self, data: bytes, path: str) -> Triaged:
        settings = self._configuration.settings_for(path)
        kind = kind_of(path, settings.extension) or "python"
        named = names_framework(data, kind)
        if named and (kind != "python" or may_fire(data, self._anchors(settings))):
            return Triaged(True, True)
        consulted: tuple[str, ...] = ()
        if kind == "python" and starts_program(data, path):
            reached = reaches(data, path, self._asks(settings))
            if reached.found:
                return Triaged(True, True, reached.consulted)
            consulted = reached.consulted
        return Triaged(named, named and not is_python(data), consulted)

    def _asks(self, settings: Settings) -> Callable[[bytes], bool]:
        """Whether a module asks a framework for a gradient, and one of the selected rules could fire there."""
        anchors = self._anchors(settings)
        return lambda data: names_framework(data, "python") and may_fire(data, anchors) and may_ask(data)

    def _anchors(self, settings: Settings) -> frozenset[str]:
        """What the selected rules look for."""
        known = headings()
        return frozenset[str]().union(
            *(known[code].anchors for code in self.selected(settings)[0] if code in known)
        )

    def _checked(self, data: bytes, path: str, settings: Settings, parse: bool) -> Result:
        from gradlint.engine.fingerprint import fingerprinted
        from gradlint.engine.suppress import apply, skips_file
        from gradlint.sources.read import from_text

        unit = from_text(data, path, settings.extension)
        if skips_file(unit.text):
            return Result(path)
        selected, explicit = self.selected(settings)
        enabled = selected - ignored_in_file(settings, path, self._rules)
        found, judged, seen = (
            self._found(unit, selected, enabled) if parse else ([], _readable(enabled), None)
        )
        left = apply(unit, [one for one in found if one.code in enabled], judged, self._rules)
        wanted = [_rated(one, settings) for one in left if _is_wanted(one, settings, explicit)]
        wanted.sort(key=lambda one: one.sort_key)
        result = Result(path, fingerprinted(wanted, unit, settings.root), unit) if wanted else Result(path)
        if seen is None:
            return result
        others = (*seen.others, unit) if seen.elsewhere else seen.others
        return replace(
            result,
            partial=seen.partial,
            consulted=seen.consulted,
            elsewhere=seen.elsewhere,
            others=others,
            followed=seen.followed,
        )

    def joined(self, result: Result, strangers: Sequence[Finding]) -> Result:
        """The result of a file with what others have found in it, as its own settings and comments have it."""
        from gradlint.engine.fingerprint import fingerprinted
        from gradlint.engine.merging import represented
        from gradlint.engine.suppress import divided, skips_file, without_used
        from gradlint.sources.read import read

        settings = self._configuration.settings_for(result.path)
        unit = result.unit or read(result.path, settings.extension)
        if result.failure is not None or skips_file(unit.text):
            return result
        selected, explicit = self.selected(settings)
        enabled = selected - ignored_in_file(settings, result.path, self._rules)
        left, used = divided(unit, [one for one in strangers if one.code in enabled], self._rules)
        wanted = [_rated(one, settings) for one in left if _is_wanted(one, settings, explicit)]
        own = without_used(result.findings, used)
        both = sorted(represented([*own, *wanted]), key=lambda one: one.sort_key)
        if not both:
            return replace(result, findings=())
        return replace(result, findings=fingerprinted(both, unit, settings.root), unit=unit)

    def covers(self, path: str, via: str) -> bool:
        """Whether a file that nobody has named belongs to what is linted, though only `via` leads there."""
        from gradlint.sources.discover import leaves_out

        absolute = os.path.abspath(path)
        return not leaves_out(
            absolute, os.path.abspath(via), self._configuration.settings_for(path).discovery
        )

    def admitted(self, findings: Sequence[Finding], unit: Unit) -> tuple[Finding, ...]:
        """Of findings that came from running the code, those that settings and comments let through.

        What running has proven is no matter of style, so a rule that is off by default counts as on.
        """
        from gradlint.engine.fingerprint import fingerprinted
        from gradlint.engine.suppress import apply

        settings = self._configuration.settings_for(unit.path)
        also = frozenset(one.code for one in findings)
        enabled = resolve_codes(settings, self._rules, also) - ignored_in_file(
            settings, unit.path, self._rules
        )
        left = apply(unit, [one for one in findings if one.code in enabled], enabled - {UNUSED}, self._rules)
        return fingerprinted([_rated(one, settings) for one in left], unit, settings.root)

    def _found(
        self, unit: Unit, selected: frozenset[str], enabled: frozenset[str]
    ) -> tuple[list[Finding], frozenset[str], Analysis | None]:
        """All findings, and the codes whose suppressions can be judged by them.

        What is off in this file only may be on in another one that it leads to.
        """
        found = [_invalid(problem, unit) for problem in unit.problems]
        analysed = _analysed(unit, selected)
        if isinstance(analysed, Problem):
            # Of what was never analysed nobody can say that its suppressions hide nothing.
            return [*found, _invalid(analysed, unit)], enabled - {UNUSED}, None
        if analysed is None:
            return found, _readable(enabled), None
        # Nor of what was analysed in part.
        judged = enabled - {UNUSED} if analysed.partial else _readable(enabled)
        return found + list(analysed.findings), judged, analysed

    def looks_for(self, path: str) -> frozenset[str]:
        """The rules that are on where a file stands."""
        return self.selected(self._configuration.settings_for(path))[0]

    def selected(self, settings: Settings) -> tuple[frozenset[str], frozenset[str]]:
        """The codes that are on, and those that were requested by name."""
        known = self._codes.get(id(settings))
        if known is None:
            selected = resolve_codes(settings, self._rules)
            known = (settings, selected, explicitly_selected(settings, self._rules))
            self._codes[id(settings)] = known
        return known[1], known[2]


def _analysed(unit: Unit, codes: frozenset[str]) -> Analysis | Problem | None:
    """What the detectors say, or the place where the unit stops being Python; None if it is empty."""
    if not unit.text.strip():
        return None
    from gradlint.core.depth import deep_recursion, may_be_too_deep, python_gives_up
    from gradlint.sources.syntax import fault

    if may_be_too_deep(unit.text):
        if bad := fault(unit.text):
            return _problem(unit, bad.row, bad.column, bad.message)
        if python_gives_up(unit.text):
            return _problem(unit, 1, 0, "nested too deeply")
    with uncollected():
        import libcst

        from gradlint.engine.findings import analysed

    try:
        with deep_recursion():
            return analysed(unit, codes)
    except libcst.ParserSyntaxError as error:
        # Python says better than a grammar what is wrong, unless it is the one that is content.
        worded = fault(unit.text)
        if worded is None:
            return _problem(unit, error.raw_line, error.raw_column, f"cannot be parsed: {error.message}")
        return _problem(unit, worded.row, worded.column, worded.message)


def _problem(unit: Unit, row: int, column: int, message: str) -> Problem:
    return Problem(message, unit.span((row, column), (row, column + 1)))


def _invalid(problem: Problem, unit: Unit) -> Finding:
    severity = Severity.INFO if problem.fragment else Severity.ERROR
    return Finding(INVALID, INVALID_NAME, problem.message, unit.path, problem.span, severity)


def _readable(codes: frozenset[str]) -> frozenset[str]:
    """Of these the codes that reading alone can find: a rule without anchors speaks only where code was run."""
    known = headings()
    return frozenset(
        code for code in codes if code in (INVALID, UNUSED) or code not in known or known[code].anchors
    )


def _is_wanted(finding: Finding, settings: Settings, explicit: frozenset[str]) -> bool:
    """A matter of style shows only if its rule was requested, or rated by the user."""
    style = finding.severity is Severity.INFO
    return not style or finding.code in explicit or finding.code in settings.severity


def _rated(finding: Finding, settings: Settings) -> Finding:
    """The finding as its own settings have it: how grave it is, and where its rule is explained."""
    severity = settings.severity.get(finding.code, finding.severity)
    if severity is finding.severity and settings.docs_url == finding.docs:
        return finding
    return replace(finding, severity=severity, docs=settings.docs_url)


def _described(error: BaseException) -> str:
    """The exception in one line, with the place in gradlint where it came from."""
    message = " ".join(f"{type(error).__name__}: {error}".split())
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return message
    return f"{message} ({os.path.basename(trace.tb_frame.f_code.co_filename)}:{trace.tb_lineno})"
