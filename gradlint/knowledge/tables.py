"""Read the generated facts about operations; no framework is imported here.

An operation that is not listed lets the gradient flow, saves nothing and makes no view. The facts under a
plain name (`max`) hold for all its usual calls; where one way to call differs, `max.dim`, `max.other`,
`pow.number` and the like say how, and `max.plain` speaks of the plainest call alone.
"""

from __future__ import annotations

import json
import pkgutil
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from gradlint.core.errors import GradlintError
from gradlint.core.model import Framework

Grad = Literal["flows", "zero", "none", "integer", "raises"]


@dataclass(frozen=True, slots=True)
class OpFacts:
    """What one operation does to a gradient, as executed on small floating-point inputs.

    `grad` speaks of the result: "flows"; "zero" for every input; "none", that is a float that is not
    connected to the input; "integer" or boolean result; "raises" in the operation or in backward. Of
    several results it is "flows" if any of them lets the gradient through, and `outputs` says which.
    `saves` are the positions of inputs (self is 0) that may not be written in place between the operation
    and backward when all float inputs require grad; `saves_alone` the same when only input 0 does (the
    others are constants or Python numbers). `saves_result` forbids writing to the first result.
    `view` says that the result shares storage with input 0. `outputs` lists the fate per result for an
    operation that returns several tensors. `refuses` are the positions of inputs whose derivative raises
    where another input has one (`igamma(a, x)` has it for x alone); empty if it raises for all of them.
    """

    grad: Grad = "flows"
    saves: frozenset[int] = frozenset()
    saves_alone: frozenset[int] = frozenset()
    saves_result: bool = False
    view: bool = False
    outputs: tuple[Grad, ...] = ()
    refuses: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Table:
    """All facts about one framework at the version they were measured with."""

    version: str
    ops: Mapping[str, OpFacts]
    sets: Mapping[str, frozenset[str]]


@cache
def table(framework: Framework) -> Table:
    """The facts about `framework`, read once per process."""
    raw = pkgutil.get_data(__package__, f"data/{framework}.json")
    if raw is None:
        raise GradlintError(f"the installed package has no knowledge table for {framework}")
    data: dict[str, Any] = json.loads(raw)
    return Table(
        version=data["version"],
        ops={name: facts(entry) for name, entry in data["ops"].items()},
        sets={name: frozenset(members) for name, members in data["sets"].items()},
    )


def facts(entry: Mapping[str, Any]) -> OpFacts:
    """One line of the data as a record; whatever a line leaves out is harmless."""
    return OpFacts(
        grad=entry.get("grad", "flows"),
        saves=frozenset(entry.get("saves", ())),
        saves_alone=frozenset(entry.get("saves_alone", ())),
        saves_result=entry.get("saves_result", False),
        view=entry.get("view", False),
        outputs=tuple(entry.get("outputs", ())),
        refuses=frozenset(entry.get("refuses", ())),
    )
