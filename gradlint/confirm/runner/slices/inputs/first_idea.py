"""The first idea of what to pass for a parameter: from its annotation, its use and its name, in this order."""

from __future__ import annotations

import ast
import re

from ..locate.names import dotted
from ..locate.usage import DICT_METHODS, LIST_METHODS, STRING_METHODS, Usage, usage_of
from .annotations import from_annotation
from .batches import batches
from .guesses import LOADER, named, sizes_named, tensor_named
from .spec import BATCH, NETWORK, RECORD, WIDTH, Spec, literal, of_rank, sequence

_TENSOR_ONLY = frozenset(
    (
        "T abs add add_ all any argmax argmin backward bmm bool chunk clamp clone conj contiguous cpu cumsum "
        "data detach device diagonal dim div double dtype exp expand fill_ flatten flip float gather grad "
        "half imag index_select int is_cuda is_floating_point item log long mT masked_fill masked_fill_ "
        "matmul max mean min mm mul mul_ ndim new_empty new_full new_ones new_tensor new_zeros norm numel "
        "numpy permute pow real relu repeat requires_grad requires_grad_ reshape roll scatter shape sigmoid "
        "size softmax split sqrt squeeze std sub sum t tanh to topk transpose type type_as unbind unsqueeze "
        "var view "
    ).split()
)
"""Attributes that say: this is a tensor."""
_COUNTS = re.compile(
    r"^(num|n|max|min)_|(dims?|size|len|length|channels|classes|heads|steps|epochs?|axis|iters?|eps|index|groups)$"
    r"|^(alpha|beta|gamma|lam\w*|lr|temperature|tau|momentum|margin|threshold|scale_factor|kernel\w*|stride|padding)$"
)
"""Names of numbers, even where they stand in formulas."""


def argument(name: str, function: ast.AST, annotation: ast.expr | None) -> Spec:
    """What to pass for a parameter of the function under test."""
    seen = usage_of(name, function)
    suggested = _suggested(name, seen)
    annotated = from_annotation(annotation, suggested)
    if annotated is not None:
        return _fitted(annotated, seen)
    if annotation is not None and (built := _project_class(annotation)):
        return built
    if suggested == LOADER:
        return batches(name, function)
    made = _from_use(name, seen, function) or suggested
    return record(name, function) if made == RECORD else made


def constructor_argument(name: str, function: ast.AST, annotation: ast.expr | None) -> Spec:
    """What to pass to a constructor: mostly sizes and switches, seldom tensors."""
    suggested = literal(WIDTH) if name in ("dim", "dims", "h", "w") else named(name)
    if suggested == LOADER:
        return batches(name, function)
    annotated = from_annotation(annotation, suggested or tensor_named(name))
    seen = usage_of(name, function)
    if annotated is not None:
        if annotated.kind == "literal" and seen.strings and isinstance(annotated.value, str):
            return literal(seen.strings[0])
        if annotated.kind in ("tuple", "list") and suggested is not None and annotated.parts:
            return annotated
        return annotated
    if annotation is not None and (built := _project_class(annotation)):
        return built
    if seen.strings:
        return literal(seen.strings[0])
    if suggested == RECORD or (seen.attributes and not seen.attributes & (_TENSOR_ONLY | LIST_METHODS)):
        if suggested is None or suggested.kind in ("record", "literal"):
            return record(name, function)
    if seen.iterated or seen.indexed or seen.unpacked:
        return sizes_named(name, seen.unpacked or 2)
    return suggested or literal(WIDTH)


def record(name: str, function: ast.AST) -> Spec:
    """A configuration object with the attributes that the function reads, however deep, each as its name suggests."""
    made = Spec("record")
    called = {dotted(node.func) for node in ast.walk(function) if isinstance(node, ast.Call)}
    chains = {dotted(node) for node in ast.walk(function) if isinstance(node, ast.Attribute)}
    for chain in sorted(chain for chain in chains if chain.startswith(f"{name}.")):
        _, *path = chain.split(".")
        if path[-1] not in DICT_METHODS and not set(path[1:]) & _TENSOR_ONLY - {"shape", "size"}:
            made = _deepened(made, path, NETWORK if chain in called else _attribute(path[-1]))
    return made


