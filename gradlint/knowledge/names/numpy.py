"""NumPy."""

from __future__ import annotations

from gradlint.knowledge.names.checked import names

NUMPY_FACTORIES = names("numpy", "zeros ones empty full arange linspace eye identity logspace")
DRAWS_BY_SIZE = (
    names(
        "numpy.random",
        "random random_sample ranf sample standard_normal standard_exponential standard_cauchy rand randn",
    ),
    names(
        "numpy.random",
        "chisquare exponential geometric logseries pareto poisson power rayleigh standard_gamma standard_t "
        "weibull zipf choice",
    ),
    names(
        "numpy.random numpy.random.Generator",
        "beta binomial f gamma gumbel laplace logistic lognormal negative_binomial noncentral_chisquare normal "
        "uniform vonmises wald randint integers",
    ),
    names("numpy.random", "hypergeometric noncentral_f triangular"),
)
"""Draws by the place at which they take the size; one number is drawn where none is given, of one number each."""
NUMPY_CONVERSIONS = names(
    "numpy tensorflow.experimental.numpy",
    "array asarray asanyarray ascontiguousarray asfortranarray copy float32 float64 float16 float_ "
    "double int32 int64 asscalar",
)
KEEP_BOOLEANS = names(
    "numpy",
    "array asarray asanyarray ascontiguousarray asfortranarray copy concatenate stack vstack hstack dstack "
    "column_stack reshape ravel squeeze expand_dims transpose swapaxes moveaxis tile repeat roll flip fliplr flipud "
    "rot90 broadcast_to atleast_1d atleast_2d atleast_3d sort unique any all logical_and logical_or logical_not "
    "logical_xor bitwise_and bitwise_or bitwise_xor invert equal not_equal isnan isfinite isinf isclose isin take "
    "delete insert append maximum minimum diag triu tril diff pad ones_like zeros_like full_like empty_like",
)
"""Functions that make booleans of booleans."""
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
