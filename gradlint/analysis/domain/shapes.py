"""Constant shapes: what an operation makes of them, and when they cannot fit.

`None` for a whole shape means nothing is known; `None` for a dimension means that one is not.
"""

from __future__ import annotations

from collections.abc import Sequence as Seq
from math import prod

from gradlint.analysis.domain.values import Shape


class Clash(Exception):
    """The operation raises for these shapes, whatever the values."""


def size(shape: Shape | None) -> int | None:
    if shape is None:
        return None
    known = [each for each in shape if each is not None]
    return prod(known) if len(known) == len(shape) else None


def broadcast(left: Shape | None, right: Shape | None) -> Shape | None:
    if left is None or right is None:
        return None
    rank = max(len(left), len(right))
    one = (1,) * (rank - len(left)) + left
    two = (1,) * (rank - len(right)) + right
    found: list[int | None] = []
    for a, b in zip(one, two):
        if a is not None and b is not None and a != b and 1 not in (a, b):
            raise Clash
        found.append(b if a == 1 else a if b == 1 or b == a else a if b is None else b if a is None else None)
    return tuple(found)


def matmul(left: Shape | None, right: Shape | None) -> Shape | None:
    if left is None or right is None or not left or not right:
        return None
    inner_left = left[-1]
    inner_right = right[-2] if len(right) > 1 else right[0]
    if inner_left is not None and inner_right is not None and inner_left != inner_right:
        raise Clash
    head = left[:-1] if len(left) > 1 else ()
    tail = right[-1:] if len(right) > 1 else ()
    if len(left) <= 2 and len(right) <= 2:
        return head + tail
    batch = broadcast(left[:-2], right[:-2])
    if batch is None:
        return None
    return batch + (left[-2:-1] if len(left) > 1 else ()) + tail


def reshape(shape: Shape | None, wanted: Shape | None) -> Shape | None:
    if wanted is None:
        return None
    total = size(shape)
    if total is None or any(each is None for each in wanted):
        return tuple(None if each == -1 else each for each in wanted)
    fixed = prod(each for each in wanted if each is not None and each != -1)
    if -1 in wanted:
        if fixed == 0 or total % fixed:
            raise Clash
        return tuple(total // fixed if each == -1 else each for each in wanted)
    if fixed != total:
        raise Clash
    return wanted


def reduce(shape: Shape | None, axes: Seq[int] | None, keep: bool) -> Shape | None:
    """axes None means over all of them."""
    if axes is None:
        if keep:
            return None if shape is None else (1,) * len(shape)
        return ()
    if shape is None:
        return None
    dropped = {axis % len(shape) for axis in axes} if shape else set()
    if keep:
        return tuple(1 if i in dropped else each for i, each in enumerate(shape))
    return tuple(each for i, each in enumerate(shape) if i not in dropped)


def transpose(shape: Shape | None, order: Seq[int] | None = None) -> Shape | None:
    if shape is None:
        return None
    if order is None:
        return shape[::-1]
    if len(order) != len(shape) or any(not -len(shape) <= each < len(shape) for each in order):
        return None
    return tuple(shape[each] for each in order)


def swap(shape: Shape | None, one: int, two: int) -> Shape | None:
    if shape is None or not all(-len(shape) <= each < len(shape) for each in (one, two)):
        return None
    changed = list(shape)
    changed[one], changed[two] = changed[two], changed[one]
    return tuple(changed)


def insert(shape: Shape | None, axis: int) -> Shape | None:
    if shape is None:
        return None
    where = axis if axis >= 0 else len(shape) + 1 + axis
    return (*shape[:where], 1, *shape[where:])


def concatenate(parts: Seq[Shape | None], axis: int) -> Shape | None:
    known = [part for part in parts if part is not None]
    if len(known) != len(parts) or not known:
        return None
    rank = len(known[0])
    if any(len(part) != rank for part in known):
        if all(part not in ((0,), (None,)) for part in known):  # torch skips what has no elements
            raise Clash
        return None
    if not rank or not -rank <= axis < rank:
        return None
    axis %= rank
    total: int | None = 0
    for part in known:
        for i in range(rank):
            a, b = known[0][i], part[i]
            if i != axis and a is not None and b is not None and a != b:
                raise Clash
        length = part[axis]
        total = None if total is None or length is None else total + length
    first = known[0]
    return (*first[:axis], total, *first[axis + 1 :])
