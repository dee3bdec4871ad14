"""Words and tables for what was measured, and their place in benchmarks/README.md."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.corpora import ALL
from benchmarks.parts import COLD, PARSED, RUFF_WARM, TWO, WARM
from benchmarks.plot import Point, exponent, straight, svg

HERE = Path(__file__).resolve().parent
PAGE = HERE / "README.md"
PICTURE = HERE / "growth.svg"
BEGIN = "<!-- written by python -m benchmarks.compare --write -->"
END = "<!-- end of what is written -->"
Run = Mapping[str, Any]
_LIMITS = {
    "gradlint --help": 60,
    "gradlint --version": 60,
    "gradlint rule GL101": 60,
    "one file without a framework": 40,
    "one file with a framework": 330,
}
"""Milliseconds that we want to stay below."""


def write(known: Mapping[str, Any]) -> None:
    """Put the tables between the marks of the page, and the picture beside it."""
    page = PAGE.read_text(encoding="utf-8")
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text(f"{before}{BEGIN}\n{text(known)}{END}{after}", encoding="utf-8")
    if "growth" in known:
        points = _points(known["growth"])
        title = "Processor seconds of a cold run, one process; the line is straight"
        PICTURE.write_text(svg(points, straight(points), title), encoding="utf-8")


def text(known: Mapping[str, Any]) -> str:
    return (
        "\n".join(
            [
                *_machine(known),
                *_goals(known),
                *_tools(known),
                *_warm(known),
                *_startup(known),
                *_growth(known),
                *_stages(known),
            ]
        )
        + "\n"
    )


def _machine(known: Mapping[str, Any]) -> Iterable[str]:
    if "machine" in known:
        found = known["machine"]
        yield f"{found['cores']} cores, {found['kind']}, Python {found['python']}; {', '.join(found['versions'])}."
        yield ""


# -- goals ----------------------------------------------------------------------------------


def _goals(known: Mapping[str, Any]) -> Iterable[str]:
    """Each goal beside the best and the worst that was reached."""
    tools = known.get("tools", {})
    rows = [
        _goal("cold / libcst parse of the files that need it", "≤ 1.5", _ratios(tools, COLD, PARSED)),
        _goal("cold / flake8", "≤ 0.6", _ratios(tools, COLD, "flake8")),
        *(
            _goal(f"cold / {name}", "≤ 0.05", _ratios(tools, COLD, name))
            for name in ("flake8 with TorchFix", "TorchFix alone", "Fixit", "torch-preflight")
        ),
        _goal("two processes: times faster on the wall clock", "≥ 1.7", _speedups(tools)),
        _goal("nothing changed: gradlint / ruff", "≤ 1", _warm_ratio(known)),
        *(_goal(f"{name}, ms", f"≤ {limit}", _milliseconds(known, name)) for name, limit in _LIMITS.items()),
        _goal("straight line: largest residual", "", _residuals(known)),
        _goal("peak memory over transformers, MB per process", "≤ 400", _peak(tools)),
    ]
    yield from table(("goal (processor time)", "wanted", "reached"), [row for row in rows if row[2]])
    yield ""


def _goal(name: str, wanted: str, reached: Sequence[str]) -> tuple[str, str, str]:
    return name, wanted, reached[0] if len(set(reached)) == 1 else " to ".join(reached)


def _ratios(tools: Mapping[str, Any], one: str, other: str) -> list[str]:
    found = sorted(
        typical(entry["runs"][one]) / typical(entry["runs"][other])
        for entry in tools.values()
        if _ran(entry["runs"], one, other)
    )
    return [f"{found[0]:.2g}", f"{found[-1]:.2g}"] if found else []


def _speedups(tools: Mapping[str, Any]) -> list[str]:
    found = sorted(
        min(entry["runs"][COLD]["wall"]) / min(entry["runs"][TWO]["wall"])
        for entry in tools.values()
        if _ran(entry["runs"], COLD, TWO) and entry["lines"] > 30_000
    )
    return [f"{found[0]:.2f}", f"{found[-1]:.2f}"] if found else []


def _warm_ratio(known: Mapping[str, Any]) -> list[str]:
    runs = known.get("warm", {}).get("runs", {})
    return [f"{typical(runs[WARM]) / typical(runs[RUFF_WARM]):.2f}"] if _ran(runs, WARM, RUFF_WARM) else []


def _milliseconds(known: Mapping[str, Any], name: str) -> list[str]:
    runs = known.get("startup", {}).get("runs", {})
    return [f"{1000 * typical(runs[name]):.0f}"] if _ran(runs, name) else []


def _residuals(known: Mapping[str, Any]) -> list[str]:
    if "growth" not in known:
        return []
    points = _points(known["growth"])
    line = straight(points)
    return [f"{max(abs(line.residual(point)) for point in points):.0%}"]


def _peak(tools: Mapping[str, Any]) -> list[str]:
    runs = [entry["runs"] for name, entry in tools.items() if name.startswith("transformers ")]
    return [f"{max(found[COLD]['peak'], found[TWO]['peak']):.0f}" for found in runs if _ran(found, COLD, TWO)]


# -- tables ---------------------------------------------------------------------------------


def _tools(known: Mapping[str, Any]) -> Iterable[str]:
    order = {name: place for place, name in enumerate(ALL)}
    entries = known.get("tools", {})
    for name in sorted(entries, key=lambda each: (order.get(each.rpartition(" ")[0], 99), each)):
        entry = entries[name]
        yield f"### {name}"
        yield ""
        yield (
            f"{entry['files']:,} files, {entry['lines']:,} lines, of which {entry['needed files']:,} files with "
            f"{entry['needed lines']:,} lines need a parse. {_said(entry)}"
        )
        yield ""
        runs = entry["runs"]
        base = typical(runs[COLD]) if _ran(runs, COLD) else None
        yield from table(
            ("", "CPU s", "least to most", "per 1000 lines, ms", "gradlint is", "wall s", "peak MB"),
            [_row(each, run, entry["lines"], base) for each, run in runs.items()],
        )
        yield ""


def _row(name: str, run: Run, lines: int, base: float | None) -> tuple[str, ...]:
    if run["failure"] is not None:
        return name, run["failure"], "", "", "", "", ""
    seconds = typical(run)
    ratio = "" if base is None or name == COLD else f"{base / seconds:.2g}x"
    return (
        name,
        f"{seconds:.2f}",
        f"{min(run['cpu']):.2f} to {max(run['cpu']):.2f}",
        f"{seconds / lines * 1e6:.1f}",
        ratio,
        f"{min(run['wall']):.2f}",
        f"{run['peak']:.0f}",
    )


def _warm(known: Mapping[str, Any]) -> Iterable[str]:
    if "warm" not in known:
        return
    entry = known["warm"]
    yield "### Nothing changed"
    yield ""
    yield (
        f"{entry['files']:,} files, {entry['lines']:,} lines; both tools have linted them before. ruff keeps only "
        f"files without findings, so it looks for syntax errors only; it finds: {entry['ruff finds']} {_said(entry)}"
    )
    yield ""
    rows = [
        (name, f"{1000 * typical(run):.0f}", _spread(run), f"{run['peak']:.0f}")
        if run["failure"] is None
        else (name, run["failure"], "", "")
        for name, run in entry["runs"].items()
    ]
    yield from table(("", "CPU ms", "least to most", "peak MB"), rows)
    yield ""


def _startup(known: Mapping[str, Any]) -> Iterable[str]:
    if "startup" not in known:
        return
    entry = known["startup"]
    yield "### Start-up"
    yield ""
    yield _said(entry)
    yield ""
    rows = []
    for name, run in entry["runs"].items():
        wanted = f"≤ {_LIMITS[name]}" if name in _LIMITS else ""
        if run["failure"] is None:
            rows.append((name, f"{1000 * typical(run):.0f}", _spread(run), wanted, f"{run['peak']:.0f}"))
        else:
            rows.append((name, run["failure"], "", wanted, ""))
    yield from table(("", "CPU ms", "least to most", "wanted", "peak MB"), rows)
    yield ""


def _growth(known: Mapping[str, Any]) -> Iterable[str]:
    if "growth" not in known:
        return
    points = _points(known["growth"])
    line = straight(points)
    yield "### Time against lines"
    yield ""
    yield "![Time against lines](growth.svg)"
    yield ""
    yield (
        f"{line.start:.2f} s and {1e6 * line.slope:.1f} ms per 1000 lines; beyond the start the time grows with the "
        f"{exponent(points, line.start):.2f}th power of the lines. {_said(known['growth'])}"
    )
    yield ""
    rows = [
        (
            f"{point.lines:,}",
            f"{entry['files']:,}",
            f"{point.typical:.2f}",
            f"{line.at(point.lines):.2f}",
            f"{line.residual(point):+.0%}",
            f"{entry['peak']:.0f}",
        )
        for point, entry in zip(points, known["growth"]["points"])
    ]
    yield from table(("lines", "files", "CPU s", "line", "residual", "peak MB"), rows)
    yield ""


def _stages(known: Mapping[str, Any]) -> Iterable[str]:
    for name, entry in known.get("stages", {}).items():
        total = sum(entry["stages"].values())
        yield f"### Where the time goes: {name}"
        yield ""
        rows = [
            (stage, f"{seconds:.2f}", f"{seconds / total:.0%}") for stage, seconds in entry["stages"].items()
        ]
        yield from table(("stage", "CPU s", "part"), rows)
        yield ""
        yield "The dearest functions, under a profiler, which makes small ones look dearer than they are:"
        yield ""
        rows = [
            (f"{own:.2f}", f"{whole:.2f}", f"{calls:,}", f"`{place}`")
            for own, whole, calls, place in entry["functions"]
        ]
        yield from table(("own s", "with callees s", "calls", "function"), rows)
        yield ""


# -- small things ---------------------------------------------------------------------------


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterable[str]:
    yield f"| {' | '.join(heads)} |"
    yield f"|{'|'.join('---' if place == 0 else '---:' for place, _ in enumerate(heads))}|"
    for row in rows:
        yield f"| {' | '.join(cell.replace('|', '/') for cell in row)} |"


def typical(run: Run) -> float:
    return statistics.median(run["cpu"])


def _spread(run: Run) -> str:
    return f"{1000 * min(run['cpu']):.0f} to {1000 * max(run['cpu']):.0f}"


def _ran(runs: Mapping[str, Run], *names: str) -> bool:
    return all(name in runs and runs[name]["failure"] is None and runs[name]["cpu"] for name in names)


def _said(entry: Mapping[str, Any]) -> str:
    return f"Median of {entry['rounds']} rounds, {entry['date']}."


def _points(entry: Mapping[str, Any]) -> list[Point]:
    return [
        Point(one["lines"], min(one["cpu"]), statistics.median(one["cpu"]), max(one["cpu"]))
        for one in entry["points"]
        if one["cpu"]
    ]
