"""Repairs of values of the wrong kind altogether: a number where a tensor is meant, a tensor for a function."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from ..inputs.guesses import tensor_named
from ..inputs.plan import Plan, Slot, describe
from ..inputs.spec import BATCH, NETWORK, SIDE, WIDTH, Spec, code, literal, of_rank, sequence

Tries = Iterator[Plan]

_NOT_THIS = (
    # What the message says is wrong, and what to try instead.
    (r"object is not callable", [NETWORK]),
    (
        r"not iterable|not subscriptable|has no len|unpack non-iterable|unpack non-sequence",
        [
            sequence("tuple", literal(WIDTH), literal(WIDTH)),
            sequence("list", of_rank(2), of_rank(2)),
            of_rank(3),
            Spec("dict"),
        ],
    ),
    (r"iteration over a 0-d|len\(\) of a 0-d", [of_rank(1), of_rank(2)]),
    (r"[Bb]oolean value of Tensor|ambiguous", [literal(False), literal(True), of_rank(0), literal(0.5)]),
    (
        r"interpreted as an integer|must be int|must be tuple of ints|integer argument|type int"
        r"|an int, not|\bint\b.*not.*Tensor|expected int|slice indices"
        r"|can't multiply sequence|converted to an index|integer scalar",
        [literal(WIDTH), literal(1), literal(BATCH), sequence("tuple", literal(SIDE), literal(SIDE))],
    ),
    (
        r"must be real number|float\(\) argument|must be float|must be Number|must be a number|number, not"
        r"|0-dimensional|one element",
        [literal(0.5), of_rank(0)],
    ),
    (
        r"must be (?:a )?str|str\b.*(?:but got|not)|expected str|path should be|startswith",
        [literal("mean"), literal("relu")],
    ),
    (
        r"must be Tensor|Tensor, not|expected Tensor|found type|isn't a|not a (?:torch\.)?Tensor|a Tensor"
        r"|torch\.Tensor|as_tensor",
        [of_rank(2), of_rank(3), of_rank(4), of_rank(1)],
    ),
    (
        r"must be (?:a )?(?:tuple|list|sequence)|[Tt]uple of Tensors|sequence of|tuple\[|a list"
        r"|Expected a (?:list|tuple|sequence)",
        [
            sequence("list", of_rank(2), of_rank(2)),
            sequence("tuple", of_rank(2), of_rank(2)),
            sequence("tuple", literal(WIDTH), literal(WIDTH)),
        ],
    ),
    (r"must be (?:a )?dict|mapping", [Spec("dict")]),
    (r"Module subclass|is not a Module", [NETWORK]),
    (r"PRNG key|random key|key_data", [code("jax.random.key(0)")]),
    (
        r"unsupported operand|not supported between|bad operand",
        [of_rank(2), literal(0.5), literal(WIDTH), of_rank(3), of_rank(4)],
    ),
    (r"device", [code("torch.get_default_device()"), code("'cpu'")]),
    (r"issubclass|must be a class", [code("torch.nn.ReLU")]),
)


def mistaken(plan: Plan, blamed: list[Slot], message: str, failing: ast.AST | None) -> Tries:
    """Plans in which what a message complains of is something else, the likeliest first."""
    yield from _methods(plan, message, failing)
    for pattern, others in _NOT_THIS:
        if not re.search(pattern, message):
            continue
        for slot in blamed[:5]:
            spec = plan.get(slot)
            for other in others:
                if (
                    spec is not None
                    and spec != other
                    and not (spec.kind == other.kind == "tensor" and spec.shape == other.shape)
                ):
                    suggested = tensor_named(slot[-1]) if other == of_rank(2) else other
                    yield plan.put(slot, suggested, f"{describe(slot)} is a {_word(suggested)}")


def _methods(plan: Plan, message: str, failing: ast.AST | None) -> Tries:
    """`memory.values` met a method where a tensor was meant: an object with such an attribute."""
    if failing is None or not re.search(
        r"builtin_function_or_method|method_descriptor|'method'|not method", message
    ):
        return
    for node in ast.walk(failing):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            slot = ("call", node.value.id)
            if plan.get(slot) is not None:
                made = Spec("record").with_part(node.attr, tensor_named(node.attr))
                yield plan.put(slot, made, f"{node.value.id} is an object with a tensor {node.attr}")


def _word(spec: Spec) -> str:
    if spec.kind == "literal":
        return f"{type(spec.value).__name__}, {spec.value!r}"
    return f"tensor of {len(spec.shape)} axes" if spec.kind == "tensor" else spec.kind
