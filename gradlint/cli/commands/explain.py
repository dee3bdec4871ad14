"""`gradlint explain FILE:LINE`: what the values of a line carry, where that entered, and who asks for it."""

from __future__ import annotations

import sys
from argparse import Namespace

from gradlint.cli.output import Output
from gradlint.cli.spot import Spot
from gradlint.core.depth import deep_recursion, with_deep_stack
from gradlint.core.errors import GradlintError
from gradlint.core.explanation import Explanation
from gradlint.core.files import read_bytes
from gradlint.report.explaining.answers import as_object, as_svg, as_text
from gradlint.report.texts import SourceLines
from gradlint.sources.excerpt import Lines
from gradlint.sources.read import from_text, read
from gradlint.sources.unit import Unit


def explain(parsed: Namespace) -> int:
    """Answer one question; 0 whatever the answer is."""
    if len(parsed.places) != 1:
        raise GradlintError("explain: name a line, such as train.py:42, or a file and --why NAME")
    (word,) = parsed.places
    spot = None if parsed.why is not None else Spot.read(word, "explain")
    path = word if spot is None else spot.path
    unit = _unit(path)
    explanation = with_deep_stack(lambda: _explained(unit, spot, parsed.why))
    output = Output(parsed.output_file, parsed.color)
    texts = _texts(unit)
    if parsed.output_format == "json":
        import json

        output.write(json.dumps(as_object(explanation), indent=2) + "\n")
    elif parsed.output_format == "svg":
        output.write(as_svg(explanation, texts))
    else:
        output.write("\n".join(as_text(explanation, texts, output.screen)) + "\n")
    output.finish()
    return 0


def _unit(path: str) -> Unit:
    try:
        return from_text(read_bytes(path), path)
    except OSError as error:
        raise GradlintError(f"explain: {path}: {error.strerror}") from error


def _explained(unit: Unit, spot: Spot | None, name: str | None) -> Explanation:
    from gradlint.sources.syntax import fault

    if bad := fault(unit.text):
        raise GradlintError(f"explain: {unit.path}:{bad.row}: {bad.message}")
    from gradlint.engine.explaining import Explainer

    with deep_recursion():
        explainer = Explainer(unit)
        if spot is not None:
            if Lines(unit).at(spot.cell, spot.row) is None and unit.kind == "python":
                raise GradlintError(f"explain: {spot.path} has no line {spot.row}")
            return explainer.line(spot.row, spot.cell)
        assert name is not None
        explanation = explainer.why(name)
        if explanation.values:
            return explanation
        from gradlint.core.selectors import closest, did_you_mean

        hint = did_you_mean(closest(name, explainer.names()))
        raise GradlintError(f"explain: nothing that gradlint follows is called {name!r} in {unit.path}{hint}")


def _texts(unit: Unit) -> SourceLines:
    known: dict[str | None, Lines] = {None: Lines(unit)}

    def line(path: str | None, cell: int | None, row: int) -> str | None:
        if path not in known and path is not None:
            try:
                known[path] = Lines(read(path))
            except OSError as error:
                print(f"gradlint: {path}: {error.strerror}", file=sys.stderr)
                return None
        return known[path].at(cell, row)

    return line
