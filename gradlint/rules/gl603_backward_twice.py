"""GL603: A second pass through a graph that has been freed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import libcst as cst

from gradlint.analysis.domain.faults import FaultKind
from gradlint.analysis.domain.misuses import BackwardTwice
from gradlint.analysis.project.syntax import names_in, walk
from gradlint.core.model import Severity
from gradlint.rules.shared.bench import Bench, keyword
from gradlint.rules.shared.draft import Draft, Program
from gradlint.rules.shared.patch import Patch
from gradlint.rules.shared.wording import Wording, Wordings, faults, worded

_FREED: Wordings = {
    BackwardTwice: Wording(
        "Trying to backward through the graph a second time: the first pass freed a part of it",
        "pass retain_graph=True to the first call, add the losses, or detach what is carried over to "
        "the next iteration",
        "goes through a freed graph",
        Severity.ERROR,
        "frees the graph",
    ),
}


_KEPT: Mapping[FaultKind, Wording] = {
    "kept-in-memory": Wording(
        "what is kept here for the next iteration carries the graph of this one, which backward() frees",
        "detach what is added: torch.cat([queue, keys.detach()])",
        "kept with its graph",
        Severity.ERROR,
        "the next backward() goes through it again and raises",
    ),
}


def detect(program: Program) -> Iterator[Draft]:
    yield from worded(program, _FREED)
    yield from faults(program, _KEPT)


def fix(bench: Bench) -> Patch | None:
    about = bench.draft.about
    first = about.related.node if isinstance(about, BackwardTwice) and about.related is not None else None
    if not isinstance(first, cst.Call):
        return None
    if first is bench.node:
        return _cut_off(bench)
    later = bench.program.flow.again.get(first, [bench.node])
    passes = dict.fromkeys([first, *(each for each in later[:-1] if isinstance(each, cst.Call))])
    if any(keyword(each, "retain_graph") is not None for each in passes):
        return None
    return bench.patch(
        "Keep the graph", "unsafe", [bench.add_argument(each, "retain_graph=True") for each in passes]
    )


def _cut_off(bench: Bench) -> Patch | None:
    """What a loop hands to its next round is detached behind backward()."""
    line = bench.text.alone(bench.node)
    loop = next((each for each in bench.text.up(bench.node) if isinstance(each, (cst.For, cst.While))), None)
    if loop is None or line is None:
        return None
    for node in walk(loop.body):
        if not isinstance(node, cst.Assign) or not isinstance(node.value, cst.Call):
            continue
        targets = [
            each.value
            for target in node.targets
            for each in walk(target.target)
            if isinstance(each, cst.Name)
        ]
        carried = [name for name in targets if name in names_in(node.value)]
        if carried:
            made = bench.after(line, *(_detached(bench, name) for name in carried))
            return bench.patch("Detach the state", "unsafe", [made])
    return None


def _detached(bench: Bench, name: str) -> str:
    """The state of an LSTM is a pair."""
    names = (bench.called(each.func) for each in walk(bench.text.module) if isinstance(each, cst.Call))
    if any(each.startswith("torch.nn.LSTM") for each in names):
        return f"{name} = tuple(each.detach() for each in {name})"
    return f"{name} = {name}.detach()"
