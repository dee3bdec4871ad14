"""python -m tests.differential torch --count 1000 --seed 0: disagreements, each reduced, and a table.

Exits with 1 if gradlint and the runs disagree about any program.
"""

from __future__ import annotations

import argparse
from collections import Counter

from tests.differential.comparing import Comparer
from tests.differential.dialects import DIALECTS
from tests.differential.programs import program
from tests.differential.truth import prepare


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.differential", description=__doc__)
    parser.add_argument("dialect", choices=list(DIALECTS))
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--show", type=int, default=5, help="how many disagreements to reduce and print")
    options = parser.parse_args()
    prepare(options.dialect)
    comparer, verdicts, shown = Comparer(), Counter[str](), 0
    for seed in range(options.seed, options.seed + options.count):
        comparison = comparer.compare(program(options.dialect, seed))
        verdicts[comparison.verdict] += 1
        if comparison.is_disagreement and shown < options.show:
            shown += 1
            print(f"--- seed {seed}\n{comparer.reduced(comparison).told()}", flush=True)
    for verdict, count in verdicts.most_common():
        print(f"{count:6}  {verdict}")
    return 1 if verdicts["false alarm"] + verdicts["missed"] else 0


if __name__ == "__main__":
    raise SystemExit(main())
