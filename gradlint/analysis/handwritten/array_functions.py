"""Which functions and methods give one array, several, or zeros, by their names."""

from __future__ import annotations

import libcst as cst

from gradlint.analysis.project.canonical_names import dotted

ZEROS = frozenset("zeros zeros_like new_zeros zeros_tensor zero_from_primal zero_from_value".split())
WRAPPERS = frozenset("array asarray constant convert_to_tensor tensor as_tensor float32 float64".split())
"""Functions that make an array of a number."""
SEVERAL = frozenset(
    "split chunk unbind tensor_split topk sort svd qr eigh eig lu slogdet unique meshgrid "
    "broadcast_tensors grad nonzero where unstack max min median mode kthvalue cummax cummin frexp "
    "array_split hsplit vsplit dsplit vjp jvp linearize value_and_grad tree_map map cond scan while_loop "
    "switch gradient apply var_mean std_mean aminmax lstsq custom_vjp custom_jvp jit vmap checkpoint "
    "tree_flatten tree_unflatten tree_leaves nest atleast_1d atleast_2d fori_loop broadcast_arrays "
    "moments polyfit modf divmod pad_sequence vmap_apply pure_callback".split()
)
"""Library functions that may give more than one array, or whatever a function given to them gives."""
ONE_VALUED_METHODS = frozenset(
    "sum mean view view_as reshape expand expand_as contiguous clone t transpose permute squeeze "
    "unsqueeze float double half bfloat16 to type type_as astype copy neg mul div add sub matmul mm bmm "
    "dot masked_fill masked_fill_ clamp clamp_ exp log sqrt rsqrt pow abs sign sin cos tan tanh sigmoid "
    "relu detach sum_to_size flatten ravel mul_ add_ neg_ div_ sub_ zero_ cpu cuda prod cumsum conj real "
    "imag repeat index_select gather scatter scatter_add logical_not eq ne gt lt ge le softmax "
    "log_softmax cast".split()
)
LIBRARIES = (
    "torch.",
    "jax.numpy.",
    "jax.nn.",
    "jax.lax.",
    "numpy.",
    "tf.",
    "scipy.",
    "jax.scipy.",
    "keras.ops.",
)


def is_operation(name: str, arguments: int) -> bool:
    short = name.rpartition(".")[2]
    if short == "where" and arguments > 1:
        return True  # only where(condition) gives the places, as a tuple
    return short not in SEVERAL and not short[:1].isupper() and not name.startswith("torch.autograd.")


def mentions_zeros(node: cst.BaseExpression) -> bool:
    return any("zero" in name for name in (dotted(node) or "").split("."))
