"""NumPy."""

from __future__ import annotations

from gradlint.knowledge.names.checked import names

NUMPY_FACTORIES = names("numpy", "zeros ones empty full arange linspace eye identity logspace")
NUMPY_CONVERSIONS = names(
    "numpy tensorflow.experimental.numpy",
    "array asarray asanyarray ascontiguousarray asfortranarray copy float32 float64 float16 float_ "
    "double int32 int64 asscalar",
)
NUMPY_PLAIN = names(
    "numpy",
    "shape ndim size result_type dtype issubdtype iscomplexobj isrealobj isscalar finfo iinfo",
)
NUMPY_CHOOSING = names(
    "numpy numpy.random.Generator",
    "argmax argmin argsort argwhere nonzero digitize searchsorted unique bincount histogram "
    "count_nonzero round around rint floor ceil trunc fix sign isnan isfinite isinf allclose "
    "array_equal isclose greater less equal logical_and logical_or logical_not any all choice "
    "multinomial shuffle permutation",
)
TAKE_SEVERAL_ARRAYS = names(
    "numpy",
    "stack concatenate vstack hstack dstack column_stack block array asarray meshgrid broadcast_arrays",
)
FILLED_ARRAYS = names("numpy", "zeros ones empty full zeros_like ones_like empty_like")
