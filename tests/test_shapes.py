"""Shapes are what NumPy says; where a size is not known, nothing is said that NumPy could contradict."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from gradlint.analysis.domain import shapes
from gradlint.analysis.domain.values import Shape

SIZES = st.lists(st.sampled_from([0, 1, 2, 3, 4]), max_size=4).map(tuple)
HIDDEN = st.lists(st.booleans(), min_size=4, max_size=4)
AXIS = st.integers(-5, 5)


def hide(shape: tuple[int, ...], hidden: list[bool]) -> Shape:
    """The same shape with some sizes unknown."""
    return tuple(None if gone else each for each, gone in zip(shape, hidden))


def agrees(told: Callable[[], Shape | None], real: Callable[[], Any]) -> None:
    """What is told of the result holds, and what is said to raise does."""
    try:
        shape = np.shape(real())
    except (ValueError, np.exceptions.AxisError):
        shape = None
    try:
        claimed = told()
    except shapes.Clash:
        assert shape is None
        return
    if claimed is not None and shape is not None:
        assert len(claimed) == len(shape)
        assert all(each is None or each == there for each, there in zip(claimed, shape)), (claimed, shape)


@given(SIZES, SIZES, HIDDEN, HIDDEN)
def test_broadcasting(
    left: tuple[int, ...], right: tuple[int, ...], one: list[bool], two: list[bool]
) -> None:
    agrees(
        lambda: shapes.broadcast(hide(left, one), hide(right, two)),
        lambda: np.broadcast(np.zeros(left), np.zeros(right)),
    )


@given(SIZES, SIZES)
def test_what_is_known_whole_is_told_whole(left: tuple[int, ...], right: tuple[int, ...]) -> None:
    try:
        wanted: tuple[int, ...] | None = np.broadcast_shapes(left, right)
    except ValueError:
        wanted = None
    try:
        assert shapes.broadcast(left, right) == wanted
    except shapes.Clash:
        assert wanted is None


@given(SIZES, SIZES, HIDDEN, HIDDEN)
def test_products(left: tuple[int, ...], right: tuple[int, ...], one: list[bool], two: list[bool]) -> None:
    agrees(lambda: shapes.matmul(hide(left, one), hide(right, two)), lambda: np.zeros(left) @ np.zeros(right))


@given(SIZES, st.lists(st.sampled_from([-1, 0, 1, 2, 3, 4, 6, 8, 12]), max_size=4).map(tuple), HIDDEN)
def test_reshaping(shape: tuple[int, ...], wanted: tuple[int, ...], hidden: list[bool]) -> None:
    agrees(lambda: shapes.reshape(hide(shape, hidden), wanted), lambda: np.zeros(shape).reshape(wanted))


@given(SIZES, st.one_of(st.none(), st.lists(AXIS, max_size=3, unique=True)), st.booleans(), HIDDEN)
def test_reductions(shape: tuple[int, ...], axes: list[int] | None, keep: bool, hidden: list[bool]) -> None:
    over = None if axes is None else tuple(axes)
    agrees(
        lambda: shapes.reduce(hide(shape, hidden), axes, keep),
        lambda: np.zeros(shape).sum(axis=over, keepdims=keep),
    )


@given(SIZES, st.lists(AXIS, max_size=4), AXIS, AXIS, HIDDEN)
def test_rearranging(
    shape: tuple[int, ...], order: list[int], one: int, two: int, hidden: list[bool]
) -> None:
    partly = hide(shape, hidden)
    agrees(lambda: shapes.transpose(partly), lambda: np.zeros(shape).T)
    agrees(lambda: shapes.transpose(partly, order), lambda: np.zeros(shape).transpose(tuple(order)))
    agrees(lambda: shapes.swap(partly, one, two), lambda: np.zeros(shape).swapaxes(one, two))
    agrees(lambda: shapes.insert(partly, one), lambda: np.expand_dims(np.zeros(shape), one))


@given(st.lists(st.tuples(SIZES, HIDDEN), max_size=3), AXIS)
def test_joining(parts: list[tuple[tuple[int, ...], list[bool]]], axis: int) -> None:
    agrees(
        lambda: shapes.concatenate([hide(*each) for each in parts], axis),
        lambda: np.concatenate([np.zeros(shape) for shape, _ in parts], axis),
    )
