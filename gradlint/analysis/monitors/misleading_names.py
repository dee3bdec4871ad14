"""Names that say something else than what they hold: a flag that is misspelt, a gradient where the value is."""

from __future__ import annotations

import re

import libcst as cst

from gradlint.analysis.domain.facts import FlagSet
from gradlint.analysis.domain.graph import GRADIENT
from gradlint.analysis.domain.misuses import SwappedValueAndGrad
from gradlint.analysis.domain.values import Const, Dictionary, Sequence, Value
from gradlint.analysis.interpreter.events import TensorAttributeSet, Unpacked, listens
from gradlint.analysis.interpreter.machine import Machine
from gradlint.knowledge.names.conventions import MISSPELT_FLAGS


@listens(TensorAttributeSet)
def check_spelling(machine: Machine, event: TensorAttributeSet) -> None:
    """Python lets a tensor have any attribute; nobody reads this one."""
    if event.array.lang == "torch" and event.name in MISSPELT_FLAGS:
        value = event.value.value if isinstance(event.value, Const) else None
        wanted = value if isinstance(value, bool) else None
        machine.flow.typos.append(FlagSet(machine.place(event.node), event.array, wanted, event.name))


GRADIENT_NAME = re.compile(r"(g|grads?|gradients?|\w+_grads?|grads?_\w+|dw|dparams)$")


@listens(Unpacked)
def check_order(machine: Machine, event: Unpacked) -> None:
    """grad, value = jax.value_and_grad(f)(x)"""
    names = [each.value.value for each in event.target.elements if isinstance(each.value, cst.Name)]
    thing = machine.load(event.value)
    if len(names) != 2 or not isinstance(thing, Sequence) or thing.items is None or len(thing.items) != 2:
        return
    first, second = machine.node_of(thing.items[0]), _gradient_inside(machine, thing.items[1])
    if second and (first is None or first.op != GRADIENT):
        if GRADIENT_NAME.match(names[0]) and not GRADIENT_NAME.match(names[1]) and names[1] != "_":
            machine.misuse(event.node, SwappedValueAndGrad, "jax")


def _gradient_inside(machine: Machine, value: Value) -> bool:
    thing = machine.load(value)
    if isinstance(thing, (Dictionary, Sequence)):
        inside = list(thing.items.values()) if isinstance(thing, Dictionary) else list(thing.items or ())
        return bool(inside) and _gradient_inside(machine, inside[0])
    node = machine.node_of(value)
    array = machine.array(value)
    return node is not None and node.op == GRADIENT and (array is None or array.lang == "jax")
