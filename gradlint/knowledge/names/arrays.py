"""Attributes and methods of arrays, whichever framework they belong to."""

from __future__ import annotations

from gradlint.knowledge.names.checked import names

ONE_VALUED_METHODS = names(
    "torch.Tensor jax.Array torch.autograd",
    "sum mean view view_as reshape expand expand_as contiguous clone t transpose permute squeeze "
    "unsqueeze float double half bfloat16 to type type_as astype copy neg mul div add sub matmul mm "
    "bmm dot masked_fill masked_fill_ clamp clamp_ exp log sqrt rsqrt pow abs sign sin cos tan tanh "
    "sigmoid relu detach sum_to_size flatten ravel mul_ add_ neg_ div_ sub_ zero_ cpu cuda prod "
    "cumsum conj real imag repeat index_select gather scatter scatter_add logical_not eq ne gt lt ge "
    "le softmax log_softmax cast",
)
FORM_OF_AN_ARRAY = names(
    "torch.Tensor jax.Array jax.core.Tracer",
    "shape dtype device ndim size numel dim layout is_contiguous requires_grad stride itemsize "
    "nbytes get_device new_zeros new_ones new_empty new_full new_tensor is_cuda element_size names "
    "is_sparse aval sharding",
)
"""What can be asked of an array without reading its numbers."""
PLAIN_ATTRIBUTES = names(
    "torch.Tensor jax.Array tensorflow.Variable tensorflow",
    "dtype device ndim is_cuda layout name itemsize nbytes requires_grad is_leaf grad_fn is_sparse "
    "trainable dim rank names weak_type sharding",
)
VIEW_ATTRIBUTES = names("torch.Tensor", "T mT H mH real imag")
METHODS_OF_UNKNOWNS = names(
    "torch.Tensor torch.nn.Module jax.lax tensorflow.GradientTape",
    "detach detach_ item numpy tolist argmax argmin argsort backward long int round floor ceil sign cpu "
    "cuda to float double half sum mean view reshape squeeze unsqueeze size numel dim parameters "
    "stop_gradient gradient abs neg pow square sqrt rsqrt log1p exp clamp masked_fill "
    "register_forward_hook register_forward_pre_hook",
)
"""Methods that mean the same on whatever tensor the unknown turns out to be."""
ARRAY_METHODS = names(
    "torch.Tensor jax.Array",
    "item tolist astype any all prod cumsum flatten ravel reshape max min dot",
)
"""Methods by which an argument of a traced function shows that it is an array."""
INTEGER_TYPES = names("torch", "int8 int16 int32 int64 uint8 uint16 uint32 uint64 int long short")
