"""Questions to the knowledge tables, in the words of the interpreter."""

from __future__ import annotations

from collections.abc import Sequence as Seq

from gradlint.analysis.domain.values import Const, Value
from gradlint.knowledge.tables import OpFacts, Table, table


def torch_table() -> Table:
    return table("torch")


def torch_name(dotted: str) -> str:
    """`torch.nn.functional.relu` -> `nn.functional.relu`, `torch.Tensor.exp` -> `exp`."""
    name = dotted.removeprefix("torch.")
    return name.removeprefix("Tensor.")


def torch_facts(name: str) -> OpFacts | None:
    ops = torch_table().ops
    found = ops.get(name)
    if found is None and "." not in name:
        found = ops.get(f"nn.functional.{name}")
    if found is None and name.startswith("nn.functional."):
        found = ops.get(name.removeprefix("nn.functional."))
    return found


def overload(name: str, inputs: Seq[Value]) -> str:
    """The entry for the form in which an operation is called: with one input, or with a plain number."""
    known = torch_table().ops
    for short in (name, f"nn.functional.{name}"):
        if len(inputs) < 2 and f"{short}.plain" in known:
            return f"{short}.plain"
        if len(inputs) > 1 and isinstance(inputs[1], Const) and f"{short}.number" in known:
            return f"{short}.number"
    return name


def saves_result(name: str) -> bool:
    facts = torch_facts(name)
    return facts is not None and facts.saves_result


def saved_inputs(name: str, requires: Seq[bool]) -> frozenset[int]:
    """The inputs that the operation keeps, given which of them require a gradient."""
    facts = torch_facts(name)
    if facts is None or not any(requires):
        return frozenset()
    if (
        name == "einsum"
    ):  # an equation and any number of operands: each is kept for the gradient of the others
        return frozenset(
            each for each in range(1, len(requires)) if any(requires[:each]) or any(requires[each + 1 :])
        )
    if all(not each for each in requires[1:]):
        return facts.saves_alone
    if not requires[0]:
        # An input that is only needed for the gradient of input 0 is not kept.
        return facts.saves - (facts.saves_alone - {0})
    return facts.saves


def in_torch(kind: str, name: str) -> bool:
    return name in torch_table().sets.get(kind, frozenset())
