"""JAX and its libraries of layers."""

from __future__ import annotations

from gradlint.knowledge.names.checked import names

JAX_FACTORIES = names("jax.numpy", "zeros ones full arange linspace eye empty identity tri")
JAX_PLAIN = names(
    "jax.numpy jax jax.lax",
    "shape ndim size result_type devices device_count local_device_count issubdtype isdtype can_cast "
    "iscomplexobj isrealobj isscalar iterable axis_size broadcast_shapes process_index process_count",
)
"""What can be told of a tracer without its numbers: Python values, which a branch may test."""
JAX_COMPUTES = ("jax.numpy.", "jax.lax.", "jax.nn.", "jax.scipy.", "jax.ops.", "jax.image.")
"""Where a function computes arrays from arrays. What the rest of JAX gives, above all its private parts, is open."""
DATA_DEPENDENT_SHAPES = names("jax.numpy", "nonzero unique where argwhere flatnonzero unique_values")
"""Functions whose result has as many elements as the values say."""
COUNTS = {
    "jax.nn.one_hot": (1, "num_classes"),
    "jax.numpy.tile": (1, "reps"),
    "jax.numpy.repeat": (1, "repeats"),
    "jax.numpy.split": (1, "indices_or_sections"),
    "jax.numpy.array_split": (1, "indices_or_sections"),
    "jax.numpy.pad": (1, "pad_width"),
    "jax.lax.top_k": (1, "k"),
    "jax.lax.dynamic_slice": (2, "slice_sizes"),
    "jax.ops.segment_sum": (2, "num_segments"),
    "jax.ops.segment_max": (2, "num_segments"),
    "jax.ops.segment_min": (2, "num_segments"),
    "jax.ops.segment_prod": (2, "num_segments"),
}
"""Functions that need a plain number (or several) to know how large their result is, and where they take it."""
LENGTH_BESIDE = {"jax.numpy.repeat": "total_repeat_length"}
"""An argument that says how large the result is, whatever the counts."""
JAX_ACTIVATIONS = names(
    "jax.nn",
    "celu elu gelu glu hard_sigmoid hard_silu hard_swish hard_tanh leaky_relu log_sigmoid log_softmax "
    "logsumexp relu relu6 selu sigmoid silu soft_sign softmax softplus standardize swish tanh",
)
"""Functions that libraries of layers have taken over from JAX."""
ONE_ARRAY_LAYERS = names(
    "equinox.nn flax.linen haiku torch.nn flax.nnx",
    "Dense DenseGeneral Linear LinearGeneral Conv ConvTranspose ConvLocal Conv1d Conv2d Conv3d "
    "ConvTranspose1d ConvTranspose2d ConvTranspose3d Conv1D Conv2D Conv3D Conv2DTranspose Einsum "
    "LayerNorm RMSNorm GroupNorm InstanceNorm Dropout Embed Embedding MLP PReLU Identity Bilinear "
    "WeightNorm MultiHeadDotProductAttention MultiHeadAttention SelfAttention MultiheadAttention "
    "AvgPool1d AvgPool2d AvgPool3d MaxPool1d MaxPool2d MaxPool3d",
)
"""Layers that give one array for one array."""
JAX_LAYERS_WITHOUT_WEIGHTS = names(
    "equinox.nn",
    "Dropout Identity Lambda AvgPool1d AvgPool2d AvgPool3d MaxPool1d MaxPool2d MaxPool3d",
)
JAX_CLASSES_THAT_ARE_NO_LAYERS = names(
    "flax.nnx flax.linen keras.optimizers",
    "Module Rngs RngStream Optimizer ModelAndOptimizer MultiMetric Metric State GraphDef Object "
    "Pytree TrainState MultiOptimizer StateAxes DiffState Partitioned LogicallyPartitioned Carry",
)
SHAPE_FIRST = names(
    "jax.random", "normal uniform randint gumbel exponential laplace logistic cauchy rademacher bits"
)
"""Draws that take the key and then the shape."""
SHAPE_NAMED = names("jax.random", "bernoulli truncated_normal categorical gamma beta poisson choice")
"""Draws whose result has the shape that is given by name."""
DRAWS = names("jax.random", "normal uniform truncated_normal orthogonal ball")
"""Draws that weights begin with."""
PERIODIC = names("jax.numpy", "sin cos")
PRODUCTS = names("jax.numpy", "dot matmul einsum tensordot")
NNX_VARIABLES = names("flax.nnx", "Variable BatchStat Cache Intermediate RngState RngKey RngCount")
"""What nnx keeps and does not train."""
TRACERS = names(
    "",
    "jax.jit jax.vmap jax.pmap jax.checkpoint equinox.filter_jit equinox.filter_vmap "
    "equinox.filter_pmap equinox.filter_checkpoint flax.nnx.jit flax.nnx.vmap flax.nnx.remat "
    "jax.shard_map jax.experimental.shard_map.shard_map",
)
PURE_TRACERS = names("", "jax.jit jax.pmap equinox.filter_jit")
"""Functions under these change nothing outside; nnx.jit writes back into its arguments."""
COLLECTIVES = names("jax.lax", "pmean psum psum_scatter all_gather ppermute all_to_all pmax pmin")