def _deepened(made: Spec, path: list[str], leaf: Spec) -> Spec:
    first, *rest = path
    if not rest:
        known = made.part(first)
        return made if known is not None and known.kind == "record" else made.with_part(first, leaf)
    inner = made.part(first)
    below = inner if inner is not None and inner.kind == "record" else Spec("record")
    return made.with_part(first, _deepened(below, rest, leaf))


def _attribute(name: str) -> Spec:
    if name in ("shape", "size"):
        return sequence("tuple", literal(WIDTH))
    return literal(WIDTH) if name in ("dim", "h", "w") else named(name) or literal(WIDTH)


def _suggested(name: str, seen: Usage) -> Spec:
    """By the name; a short name that is used in formulas is a tensor, whatever else it may mean."""
    spec = named(name)
    if spec is None or seen.attributes & _TENSOR_ONLY:
        return tensor_named(name)
    number = (
        spec.kind == "literal" and isinstance(spec.value, (int, float)) and not isinstance(spec.value, bool)
    )
    computed = (seen.arithmetic or seen.passed_to_framework) and not _COUNTS.search(name)
    if number and (len(name) <= 2 or computed) and not seen.ranged:
        return tensor_named(name)
    return spec


def _from_use(name: str, seen: Usage, function: ast.AST) -> Spec | None:
    if seen.spread:
        return Spec("dict") if seen.spread == "**" else Spec("tuple")
    if seen.strings:
        return literal(seen.strings[0])
    if seen.attributes & STRING_METHODS and not seen.attributes & _TENSOR_ONLY:
        return literal("mean")
    if seen.keys or seen.attributes & {"items", "keys", "values"}:
        made = Spec("dict")
        for key in sorted(seen.keys):
            made = made.with_part(key, _member(key))
        return made
    if seen.called and not seen.attributes & (_TENSOR_ONLY - {"to", "device"}):
        return NETWORK
    if seen.attributes - _TENSOR_ONLY - LIST_METHODS and not seen.attributes & (
        _TENSOR_ONLY - {"device", "dtype"}
    ):
        suggested = named(name)
        if suggested is None or suggested.kind in ("literal", "record"):
            return record(name, function)
        return suggested
    if seen.ranged:
        return literal(BATCH)
    if seen.unpacked and not seen.attributes & _TENSOR_ONLY:
        return sequence("tuple", *(tensor_named(name) for _ in range(seen.unpacked)))
    if seen.attributes & _TENSOR_ONLY or seen.ranks or seen.least_rank or seen.long:
        return _fitted(tensor_named(name), seen)
    if seen.iterated and (named(name) is None or name.endswith("s")):
        return sequence("list", tensor_named(name.rstrip("s")), tensor_named(name.rstrip("s")))
    if seen.tested and named(name) is None:
        return literal(False)
    return None


def _fitted(spec: Spec, seen: Usage) -> Spec:
    """A tensor with as many axes as the code says that it has."""
    if spec.kind == "literal" and isinstance(spec.value, str) and seen.strings:
        return literal(seen.strings[0])
    if spec.kind == "dict":
        for key in sorted(seen.keys):
            spec = spec.with_part(key, _member(key))
        return spec
    if spec.kind != "tensor":
        return spec
    dtype = "long" if seen.long else spec.dtype
    rank = len(spec.shape)
    if seen.ranks and rank not in seen.ranks:
        return of_rank(max(seen.ranks), dtype)
    if rank < seen.least_rank:
        return of_rank(seen.least_rank, dtype)
    if seen.long and spec.dtype != "long":
        return of_rank(1, dtype).reshaped(BATCH)
    return spec


def _member(key: str) -> Spec:
    spec = named(key)
    return spec if spec is not None and spec.kind == "literal" else tensor_named(key)


def _project_class(annotation: ast.expr) -> Spec | None:
    """An annotation that names a class we do not know: built by its constructor."""
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        try:
            annotation = ast.parse(annotation.value, mode="eval").body
        except SyntaxError:
            return None
    name = dotted(annotation)
    if not name or name in ("Any", "typing.Any", "object", "T") or not name.rpartition(".")[2][:1].isupper():
        return None
    return Spec("build", value=name)
