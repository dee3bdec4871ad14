"""Count what fixes are worth: `python -m tests.fix_table [framework ...]`.

Every fix of every example, case and field program is made and executed. Per framework: how many findings are offered
a fix and of which kind, and how many of the safe ones keep their promise. Takes as long as the thorough gate.
"""

from __future__ import annotations

import sys
from collections import Counter

from tests.support.scripts import broken, from_the_field
from tests.support.trials import found, judged, level

OFFERED = ("safe", "unsafe", "display", "none")
WRONG = ("raises", "value", "gradient", "finding", "import", "name")


def main(wanted: list[str]) -> int:
    offered: dict[str, Counter[str]] = {}
    wrong: dict[str, Counter[str]] = {}
    for script in [*broken(), *from_the_field()]:
        if wanted and script.framework not in wanted:
            continue
        offered.setdefault(script.framework, Counter()).update(level(one) for one in found(script.source))
        counts = wrong.setdefault(script.framework, Counter())
        for trial, objections in judged(script):
            counts["executed"] += 1
            counts.update({one.kind for one in objections})
            for one in objections:
                print(f"{script.name}: {trial.what}: {one}", file=sys.stderr)
    head = ("framework", *OFFERED, "executed", *WRONG)
    print(" ".join(f"{word:>10}" for word in head))
    for framework in sorted(offered):
        numbers = [*(offered[framework][key] for key in OFFERED)]
        numbers += [wrong[framework][key] for key in ("executed", *WRONG)]
        print(" ".join(f"{word:>10}" for word in (framework, *numbers)))
    return int(any(counts[kind] for counts in wrong.values() for kind in WRONG))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
