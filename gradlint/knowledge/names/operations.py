"""Operations by what they do to numbers, as the nodes of the graph name them: of all frameworks, and our own."""

from __future__ import annotations

from typing import Final, Literal

from gradlint.knowledge.names.checked import Names, names


class Op:
    """Operations that the engine asks for by name. Those that it has made itself come first."""

    AND: Final = "and"
    ARGUMENT: Final = "argument"
    CALL: Final = "call"
    COMPARISON: Final = "comparison"
    EITHER: Final = "either"
    GRADIENT: Final = "gradient"
    MODULE_NAME: Final = "__name__"
    NUMBER: Final = "number"
    ROW: Final = "row"
    SCALED: Final = "scaled"
    UNKNOWN: Final = "unknown"
    VARYING: Final = "varying"
    LOG_SOFTMAX_LAYER: Final = "LogSoftmax"
    IADD: Final = "__iadd__"
    SETITEM: Final = "__setitem__"
    ABS: Final = "abs"
    ADD: Final = "add"
    APPLY_GRADIENTS: Final = "apply_gradients"
    APPLY_UPDATES: Final = "apply_updates"
    ASTYPE: Final = "astype"
    AT_GET: Final = "at.get"
    BOOL: Final = "bool"
    CAST: Final = "cast"
    CONSTANT: Final = "constant"
    CONTIGUOUS: Final = "contiguous"
    CPU: Final = "cpu"
    CUDA: Final = "cuda"
    CUSTOM_GRADIENT: Final = "custom_gradient"
    DATA_ATTRIBUTE: Final = "data"
    DEEPCOPY: Final = "deepcopy"
    DETACH: Final = "detach"
    DIV: Final = "div"
    DIV_INPLACE: Final = "div_"
    DIVIDE: Final = "divide"
    DOUBLE: Final = "double"
    EQ: Final = "eq"
    EXPAND: Final = "expand"
    EXPAND_AS: Final = "expand_as"
    FLOAT: Final = "float"
    FROM_NUMPY: Final = "from_numpy"
    ALL_GATHER: Final = "all_gather"
    GATHER: Final = "gather"
    FUNCTIONAL_CALL: Final = "functional_call"
    GET_LAYER: Final = "get_layer"
    GET_UNSCALED_GRADIENTS: Final = "get_unscaled_gradients"
    GET_WEIGHTS: Final = "get_weights"
    GETITEM: Final = "getitem"
    GRAD: Final = "grad"
    GT: Final = "gt"
    IDENTITY: Final = "identity"
    INPUT: Final = "Input"
    INT: Final = "int"
    ITEM: Final = "item"
    LINEAR_WEIGHTS: Final = "torch.nn.Linear"
    LAYER_WEIGHTS: Final = "weights of a layer"
    LERP: Final = "lerp"
    LINEAR: Final = "linear"
    LOG_PROB: Final = "log_prob"
    LOG_SOFTMAX: Final = "log_softmax"
    LOGICAL_AND: Final = "logical_and"
    LOGICAL_NOT: Final = "logical_not"
    LT: Final = "lt"
    MATMUL: Final = "matmul"
    MEAN: Final = "mean"
    MUL: Final = "mul"
    MUL_INPLACE: Final = "mul_"
    MULTIPLY: Final = "multiply"
    NE: Final = "ne"
    NEG: Final = "neg"
    NUMPY_ARRAY: Final = "numpy.array"
    NUMPY_ASARRAY: Final = "numpy.asarray"
    NUMPY_RANDOM_RANDOMSTATE: Final = "numpy.random.RandomState"
    NUMPY_RANDOM_DEFAULT_RNG: Final = "numpy.random.default_rng"
    ONE_HOT: Final = "one_hot"
    POW: Final = "pow"
    SCALE_LOSS: Final = "scale_loss"
    SOFTMAX: Final = "softmax"
    SQUARE: Final = "square"
    SQUEEZE: Final = "squeeze"
    STACK_MODULE_STATE: Final = "stack_module_state"
    STACK: Final = "stack"
    SUB: Final = "sub"
    SUM: Final = "sum"
    TF_VARIABLE: Final = "tf.Variable"
    TO: Final = "to"
    TOPK: Final = "topk"
    TORCH_NN_PARAMETER: Final = "torch.nn.Parameter"
    TORCH_TENSOR: Final = "torch.tensor"
    TRAIN: Final = "train"
    TRUE_DIVIDE: Final = "true_divide"
    TYPE: Final = "type"
    UNSQUEEZE: Final = "unsqueeze"
    ZEROS: Final = "zeros"
    ZEROS_LIKE: Final = "zeros_like"


