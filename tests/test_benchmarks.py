"""The benchmarks without the hours that they take: what they count, fit and write."""

from __future__ import annotations

import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from benchmarks import pages
from benchmarks.corpora import growing, lines_of
from benchmarks.measuring import Command, interleaved
from benchmarks.parts import COLD, PARSED
from benchmarks.plot import Point, exponent, straight, svg

POINTS = [
    Point(lines, t * 0.9, t, t * 1.1) for lines in (1_000, 10_000, 100_000) for t in [0.4 + lines * 2e-4]
]


def python(name: str, code: str) -> Command:
    return Command(name, (sys.executable, "-c", code))


def test_commands_take_turns_and_their_time_is_counted() -> None:
    order: list[str] = []
    busy = "import time\nwhile time.process_time() < 0.3: pass"
    found = interleaved(
        [python("busy", busy), python("idle", "import time; time.sleep(0.5)")], 2, 60, order.append
    )
    assert len(found["busy"].cpu) == len(found["idle"].cpu) == 2
    assert min(found["busy"].cpu) >= 0.25 > max(found["idle"].cpu)
    assert min(found["idle"].wall) >= 0.5
    assert [line.split(": ")[1] for line in order] == ["busy", "idle", "idle", "busy"]


def test_the_time_of_children_counts() -> None:
    busy = "import time\nwhile time.process_time() < 0.3: pass"
    parent = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {busy!r}])"
    assert interleaved([python("parent", parent)], 1, 60)["parent"].typical >= 0.25


def test_what_cannot_run_is_said() -> None:
    commands = [python("crash", "import sys; sys.exit('it broke')"), Command("absent", ("no-such-linter",))]
    commands[0] = Command("crash", commands[0].words, frozenset({0}))
    found = interleaved(commands, 2, 60)
    assert found["crash"].failure == "exit code 1: it broke"
    assert found["absent"].failure == "cannot be started: No such file or directory"


def test_who_takes_too_long_is_stopped() -> None:
    failure = interleaved([python("sleeper", "import time; time.sleep(60)")], 1, 0.5)["sleeper"].failure
    assert failure is not None and failure.startswith("stopped after")


def test_sets_grow_to_their_size(tmp_path: Path) -> None:
    files = []
    for number in range(60):
        file = tmp_path / f"{number}.py"
        file.write_text("x = 1\n" * (number + 1))
        files.append(file)
    small, large = growing(files, [100, 1000])
    assert abs(lines_of(small) - 100) <= 15 and abs(lines_of(large) - 1000) <= 105
    assert growing(files, [100])[0] == small


def test_the_line_is_found() -> None:
    line = straight(POINTS)
    assert line.start == pytest.approx(0.4) and line.slope == pytest.approx(2e-4)
    assert max(abs(line.residual(point)) for point in POINTS) < 1e-9
    assert exponent(POINTS, line.start) == pytest.approx(1)


def test_the_picture_is_well_formed() -> None:
    picture = ElementTree.fromstring(svg(POINTS, straight(POINTS), "title"))
    circles = picture.findall("{http://www.w3.org/2000/svg}circle")
    assert len(circles) == len(POINTS)
    assert [float(one.attrib["cx"]) for one in circles] == sorted(float(one.attrib["cx"]) for one in circles)


def entry(seconds: float, failure: str | None = None) -> dict[str, object]:
    ran = [] if failure else [seconds, seconds * 1.2, seconds * 0.9]
    return {"cpu": ran, "wall": ran, "peak": 50.0, "failure": failure}


def test_results_become_tables_and_failures_stay_in_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs = {COLD: entry(3.0), PARSED: entry(2.0), "Fixit": entry(0, "cannot be installed: no wheel")}
    counted = {
        "files": 10,
        "lines": 1000,
        "needed files": 5,
        "needed lines": 500,
        "rounds": 3,
        "date": "2026-01-01",
    }
    known = {
        "tools": {"timm 1.0": {**counted, "runs": runs}},
        "growth": {
            "rounds": 1,
            "date": "2026-01-01",
            "points": [{"lines": each.lines, "files": 3, **entry(each.typical)} for each in POINTS],
        },
    }
    written = pages.text(known)
    assert "| cold / libcst parse of the files that need it | ≤ 1.5 | 1.5 |" in written
    assert "| Fixit | cannot be installed: no wheel |" in written
    page = tmp_path / "README.md"
    page.write_text(f"before\n{pages.BEGIN}\nold\n{pages.END}\nafter\n")
    monkeypatch.setattr(pages, "PAGE", page)
    monkeypatch.setattr(pages, "PICTURE", tmp_path / "growth.svg")
    pages.write(known)
    pages.write(known)
    assert page.read_text() == f"before\n{pages.BEGIN}\n{written}{pages.END}\nafter\n"
    assert (tmp_path / "growth.svg").read_text().startswith("<svg")


def test_the_page_has_a_place_for_the_results() -> None:
    page = pages.PAGE.read_text(encoding="utf-8")
    assert page.index(pages.BEGIN) < page.index(pages.END)
