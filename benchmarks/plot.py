"""Draws time against lines as an SVG picture: points, their spread, and the straight line through them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 720, 440
LEFT, RIGHT, TOP, BOTTOM = 70, 20, 40, 50
_STYLE = """\
text { font: 13px sans-serif; fill: #333 }
.grid { stroke: #ddd } .axis { stroke: #333 } .line { stroke: #c33; stroke-width: 1.5 }
.point { fill: #26a } .spread { stroke: #26a }
@media (prefers-color-scheme: dark) {
  text { fill: #ddd } .grid { stroke: #444 } .axis { stroke: #ddd } .point { fill: #6ae } .spread { stroke: #6ae }
}
"""


@dataclass(frozen=True, slots=True)
class Point:
    """One set of files: how large it is, and what its runs took."""

    lines: int
    least: float
    typical: float
    most: float


@dataclass(frozen=True, slots=True)
class Line:
    """seconds = start + slope * lines"""

    start: float
    slope: float

    def at(self, lines: float) -> float:
        return self.start + self.slope * lines

    def residual(self, point: Point) -> float:
        """How far a point lies above the line, as a part of what the line says."""
        return point.typical / self.at(point.lines) - 1


def straight(points: Sequence[Point]) -> Line:
    """The line with the least relative errors: the small sets count as much as the large ones."""
    weights = [1 / point.typical**2 for point in points]
    total = sum(weights)
    x = sum(w * point.lines for w, point in zip(weights, points)) / total
    y = sum(w * point.typical for w, point in zip(weights, points)) / total
    spread = sum(w * (point.lines - x) ** 2 for w, point in zip(weights, points))
    shared = sum(w * (point.lines - x) * (point.typical - y) for w, point in zip(weights, points))
    slope = shared / spread
    return Line(y - slope * x, slope)


def exponent(points: Sequence[Point], start: float) -> float:
    """The power of the size with which the time beyond the start grows: 1 is a straight line."""
    logs = [(math.log(point.lines), math.log(max(point.typical - start, 1e-6))) for point in points]
    x = sum(each for each, _ in logs) / len(logs)
    y = sum(each for _, each in logs) / len(logs)
    return sum((a - x) * (b - y) for a, b in logs) / sum((a - x) ** 2 for a, _ in logs)


def svg(points: Sequence[Point], line: Line, title: str) -> str:
    """Both axes are logarithmic, so that a thousand lines can be seen beside a million."""
    across = _Axis([point.lines for point in points], LEFT, WIDTH - RIGHT)
    up = _Axis([seconds for point in points for seconds in (point.least, point.most)], HEIGHT - BOTTOM, TOP)
    parts = [f'<text x="{LEFT}" y="22">{title}</text>']
    for value in across.marks:
        x = across.place(value)
        parts.append(f'<line class="grid" x1="{x:.1f}" y1="{TOP}" x2="{x:.1f}" y2="{HEIGHT - BOTTOM}"/>')
        parts.append(f'<text x="{x:.1f}" y="{HEIGHT - 28}" text-anchor="middle">{value:,.0f}</text>')
    for value in up.marks:
        y = up.place(value)
        parts.append(f'<line class="grid" x1="{LEFT}" y1="{y:.1f}" x2="{WIDTH - RIGHT}" y2="{y:.1f}"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{value:g} s</text>')
    parts.append(f'<text x="{(LEFT + WIDTH) / 2}" y="{HEIGHT - 8}" text-anchor="middle">lines</text>')
    route = " ".join(
        f"{across.place(lines):.1f},{up.place(line.at(lines)):.1f}"
        for lines in across.steps(60)
        if line.at(lines) > 0
    )
    parts.append(f'<polyline class="line" fill="none" points="{route}"/>')
    for point in points:
        x = across.place(point.lines)
        low, middle, high = (up.place(value) for value in (point.least, point.typical, point.most))
        parts.append(f'<line class="spread" x1="{x:.1f}" y1="{low:.1f}" x2="{x:.1f}" y2="{high:.1f}"/>')
        parts.append(f'<circle class="point" cx="{x:.1f}" cy="{middle:.1f}" r="4"/>')
    box = f'viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
    body = "\n".join(parts)
    return f'<svg xmlns="http://www.w3.org/2000/svg" {box}>\n<style>\n{_STYLE}</style>\n{body}\n</svg>\n'


class _Axis:
    """From values to places on the picture, by their logarithms, between whole powers of ten."""

    def __init__(self, values: Sequence[float], start: float, end: float) -> None:
        self._low = math.floor(math.log10(min(values)))
        self._high = max(math.ceil(math.log10(max(values))), self._low + 1)
        self._start, self._end = start, end

    @property
    def marks(self) -> list[float]:
        return [10.0**power for power in range(self._low, self._high + 1)]

    def place(self, value: float) -> float:
        part = (math.log10(value) - self._low) / (self._high - self._low)
        return self._start + part * (self._end - self._start)

    def steps(self, number: int) -> list[float]:
        return [10 ** (self._low + (self._high - self._low) * step / number) for step in range(number + 1)]