OWN_NODES = frozenset({"optax.update", "peft.adapter"})
"""Names of gradlint's own that read as if a library had them."""
OWN = frozenset(
    {
        Op.AND,
        Op.ARGUMENT,
        Op.CALL,
        Op.COMPARISON,
        Op.EITHER,
        Op.GRADIENT,
        Op.INPUT,
        Op.LAYER_WEIGHTS,
        Op.MODULE_NAME,
        Op.NUMBER,
        Op.ROW,
        Op.SCALED,
        Op.UNKNOWN,
        Op.VARYING,
    }
)
"""Operations that no library knows."""
ZERO_MAKERS = names(
    "torch torch.Tensor jax.custom_derivatives", "zeros zeros_like new_zeros zero_from_primal"
)
ARRAY_WRAPPERS = names(
    "torch tensorflow jax.numpy",
    "array asarray constant convert_to_tensor tensor as_tensor float32 float64",
)
"""Functions that make an array of a number."""
MAY_GIVE_SEVERAL = names(
    "torch jax keras.ops jax.numpy jax.tree_util tensorflow torch.nn.utils.rnn flax.linen.Module",
    "split chunk unbind tensor_split topk sort svd qr eigh eig lu slogdet unique meshgrid "
    "broadcast_tensors grad nonzero where unstack max min median mode kthvalue cummax cummin frexp "
    "array_split hsplit vsplit dsplit vjp jvp linearize value_and_grad tree_map map cond scan "
    "while_loop switch gradient apply var_mean std_mean aminmax lstsq custom_vjp custom_jvp jit vmap "
    "checkpoint tree_flatten tree_unflatten tree_leaves nest atleast_1d atleast_2d fori_loop "
    "broadcast_arrays moments polyfit modf divmod pad_sequence pure_callback",
)
"""Library functions that may give more than one array, or whatever a function given to them gives."""
USES_ONLY_THE_FORM = names(
    "torch torch.Tensor builtins tensorflow tensorflow.Tensor haiku",
    "zeros_like ones_like empty_like full_like rand_like randn_like isinstance len type hasattr "
    "shape ndim size result_type is_tensor rank get_shape eval_shape",
)
"""Functions that only look at the form of their arguments."""
KEEPS_DTYPE = names(
    "torch numpy torch.Tensor operator own",
    "row zeros_like ones_like full_like empty_like copy reshape ravel flatten getitem squeeze transpose "
    "clone detach view asarray asanyarray ascontiguousarray __setitem__",
)
MAKES_INTEGERS = names(
    "torch numpy numpy.random.Generator",
    "array asarray asanyarray arange zeros ones full astype tensor randint integers as_tensor",
)
COPYING = names(
    "torch jax.numpy torch.Tensor copy",
    "copy clone deepcopy array flatten astype to double float tensor tile repeat empty_like",
)
SHARES_MEMORY = names(
    "torch torch.Tensor numpy",
    "detach view view_as reshape ravel asarray asanyarray numpy squeeze transpose swapaxes "
    "from_numpy as_tensor",
)
"""Functions and methods that show the same memory."""
PYTHON_ARITHMETIC = names("torch", "add sub mul div pow neg remainder floor_divide")
KEEPS_SHAPE = names(
    "torch torch.nn.functional keras.ops torch.Tensor tensorflow.math",
    "abs exp log sin cos tan tanh sigmoid sqrt rsqrt square relu gelu elu selu softplus softmax "
    "log_softmax silu leaky_relu sign round floor ceil trunc clamp clip neg reciprocal log1p expm1 "
    "erf detach clone identity stop_gradient float double half long int bool to cpu cuda contiguous "
    "softsign logsigmoid log_sigmoid sort cumsum cumprod flip roll zeros_like ones_like rand_like "
    "randn_like full_like empty_like normalize dropout log2 log10 asin acos atan sinh cosh arcsin "
    "arccos arctan nan_to_num type cast hardtanh relu6 mish asinh acosh atanh arcsinh arccosh arctanh "
    "swish hard_sigmoid hard_silu hard_tanh hardswish celu erfc erfinv exp2 lgamma sinc logit l2_normalize",
)
BROADCASTING = names(
    "torch jax.numpy tensorflow.math",
    "add sub subtract mul multiply div divide true_divide pow power maximum minimum atan2 where fmod "
    "remainder floor_divide squared_difference hypot logaddexp",
)
REDUCTIONS = names(
    "torch tensorflow tensorflow.math jax.numpy",
    "sum mean prod max min amax amin std var norm logsumexp any all argmax argmin median nansum "
    "nanmean reduce_sum reduce_mean reduce_prod reduce_max reduce_min reduce_std reduce_variance "
    "reduce_logsumexp reduce_any reduce_all average count_nonzero mode",
)
MATRIX_PRODUCTS = names("torch", "matmul mm bmm mv dot")
RETURN_LISTS = names(
    "torch jax.numpy tensorflow tensorflow.nn",
    "split unstack array_split hsplit vsplit dsplit meshgrid broadcast_arrays moments qr eig slogdet "
    "nonzero lu histogram unique_with_counts broadcast_tensors",
)
"""Operations that give several arrays."""
BOOLEAN = names(
    "torch tensorflow.math",
    "isnan isfinite isinf isreal logical_and logical_or logical_not logical_xor equal not_equal "
    "greater less greater_equal less_equal eq ne gt lt ge le isclose signbit is_nan is_finite is_inf",
)
WANT_ONE_DTYPE = names("torch", "where select maximum minimum fmax fmin add subtract multiply")
"""Operations on two arrays that bring both to one dtype."""
MAKE_FLOATS = names(
    "torch jax.numpy",
    "acos acosh angle arccos arccosh arcsin arcsinh arctan arctan2 arctanh asin asinh atan atan2 "
    "atanh average cbrt copysign corrcoef cos cosh cov deg2rad degrees divide exp exp2 expm1 fabs "
    "float_power gradient heaviside hypot i0 ldexp log log10 log1p log2 logaddexp logaddexp2 mean "
    "median nanmean nanmedian nanpercentile nanstd nanvar percentile quantile rad2deg radians rint "
    "roots sin sinc sinh sqrt std tan tanh trapezoid true_divide var sigmoid erf erfc rsqrt "
    "reciprocal softmax log_softmax",
)
"""Functions whose result is a floating-point number for integers as well."""
SEVERAL_WITH_DIM = names("torch", "max min median mode nanmedian")
ON_THE_WAY_TO_A_TARGET = names(
    "torch torch.Tensor operator jax.numpy tensorflow",
    "exp sub neg sum squeeze clamp mul stack view reshape getitem unsqueeze cat div minimum flatten "
    "take_along_axis concatenate clip reduce_sum gather expand_dims",
)
BOUNDING = names("jax.nn jax.numpy", "softplus exp sigmoid tanh")
"""Functions that keep a weight within bounds, whatever a step makes of it."""
SAME_NUMBERS = names(
    "torch torch.Tensor operator own",
    "squeeze unsqueeze view reshape getitem flatten detach either",
)
AXIS_MAKERS = names("torch.Tensor tensorflow operator", "unsqueeze expand_dims getitem reshape view")
SIGNED_SUMS = names("torch.Tensor", "add sub neg __iadd__ add_")
DRAWS = names(
    "torch torch.distributions.Normal torch.nn.functional own",
    "sample rsample multinomial bernoulli dropout gumbel_softmax normal poisson unknown",
)
COUNTED = names("torch tensorflow", "arange zeros ones eye range linspace")
"""What is the same wherever it is written with the same words."""
DISTANCES_FROM_ZERO = names("torch torch.nn.functional", "square pow abs norm mse_loss l1_loss")
"""What measures how far two things are apart: of equal ones, zero is the answer that was asked for."""
PRODUCTS = names(
    "torch torch.nn torch.nn.functional",
    "matmul mul mm bmm linear Linear conv1d conv2d conv3d Conv1d Conv2d Conv3d",
)
WITH_A_BIAS = names("torch.nn torch.nn.functional", "linear Linear conv1d conv2d conv3d Conv1d Conv2d Conv3d")
"""Products with a weight, to which a bias may be added."""
SAME_UP_TO_SIGN = names(
    "torch.Tensor operator",
    "T mT t transpose view reshape getitem to float neg permute unsqueeze squeeze clone contiguous",
)
LINEAR = names(
    "torch torch.Tensor tensorflow jax.numpy operator own",
    "add add_n sub neg sum mean reduce_sum reduce_mean stack cat concat concatenate reshape view "
    "squeeze getitem either identity item array __iadd__ add_ sub_ to float cast astype",
)
NEARLY_LINEAR = (
    names(
        "torch torch.Tensor",
        "mul div mul_ div_ multiply divide neg abs t T transpose permute clone pow square",
    )
    | LINEAR
)
"""Operations that leave a value what it was, but for its scale or form."""
CHOOSING = names("torch", "min max minimum maximum amin amax where")
"""Each of the results is one of the operands."""
SCALING = names("torch.Tensor", "mul div mul_ div_ multiply divide")
ADDING = names("torch.Tensor tensorflow", "add add_n __iadd__ add_ sum stack")
COMBINES_CONDITIONS = names(
    "torch.Tensor own",
    "add sub mul multiply and __and__ bitwise_and logical_and float to type either",
)
HANDED_ON = names(
    "torch.Tensor keras.ops own",
    "detach stop_gradient clone copy identity to float argument array",
)
SPREADS = names("torch.Tensor tensorflow", "unsqueeze expand_dims expand repeat broadcast_to tile")
PAIRWISE_DISTANCES = names("torch", "cdist pdist dist pairwise_distance")
"""Between unit vectors they are at most 2."""
TURNS = names("torch.Tensor", "transpose permute t T mT swapaxes")
CARRIED = names("tensorflow torch own", "either argument identity convert_to_tensor neg")
"""What hands on the same numbers, or all of them with the other sign."""
DIVISIONS = names("torch.Tensor", "div div_ true_divide divide")
SAVING = names("torch", "mul div pow matmul mm bmm")
JOINING = names("torch", "stack cat concat concatenate vstack hstack dstack")
"""Operations that use every element of a list."""
CHANGES_A_GRADIENT = names(
    "torch",
    "clamp clip clamp_min clamp_max nan_to_num mul div add sub masked_fill renorm multiply divide fmod where",
)
"""Methods that give a changed copy."""
PIECEWISE_LINEAR = names(
    "torch.nn torch.nn.functional",
    "ReLU LeakyReLU ReLU6 Hardtanh PReLU RReLU relu leaky_relu relu6 hardtanh prelu",
)
LINEAR_LAYERS_AND_OPERATIONS = names(
    "torch torch.nn flax.nnx torch.nn.functional operator own",
    "Linear Conv1d Conv2d Conv3d Flatten Identity Dropout linear add sub neg sum mean getitem "
    "reshape view flatten squeeze unsqueeze cat stack transpose permute either conv1d conv2d matmul "
    "clone identity",
)
PARTS = names(
    "torch torch.Tensor operator",
    "getitem unbind chunk split select narrow view reshape squeeze unsqueeze clone",
)
WEIGHTED_SUMS = names("torch torch.Tensor own", "add add_ either mul div neg")
ADDS_A_CONSTANT = names("torch torch.Tensor", "add sub clamp clamp_min add_ maximum")
RANDOM_IN_FORWARD = names(
    "torch.nn torch torch.nn.functional torch.distributions.Normal",
    "Dropout Dropout1d Dropout2d Dropout3d AlphaDropout FeatureAlphaDropout dropout dropout1d "
    "dropout2d alpha_dropout torch.rand torch.randn torch.rand_like torch.randn_like torch.bernoulli "
    "bernoulli rrelu RReLU gumbel_softmax torch.normal normal sample",
)
UPDATES = names("torch equinox", "sub subtract add apply_updates")
MAKES_ARRAYS = names(
    "torch tensorflow jax.numpy",
    "tensor arange full zeros ones Variable constant array asarray as_tensor empty",
)
ROUNDING = names("torch jax.numpy", "round floor ceil trunc fix rint around floor_ round_ ceil_ trunc_")
WRITTEN_OUT = names(
    "torch tensorflow jax.scipy.special",
    "log log1p exp sum reduce_sum sigmoid expit softmax add sub neg div divide truediv true_divide",
)
"""The operations that the formulas are made of. A relative (log2, mean, a layer) computes something else."""
Kind = Literal[
    "",
    "abs",
    "add",
    "sub",
    "mul",
    "div",
    "reciprocal",
    "pow",
    "neg",
    "square",
    "squared_difference",
    "sqrt",
    "rsqrt",
    "log",
    "log1p",
    "exp",
    "expm1",
    "acos",
    "asin",
    "atanh",
    "acosh",
    "xlogy",
    "atan2",
    "tanh",
    "sin",
    "cos",
    "sigmoid",
    "softmax",
    "log_softmax",
    "log_sigmoid",
    "softplus",
    "relu",
    "normalize",
    "cosine",
    "clamp",
    "max",
    "min",
    "where",
    "masked_fill",
    "sum",
    "extreme",
    "norm",
    "std",
    "var",
    "dot",
    "filled",
    "and",
    "or",
    "not",
    "finite",
    "broken",
    "same",
    "piece",
    "comparison",
]
"""What an operation does, whatever it is called; "" for one that has no word here."""
SPELLINGS: dict[Kind, Names] = {
    "abs": names("jax.numpy", "abs absolute fabs"),
    "add": names("torch.Tensor tensorflow.math", "add __iadd__ add_ accumulate_n add_n"),
    "sub": names("torch.Tensor", "sub subtract sub_"),
    "mul": names("torch.Tensor", "mul multiply mul_"),
    "div": names("torch.Tensor tensorflow", "div divide true_divide truediv div_ realdiv"),
    "reciprocal": names("torch", "reciprocal reciprocal_"),
    "pow": names("torch.Tensor jax.numpy", "pow power float_power pow_"),
    "neg": names("torch", "neg negative"),
    "square": names("torch", "square square_"),
    "squared_difference": names("tensorflow.math", "squared_difference"),
    "sqrt": names("torch", "sqrt sqrt_"),
    "rsqrt": names("torch", "rsqrt rsqrt_"),
    "log": names("torch", "log log2 log10 log_"),
    "log1p": names("torch", "log1p"),
    "exp": names("torch", "exp exp2 exp_"),
    "expm1": names("torch", "expm1"),
    "acos": names("torch", "acos arccos"),
    "asin": names("torch", "asin arcsin"),
    "atanh": names("torch", "atanh arctanh"),
    "acosh": names("torch", "acosh arccosh"),
    "xlogy": names("torch", "xlogy"),
    "atan2": names("torch", "atan2 arctan2"),
    "tanh": names("torch torch.nn", "tanh Tanh"),
    "sin": names("torch", "sin"),
    "cos": names("torch", "cos"),
    "sigmoid": names("torch torch.nn torch.special keras.ops", "sigmoid Sigmoid expit hard_sigmoid"),
    "softmax": names("torch.nn torch", "softmax Softmax Softmax2d"),
    "log_softmax": names("torch torch.nn", "log_softmax LogSoftmax"),
    "log_sigmoid": names("torch.nn.functional torch.nn tensorflow.math", "logsigmoid log_sigmoid LogSigmoid"),
    "softplus": names("torch.nn.functional torch.nn", "softplus Softplus"),
    "relu": names("torch.nn.functional torch.nn", "relu ReLU relu_ ReLU6 relu6"),
    "normalize": names("torch.nn.functional tensorflow.math", "normalize l2_normalize"),
    "cosine": names("torch", "cosine_similarity"),
    "clamp": names(
        "torch torch.nn.functional tensorflow",
        "clamp clip clip_by_value clamp_ clip_ clamp_min clamp_max hardtanh",
    ),
    "max": names("torch", "maximum fmax"),
    "min": names("torch", "minimum fmin"),
    "where": names("torch", "where select"),
    "masked_fill": names("torch.Tensor", "masked_fill masked_fill_"),
    "sum": names("jax.numpy tensorflow", "sum reduce_sum mean reduce_mean nansum nanmean average cumsum"),
    "extreme": names("torch tensorflow", "max amax reduce_max min amin reduce_min"),
    "norm": names("torch tensorflow.math torch.linalg", "norm vector_norm reduce_euclidean_norm"),
    "std": names("torch tensorflow.math", "std reduce_std"),
    "var": names("torch tensorflow.math", "var reduce_variance"),
    "dot": names("torch", "dot inner vdot matmul mm bmm mv einsum tensordot"),
    "filled": names("torch", "nan_to_num"),
    "and": names("torch", "bitwise_and logical_and"),
    "or": names("torch", "bitwise_or logical_or"),
    "not": names("jax.numpy", "logical_not bitwise_not invert"),
    "finite": names("torch tensorflow.math", "isfinite is_finite"),
    "broken": names("torch tensorflow.math", "isnan isinf is_nan is_inf"),
    "same": names(
        "torch.Tensor tensorflow jax.numpy torch torch.nn tensorflow.raw_ops own",
        "reshape view squeeze unsqueeze expand_dims transpose permute t T mT swapaxes flatten ravel "
        "contiguous to float double half cast astype type array identity clone broadcast_to expand "
        "expand_as repeat tile view_as reshape_as convert_to_tensor cpu cuda movedim moveaxis "
        "unflatten Flatten detach stop_gradient copy squeeze_ unsqueeze_ ensure_shape Reshape "
        "tensor constant as_tensor asarray argument",
    ),
    "piece": names(
        "torch tensorflow torch.Tensor jax.numpy operator tensorflow.compat.v1 own",
        "getitem gather take take_along_axis take_along_dim index_select gather_nd batch_gather "
        "boolean_mask masked_select narrow diagonal diag_part diag triu tril sort roll flip unbind "
        "item row cat concat concatenate stack",
    ),
}
"""The names of each kind in all frameworks."""
