"""Small calls such as `mat, vec, dim=0`, written once and filled with the tensors of any framework.

A probe describes how to call an operation in one line of text. Names stand for the samples below,
`const.name` for a sample that must not require grad; every other name is left to the framework
(`float32`, say). The samples are plain numbers, so that this module needs no framework.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

GOLDEN = 0.6180339887498949


def spread(*shape: int, start: int = 1) -> Any:
    """Nested lists of distinct numbers between 0.1 and 0.9 in no order: the same in every run."""
    numbers = count(start)

    def fill(dims: tuple[int, ...]) -> Any:
        if not dims:
            return round(0.1 + 0.8 * (next(numbers) * GOLDEN % 1), 6)
        return [fill(dims[1:]) for _ in range(dims[0])]

    return fill(shape)


SAMPLES: dict[str, Any] = {
    "scalar": 0.6,
    "vec": [0.3, 0.6, 0.9],
    "vec2": [0.45, 0.25, 0.75],
    "vec3": [0.8, 0.35, 0.5],
    "signed": [-0.7, 0.4, 1.3],
    "large": [1.3, 2.6, 3.9],
    "vec6": spread(6),
    "long": spread(16),
    "unit": spread(3, 3, start=40),
    "mat": [[2.0, 0.3, 0.1], [0.2, 3.0, 0.4], [0.1, 0.25, 4.0]],
    "mat2": [[1.5, 0.2, 0.3], [0.15, 2.5, 0.25], [0.35, 0.15, 1.25]],
    "mat3": [[0.9, 0.1, 0.2], [0.3, 0.7, 0.15], [0.25, 0.05, 0.8]],
    "spd": [[4.0, 1.0, 0.5], [1.0, 3.0, 0.25], [0.5, 0.25, 2.0]],
    "lower": [[2.0, 0.0, 0.0], [0.5, 1.5, 0.0], [0.25, 0.4, 1.75]],
    "tall": spread(4, 3),
    "tall2": spread(4, 3, start=70),
    "pair": spread(4, 2),
    "batch": spread(2, 3, 3),
    "batch2": spread(2, 3, 3, start=50),
    "batch3": spread(2, 3, 3, start=90),
    "cube": spread(3, 3, 1),
    "cube3": spread(3, 3, 3),
    "heads": spread(1, 2, 3, 4),
    "heads2": spread(1, 2, 3, 4, start=60),
    "heads3": spread(1, 2, 3, 4, start=110),
    "columns": spread(1, 4, 9),
    "theta": spread(2, 2, 3),
    "gates3": spread(9, 3),
    "gates4": spread(12, 3),
    "nine": spread(9),
    "tbc": spread(2, 6, 4),
    "seq": spread(2, 4, 6),
    "image": spread(2, 4, 6, 6),
    "photo": spread(1, 6, 6, 3),
    "volume": spread(1, 4, 4, 4, 4),
    "boxes": spread(3, 4),
    "filter": spread(3, 3, 3, 2),
    "film": spread(1, 2, 6, 6, 3),
    "flow": spread(2, 6, 6, 2),
    "kernel1": spread(4, 4, 3, start=7),
    "kernel2": spread(4, 4, 3, 3, start=7),
    "kernel3": spread(4, 4, 2, 2, 2, start=7),
    "single": [0.25],
    "four": spread(4, start=21),
    "four2": spread(4, start=31),
    "index": [0, 2, 1],
    "rows": [0, 2],
    "segments": [0, 1, 1],
    "corner": [[0, 2], [1, 0]],
    "small": spread(2, 2),
    "classes": [[0, -1, 1], [2, -1, 0], [1, -1, 2]],
    "index2": [[0, 2, 1], [1, 0, 2], [2, 1, 0]],
    "pivots": [1, 2, 3],
    "signs": [1, -1, 1],
    "labels": [0, 2, 1, 2],
    "targets": [[1, 2], [2, 1], [1, 3], [3, 2]],
    "lengths": [2, 2, 2, 2],
    "lengths2": [1, 1, 1, 1],
    "mask": [True, False, True],
    "mask2": [[True, False, True], [False, True, True], [True, True, False]],
}

# How a function of unknown arguments is called, in this order, until a call lets the gradient flow.
GUESSES = (
    "vec",
    "mat",
    "vec, vec2",
    "mat, mat2",
    "spd",
    "photo",
    "batch",
    "seq",
    "[vec, vec2]",
    "[vec, vec2], 0",
    "vec, 0.5",
    "vec, 2",
    "mat, 2",
    "mat, 0",
    "vec, index",
    "mat, index",
    "vec, mask",
    "vec, 0.2, 0.8",
    "vec, vec2, vec3",
    "mat, vec",
    "spd, mat",
    "lower, mat",
    "mask, vec, vec2",
    "[2], vec",
    "(3,), vec",
    "(3,), vec, vec2",
    "(3,), (1, 2), vec",
    "[3, 3], [1, 2], mat",
    "photo, 0.2",
    "photo, (2, 2)",
    "photo, 3",
    "vec, (3, 1)",
    "mat, (9,)",
    "mat, [[1, 1], [0, 0]]",
    "long, 8, 4",
    "vec, 1, 2",
    "vec6, 3",
    "vec, (2, 3)",
    "vec, segments",
    "[vec, vec2], vec3",
)


def fill(text: str, value: Callable[[str, int | None, bool], Any]) -> tuple[list[Any], dict[str, Any]]:
    """The positional and keyword arguments of `text`.

    `value(name, position, fixed)` supplies what a name stands for; position is None for a keyword.
    """
    call = ast.parse(f"call({text})", mode="eval").body
    assert isinstance(call, ast.Call)

    def build(node: ast.expr, position: int | None) -> Any:
        match node:
            case ast.Name(id=name):
                return value(name, position, False)
            case ast.Attribute(value=ast.Name(id="const"), attr=name):
                return value(name, position, True)
            case ast.List(elts=items):
                return [build(item, position) for item in items]
            case ast.Tuple(elts=items):
                return tuple(build(item, position) for item in items)
            case _:
                return ast.literal_eval(node)

    args = [build(node, position) for position, node in enumerate(call.args)]
    return args, {keyword.arg or "": build(keyword.value, None) for keyword in call.keywords}


def flat(value: Any) -> Iterator[Any]:
    """The leaves of nested lists, tuples and dictionaries, in order."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, (list, tuple)):
        for item in value:
            yield from flat(item)
    else:
        yield value
