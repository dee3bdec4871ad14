"""What a probe measures, how trials of one operation are merged, and how the result is written down."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from gradlint.knowledge.tables import Grad, OpFacts

HARMLESS = OpFacts()


@dataclass(frozen=True, slots=True)
class Knowledge:
    """Everything that is measured about one framework."""

    version: str
    ops: Mapping[str, OpFacts]
    sets: Mapping[str, Iterable[str]]


@dataclass(frozen=True, slots=True)
class Trial:
    """The outcome of one call: `present` are the positions that hold tensors.

    `shares` tells whether the result lies in the storage of input 0, over several layouts of that input;
    `written` is the error when the result is written in place; `refuses` are the positions that alone
    have no derivative.
    """

    call: str
    outputs: tuple[Grad, ...]
    several: bool = False
    present: frozenset[int] = frozenset()
    saves: frozenset[int] = frozenset()
    saves_alone: frozenset[int] = frozenset()
    saves_result: bool = False
    shares: frozenset[bool] = frozenset({False})
    written: str = ""
    refuses: frozenset[int] = frozenset()

    @property
    def grad(self) -> Grad:
        """What is left of the gradient: several results let it flow if one of them does."""
        return "flows" if "flows" in self.outputs else self.outputs[0]


def merged_grad(trials: list[Trial]) -> Grad:
    """One call that lets the gradient flow proves that the operation can; else the plainest call speaks."""
    return "flows" if any(trial.grad == "flows" for trial in trials) else trials[0].grad


def saved_in_all(trials: Iterable[tuple[frozenset[int], frozenset[int]]]) -> frozenset[int]:
    """Positions saved by every trial that has a tensor there: never a position that some call spares."""
    seen = list(trials)
    positions = frozenset[int]().union(*(saved for _, saved in seen))
    return frozenset(
        position
        for position in positions
        if all(position in saved for present, saved in seen if position in present)
    )


def refused_in_all(trials: list[Trial]) -> frozenset[int]:
    """Positions that have no derivative in any trial."""
    return frozenset.intersection(*(trial.refuses for trial in trials))


def merge(plain: list[Trial], numbers: list[Trial]) -> OpFacts:
    """Facts that hold for every plain call; `numbers` are calls with a Python number for an operand."""
    every = plain + numbers
    several = max((trial.outputs for trial in every if trial.several), key=len, default=())
    return OpFacts(
        grad=merged_grad(every),
        saves=saved_in_all((trial.present, trial.saves) for trial in plain),
        saves_alone=saved_in_all((trial.present, trial.saves_alone) for trial in every),
        saves_result=all(trial.saves_result for trial in every),
        view=all(trial.shares == {True} for trial in every),
        outputs=several,
        refuses=refused_in_all(every),
    )


def best(trials: list[Trial]) -> OpFacts:
    """Facts where only the fate of the gradient counts: those of the call that keeps most of it."""
    if not trials:
        return HARMLESS
    chosen = next((trial for trial in trials if trial.grad == "flows"), trials[0])
    several = chosen.outputs if chosen.several else ()
    # A call with one float input cannot show that another has a derivative: the call with most speaks.
    refuses = max((trial.refuses for trial in trials), key=len) if chosen.grad == "raises" else frozenset()
    return OpFacts(grad=chosen.grad, outputs=several, refuses=refuses)


def entry(facts: OpFacts) -> dict[str, Any]:
    """One line of the data: only what is worth saying."""
    line: dict[str, Any] = {}
    if facts.grad != "flows":
        line["grad"] = facts.grad
    if facts.saves:
        line["saves"] = sorted(facts.saves)
    if facts.saves_alone:
        line["saves_alone"] = sorted(facts.saves_alone)
    if facts.saves_result:
        line["saves_result"] = True
    if facts.view:
        line["view"] = True
    if facts.outputs:
        line["outputs"] = list(facts.outputs)
    if facts.refuses:
        line["refuses"] = sorted(facts.refuses)
    return line


def render(knowledge: Knowledge) -> str:
    """The data file: sorted, one operation and one member of a set per line, so that diffs are small."""
    ops = [f"{json.dumps(name)}: {json.dumps(entry(facts))}" for name, facts in sorted(knowledge.ops.items())]
    sets = [
        f"{json.dumps(name)}: [\n" + ",\n".join(json.dumps(member) for member in sorted(set(members))) + "\n]"
        for name, members in sorted(knowledge.sets.items())
    ]
    parts = [
        f'{{\n"version": {json.dumps(knowledge.version)},\n"ops": {{',
        ",\n".join(ops),
        '},\n"sets": {',
        ",\n".join(sets),
        "}\n}\n",
    ]
    return "\n".join(parts)
