"""What executing says about hazards that are known: the verdicts on labelled cases, by framework.

    python -m benchmarks.verdicts [FOLDER ...] [--only PATTERN] [--rest FILE]

A case is a script that begins with `# framework:` and in which `# HAZARD slug` marks each line that is wrong; without a
mark it is right. Each FOLDER holds cases, at any depth; without one, the cases in tests/cases and the examples of the
rules are taken. Every rule is selected. A hazard that is not reported is counted, and says nothing about the verdicts.

Three figures matter: how many of the reported hazards are confirmed, how many are refuted although they are there,
and how many files without a hazard hold something that is confirmed. Both of the latter must be 0.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from gradlint.confirm import confirming
from gradlint.confirm.options import Options
from gradlint.core import catalog
from gradlint.core.model import Finding
from gradlint.engine.config import Configuration
from gradlint.engine.linting import Engine

ROOT = Path(__file__).resolve().parents[1]
FRAMEWORKS = ("torch", "tensorflow", "jax", "numpy")
KINDS = ("confirmed", "illustrated", "not-reproduced", "inconclusive", "not-run", "refuted")
MARK = re.compile(r"# HAZARD (GL\d{3})\b|# (GL\d{3})$", re.MULTILINE)


@dataclass(frozen=True)
class Seen:
    """A finding, the file that it is in, and whether it is on a line that is marked with its rule."""

    file: Path
    finding: Finding
    true: bool
    clean: bool
    """Whether the whole file is right."""

    @property
    def kind(self) -> str:
        return "none" if self.finding.verdict is None else self.finding.verdict.kind


def marks(source: str) -> set[tuple[int, str]]:
    """Line and rule of everything that is wrong."""
    return {
        (row, found[1] or found[2])
        for row, line in enumerate(source.splitlines(), 1)
        for found in MARK.finditer(line)
    }


def is_case(path: Path) -> bool:
    return path.read_text(encoding="utf-8").startswith("# framework:")


def examples(folder: Path) -> Iterator[Path]:
    """The examples of the rules as files: the bad ones have marks, the good ones have none."""
    for rule in catalog.rules():
        for number, example in enumerate(rule.examples, 1):
            for name, text in (("bad", example.bad), ("good", example.good)):
                path = folder / f"{rule.code}_{number}_{example.framework}_{name}.py"
                path.write_text(text, encoding="utf-8")
                yield path


def verdicts(files: Sequence[Path], seconds: float) -> tuple[list[Seen], int]:
    """Every finding with its verdict, and how many marks were not reported."""
    rules = catalog.headings()
    engine = Engine(Configuration(rules, {"select": ["ALL"]}, None, isolated=True), rules)
    found: list[Seen] = []
    missed = 0
    for result in confirming(engine.lint(map(str, files)), Options(seconds=seconds), engine):
        marked = marks(Path(result.path).read_text(encoding="utf-8"))
        here = [(one.span.start.row, one.code) for one in result.findings]
        found += [
            Seen(Path(result.path), one, place in marked, not marked)
            for one, place in zip(result.findings, here, strict=True)
        ]
        missed += len(marked - set(here))
    return found, missed


def table(found: Sequence[Seen]) -> Iterator[str]:
    heads = ("hazards", *KINDS, "confirmed", "clean files confirmed")
    yield "| framework | " + " | ".join(heads) + " |"
    yield "|---|" + "--:|" * len(heads)
    for framework in (*FRAMEWORKS, None):
        ours = [one for one in found if framework in (None, one.finding.framework)]
        if not ours:
            continue
        true = Counter(one.kind for one in ours if one.true)
        false = len({one.file for one in ours if one.clean and one.kind == "confirmed"})
        share = f"{100 * true['confirmed'] / max(1, true.total()):.1f} %"
        cells = [true.total(), *(true[kind] for kind in KINDS), share, false]
        yield f"| {framework or 'all'} | " + " | ".join(map(str, cells)) + " |"


def described(one: Seen) -> Iterator[str]:
    finding, verdict = one.finding, one.finding.verdict
    mark = "true" if one.true else "FALSE"
    yield f"{one.file}:{finding.span.start.row} {finding.code} {mark} {one.kind}"
    if verdict is not None:
        yield f"    {verdict.level}: {verdict.reason}"
        yield from (f"    {line}" for line in verdict.evidence)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--only", help="a regular expression that the path of a case must match")
    parser.add_argument("--seconds", type=float, default=10.0, help="for each finding")
    parser.add_argument("--rest", type=Path, help="write what is not confirmed, or wrongly, to this file")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folders = options.folders or [ROOT / "tests" / "cases"]
        files = [path for folder in folders for path in folder.rglob("*.py") if is_case(path)]
        if not options.folders:
            files += examples(Path(scratch))
        wanted = [path for path in sorted(files) if re.search(options.only or "", str(path))]
        found, missed = verdicts(wanted, options.seconds)
    print("\n".join(table(found)))
    print(f"{len(wanted)} files, {missed} hazards not reported")
    if options.rest is not None:
        rest = [one for one in found if one.true != (one.kind == "confirmed")]
        options.rest.write_text("\n".join(line for one in rest for line in described(one)) + "\n", "utf-8")
    wrong = [
        one
        for one in found
        if (one.true and one.kind == "refuted") or (one.clean and one.kind == "confirmed")
    ]
    for one in wrong:
        print("\n".join(described(one)), file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
