"""`gradlint confirm FILE:LINE`: execute what is reported on one line and show the evidence."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Iterator
from dataclasses import replace

from gradlint import report
from gradlint.cli.output import Output
from gradlint.cli.spot import Spot
from gradlint.confirm.options import Options
from gradlint.core import catalog
from gradlint.core.errors import GradlintError
from gradlint.core.result import Result
from gradlint.engine.config import Configuration
from gradlint.engine.linting import Engine
from gradlint.report.screen import harmless
from gradlint.report.tally import Tally


def options_of(parsed: Namespace, configuration: Configuration) -> Options:
    """The options of runtime mode as they were given, or as the configuration of this folder has them."""
    from gradlint.confirm.discovery import REMEDY, chosen

    here = os.getcwd()
    settings = configuration.settings_in(here)
    if parsed.on is not None:
        return _elsewhere_options(parsed, settings.device)
    choice = chosen(parsed.python, settings.python, settings.source, here)
    if choice.is_found and not parsed.quiet:
        print(harmless(f"gradlint: runtime mode uses {choice.described()}"), file=sys.stderr)
    if choice.passed_over and not parsed.quiet:
        print(harmless(f"gradlint: not used: {choice.passed_over}; {REMEDY}"), file=sys.stderr)
    options = _limits(parsed, settings.device)
    return replace(options, python=choice.path, chosen_by=choice.said_by)


def _limits(parsed: Namespace, device: str) -> Options:
    return Options(
        device=parsed.device or device,
        sandbox=parsed.sandbox,
        seconds=parsed.confirm_timeout,
        memory_mb=int(parsed.confirm_memory),
        disk_mb=int(parsed.confirm_disk),
        save_repro=parsed.save_repro,
        recorded=_recorded(parsed.recorded),
        drop_refuted=parsed.drop_refuted,
    )


def _recorded(file: str | None) -> str | None:
    """A record that was named must be one; an error for the user otherwise."""
    if file is not None:
        from gradlint.confirm.recorded import read

        read(file)
    return file


def _elsewhere_options(parsed: Namespace, device: str) -> Options:
    """`--on` names the machine and the interpreter there; what is configured for this one says nothing about it."""
    from gradlint.confirm.remote import destination

    if parsed.python is not None:
        raise GradlintError("--python and --on exclude each other: write --on ssh:HOST:PYTHON")
    place = destination(parsed.on)
    if not parsed.quiet:
        print(harmless(f"gradlint: runtime mode uses {place.python} on {place.host} (--on)"), file=sys.stderr)
    return replace(
        _limits(parsed, device), on=parsed.on, python=f"{place.python} on {place.host}", chosen_by="--on"
    )


def confirm(parsed: Namespace) -> int:
    """Print the verdicts for the lines that were named; 1 if something is left to be fixed."""
    from gradlint.confirm import confirming

    if not parsed.places:
        raise GradlintError("confirm: name a line, such as train.py:42")
    if parsed.config is not None and parsed.isolated:
        raise GradlintError("--config and --isolated exclude each other")
    everything: dict[str, object] = {"select": ["ALL"]}
    if parsed.output_format is not None:
        everything["output-format"] = parsed.output_format
    configuration = Configuration(catalog.headings(), everything, parsed.config, parsed.isolated)
    spots = [Spot.read(word, "confirm") for word in parsed.places]
    results = _found(Engine(configuration, catalog.headings()), spots)
    tally = Tally()
    counted = tally.counting(confirming(results, options_of(parsed, configuration)))
    chosen = configuration.settings_in(os.getcwd()).output_format
    output = Output(parsed.output_file, parsed.color)
    for piece in report.load(chosen)(counted, replace(output.screen, verbose=parsed.verbose)):
        output.write(piece)
    if chosen in report.FOR_READERS and not parsed.quiet:
        output.write(f"{tally.summary()}\n")
    output.finish()
    if output.is_file and not parsed.quiet:
        print(tally.summary())
    return 1 if tally.findings else 0


def _found(engine: Engine, spots: list[Spot]) -> Iterator[Result]:
    """The results of the files, with nothing but the findings on the lines that were named."""
    for spot in spots:
        result = next(engine.lint([spot.path]))
        if result.failure is not None:
            raise GradlintError(f"{spot.path}: {result.failure}")
        here = tuple(finding for finding in result.findings if spot.holds(finding))
        if not here:
            raise GradlintError(f"confirm: nothing is reported on {_named(spot)}{_elsewhere(result)}")
        yield replace(result, findings=here)


def _named(spot: Spot) -> str:
    cell = f":{spot.cell}" if spot.cell else ""
    return f"{spot.path}{cell}:{spot.row}"


def _elsewhere(result: Result) -> str:
    rows = sorted({finding.span.start.row for finding in result.findings})
    if not rows:
        return ", nor anywhere else in the file"
    return f" (findings are on line{'s' * (len(rows) > 1)} {', '.join(map(str, rows))})"
