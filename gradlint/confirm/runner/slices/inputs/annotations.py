"""What an annotation says about a value."""

from __future__ import annotations

import ast
import re

from ..locate.names import dotted
from .spec import BATCH, LENGTH, NETWORK, NONE, SIDE, WIDTH, Spec, code, literal, of_rank, sequence, tensor

_TENSOR = re.compile(
    r"(?:\w+\.)*(Tensor|Array|ndarray|ArrayLike|TensorLike|FloatTensor|Variable|KerasTensor|Parameter)"
)
_LONG = re.compile(r"(?:\w+\.)*(LongTensor|IntTensor)")
_AXES = {"b": BATCH, "batch": BATCH, "n": LENGTH, "t": LENGTH, "d": WIDTH, "c": WIDTH, "h": SIDE, "w": SIDE}
_JAXTYPING = {
    "Float": "float",
    "Float32": "float",
    "Shaped": "float",
    "Num": "float",
    "Int": "long",
    "Bool": "bool",
}
_SIMPLE = {
    "bool": literal(False),
    "float": literal(0.5),
    "complex": literal(0.5),
    "None": NONE,
    "Callable": NETWORK,
    "nn.Module": NETWORK,
    "torch.nn.Module": NETWORK,
    "Module": NETWORK,
    "torch.device": code("torch.get_default_device()"),
    "torch.dtype": code("torch.get_default_dtype()"),
    "torch.Size": sequence("tuple", literal(BATCH), literal(WIDTH)),
    "Size": sequence("tuple", literal(BATCH), literal(WIDTH)),
    "torch.Generator": code("torch.Generator(torch.get_default_device()).manual_seed(0)"),
}
_CONTAINERS = ("List", "list", "Sequence", "Iterable", "Iterator", "Tuple", "tuple", "Set", "set")


def from_annotation(node: ast.expr | None, named: Spec | None) -> Spec | None:
    """The value that an annotation asks for; `named` is what the name alone suggests, for int and str."""
    if node is None:
        return None
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        try:
            node = ast.parse(node.value, mode="eval").body
        except SyntaxError:
            return None
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        return _one_of([node.left, node.right], named)
    if isinstance(node, ast.Subscript):
        return _subscripted(node, named)
    return _plain(ast.unparse(node), named)


def _plain(text: str, named: Spec | None) -> Spec | None:
    if _LONG.fullmatch(text):
        return named if named and named.dtype == "long" else of_rank(2, "long")
    if _TENSOR.fullmatch(text):
        return named if named and named.kind == "tensor" else of_rank(2)
    if text == "int":
        return named if named and isinstance(named.value, int) else literal(WIDTH)
    if text == "str":
        return named if named and isinstance(named.value, str) else literal("mean")
    if text in ("float", "bool") and named and isinstance(named.value, (bool, float)):
        return named
    if text in ("list", "tuple", "List", "Tuple"):
        return named if named and named.kind in ("list", "tuple") else None
    return _SIMPLE.get(text) or _SIMPLE.get(text.rpartition(".")[2])


def _subscripted(node: ast.Subscript, named: Spec | None) -> Spec | None:
    name = dotted(node.value).rpartition(".")[2]
    inside = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    if name == "Optional":
        return from_annotation(inside[0], named)
    if name == "Union":
        return _one_of(inside, named)
    if name == "Literal" and isinstance(inside[0], ast.Constant):
        return literal(inside[0].value)
    if name in _JAXTYPING and len(inside) == 2:
        return _axes(inside[1], _JAXTYPING[name])
    if name in _CONTAINERS:
        return _container(name, inside, named)
    if name in ("Dict", "dict", "Mapping", "MutableMapping", "OrderedDict"):
        return Spec("dict")
    if name in ("Callable", "Type", "type"):
        return NETWORK if name == "Callable" else None
    return None


def _container(name: str, inside: list[ast.expr], named: Spec | None) -> Spec:
    kind = "tuple" if name.lower() == "tuple" else "list"
    members = [one for one in inside if not (isinstance(one, ast.Constant) and one.value is Ellipsis)]
    if kind == "list" or len(members) < len(inside):
        members = members[:1] * 2
    member_name = named if named and named.kind in ("tensor", "literal") else None
    made = [from_annotation(one, member_name) or of_rank(2) for one in members]
    return sequence(kind, *made)


def _one_of(choices: list[ast.expr], named: Spec | None) -> Spec | None:
    """A tensor if one is allowed: gradients flow through those."""
    made = [one for one in (from_annotation(choice, named) for choice in choices) if one and one != NONE]
    return next((one for one in made if one.kind == "tensor"), made[0] if made else None)


def _axes(node: ast.expr, dtype: str) -> Spec | None:
    """`Float[Tensor, "batch 3 h w"]`."""
    if not (isinstance(node, ast.Constant) and isinstance(node.value, str)):
        return None
    sizes: list[int] = []
    for word in node.value.split():
        if word in ("...", "") or word.startswith("*"):
            continue
        digits = re.match(r"(?:\w+=)?(\d+)$", word)
        plain = word.lstrip("#").lower()
        sizes.append(int(digits[1]) if digits else _AXES.get(plain, _AXES.get(plain[:1], WIDTH)))
    return tensor(*sizes, dtype=dtype)
