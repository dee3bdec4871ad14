"""Draws who imports whom: `python -m tests.support.import_picture docs/imports.svg`.

A box is a package, an arrow all imports from one to another, as thick as they are many.
Layers stand above each other as `tests/layers.toml` has them; what points upwards is red, and a
package whose modules import each other in a circle says so.
"""

from __future__ import annotations

import sys
from collections import Counter
from html import escape
from pathlib import Path

from tests.support.imports import ROOT, cycles, imports, modules

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROW, BOX, GAP, EDGE = 66, 34, 26, 20
CHARACTER = 6.6
STYLE = (
    "text{font:11px ui-monospace,monospace;fill:#1f2328}.small{font-size:9px;fill:#656d76}"
    "rect{fill:#f6f8fa;stroke:#8c959f}path{fill:none;stroke:#57606a;stroke-opacity:.35}"
    ".up{stroke:#cf222e;stroke-opacity:.9}"
)


def picture(root: Path, layers: list[list[str]]) -> str:
    known = modules(root)
    rank = {package: number for number, layer in enumerate(layers) for package in layer}
    found = imports(known)
    sizes = Counter(home(module, rank) for module in known)
    arrows = Counter(
        (source, target)
        for one in found
        if (source := home(one.source, rank)) != (target := home(one.target, rank))
    )
    turning = Counter(home(circle[0], rank) for circle in cycles(found) for _ in circle)
    return drawn([[name for name in layer if sizes[name]] for layer in layers], sizes, arrows, turning)


def home(module: str, rank: dict[str, int]) -> str:
    while module not in rank:
        module = module.rpartition(".")[0]
    return module


def drawn(
    layers: list[list[str]], sizes: Counter[str], arrows: Counter[tuple[str, str]], turning: Counter[str]
) -> str:
    rows = [layer for layer in layers if layer]
    # Every other row is indented, so that an arrow to a row further down does not run through the boxes between.
    middle: dict[str, tuple[float, float, float]] = {}
    widest = 0.0
    for number, row in enumerate(rows):
        left = EDGE + (number % 3) * 150.0
        for name in row:
            width = max(90.0, CHARACTER * len(short(name)) + 24)
            middle[name] = (left + width / 2, EDGE + number * ROW + BOX / 2, width)
            left += width + GAP
        widest = max(widest, left)
    height = EDGE * 2 + len(rows) * ROW
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{widest + 160:.0f}" height="{height}" '
        f'viewBox="0 0 {widest + 160:.0f} {height}"><style>{STYLE}</style>'
    ]
    for (source, target), count in sorted(arrows.items()):
        (x1, y1, _), (x2, y2, _) = middle[source], middle[target]
        bend = widest + 40 if y2 <= y1 else (x1 + x2) / 2 + min(220.0, abs(y2 - y1) / 3)
        kind = ' class="up"' if y2 <= y1 else ""
        thick = min(6.0, 0.6 + count**0.5 / 2)
        parts.append(
            f'<path{kind} stroke-width="{thick:.1f}" d="M{x1:.0f} {y1:.0f}Q{bend:.0f} {(y1 + y2) / 2:.0f} '
            f'{x2:.0f} {y2:.0f}"><title>{escape(source)} imports {escape(target)}: {count}</title></path>'
        )
    for name, (x, y, width) in middle.items():
        circle = f", {turning[name]} in a circle" if turning[name] else ""
        said = f"{sizes[name]} modules{circle}"
        parts += [
            f'<rect x="{x - width / 2:.0f}" y="{y - BOX / 2:.0f}" width="{width:.0f}" height="{BOX}" rx="5"/>',
            f'<text x="{x:.0f}" y="{y - 1:.0f}" text-anchor="middle">{escape(short(name))}</text>',
            f'<text class="small" x="{x:.0f}" y="{y + 11:.0f}" text-anchor="middle">{said}</text>',
        ]
    return "\n".join([*parts, "</svg>", ""])


def short(name: str) -> str:
    return name.removeprefix("gradlint.") or name


def main() -> None:
    layers = tomllib.loads((ROOT / "tests" / "layers.toml").read_text("utf-8"))["layers"]
    Path(sys.argv[1]).write_text(picture(ROOT, layers), "utf-8")


if __name__ == "__main__":
    main()
