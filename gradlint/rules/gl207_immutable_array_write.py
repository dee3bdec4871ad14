"""GL207: x[i] = v on a JAX array or a TensorFlow tensor."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from gradlint.analysis.domain.facts import ItemWrite
from gradlint.analysis.project.syntax import number
from gradlint.core.model import Severity
from gradlint.rules.shared.bench import Bench
from gradlint.rules.shared.draft import Draft, Program
from gradlint.rules.shared.evidence import is_bound_here
from gradlint.rules.shared.out_of_place import bound_to, statement_of
from gradlint.rules.shared.patch import Patch


def detect(program: Program) -> Iterator[Draft]:
    for write in program.flow.item_writes:
        if write.array.lang == "jax":
            message = "JAX arrays are immutable and do not support in-place item assignment"
            help_ = "write x = x.at[i].set(v)"
        else:
            kind = "ResourceVariable" if write.array.variable else "EagerTensor"
            message = f"'{kind}' object does not support item assignment"
            help_ = "use tf.tensor_scatter_nd_update, or x[i].assign(v) on a variable outside the path of the gradient"
        yield Draft(
            write.place.node,
            f"{message}: raises TypeError",
            help_,
            "jax" if write.array.lang == "jax" else "tensorflow",
            Severity.ERROR,
            (),
            "raises TypeError",
            about=write,
        )


_FUNCTIONAL = {cst.AddAssign: "add", cst.MultiplyAssign: "multiply", cst.DivideAssign: "divide"}


def fix(bench: Bench) -> Patch | None:
    about, found = bench.draft.about, statement_of(bench, bench.node)
    if not isinstance(about, ItemWrite) or found is None:
        return None
    statement = found[1]
    if isinstance(statement, cst.Assign) and len(statement.targets) == 1:
        target, how = statement.targets[0].target, "set"
    elif isinstance(statement, cst.AugAssign):
        target, how = statement.target, _FUNCTIONAL.get(type(statement.operator), "")
    else:
        return None
    if not isinstance(target, cst.Subscript) or statement.value is None or not how:
        return None
    base, value = bench.code(target.value), _as_array(bench, about, statement.value)
    index = ", ".join(bench.code(each).rstrip(", ") for each in target.slice)
    if about.array.lang == "jax":
        if isinstance(target.value, cst.Attribute) and _has_frozen_modules(bench):
            return None  # a field of such a module cannot be assigned either
        return _updated(bench, statement, target, (index, how, value))
    return _scattered(bench, about, statement, (base, index, value))


def _has_frozen_modules(bench: Bench) -> bool:
    return any(origin.partition(".")[0] == "equinox" for origin in bench.imports.names.values())


def _as_array(bench: Bench, about: ItemWrite, value: cst.BaseExpression) -> str:
    """A list is turned into an array on the way into NumPy's, and not by `.at[...].set()`."""
    listed = isinstance(value, (cst.List, cst.Tuple, cst.ListComp, cst.GeneratorExp))
    name = bench.name("jax.numpy.array") if listed and about.array.lang == "jax" else None
    return f"{name}({bench.argument(value)})" if name is not None else bench.argument(value)


def _updated(
    bench: Bench, statement: cst.Assign | cst.AugAssign, target: cst.Subscript, parts: tuple[str, str, str]
) -> Patch | None:
    """`x = x.at[i].set(v)`: certain where x is a variable of this very function, and v fits all that is chosen."""
    (index, how, value), base = parts, bench.code(target.value)
    owned = isinstance(target.value, cst.Name) or _is_entry(target.value)
    if isinstance(target.value, cst.Name) and not is_bound_here(bench, target.value):
        return None
    only = target.slice[0].slice if len(target.slice) == 1 else None
    if isinstance(only, cst.Index) and _masked(bench, only.value) and how == "set":
        where = bench.name("jax.numpy.where")
        sure = owned and number(statement.value) is not None and _is_mask_of(only.value, target.value)
        written = f"{base} = {where}({index}, {value}, {base})"
        return bench.patch(
            "Choose by the mask", "safe" if sure else "unsafe", [bench.replace(statement, written)]
        )
    written = f"{base} = {base}.at[{index}].{how}({value})"
    return bench.patch(
        "Make an updated array", "safe" if owned else "unsafe", [bench.replace(statement, written)]
    )


def _is_entry(base: cst.BaseExpression) -> bool:
    """`params["w"]`: of a dictionary, which takes another array."""
    key = base.slice[0].slice if isinstance(base, cst.Subscript) and len(base.slice) == 1 else None
    return isinstance(key, cst.Index) and isinstance(key.value, cst.BaseString)


def _is_mask_of(mask: cst.BaseExpression, array: cst.BaseExpression) -> bool:
    """`x > 0` for x: of its shape, so that no axis is left over."""
    return isinstance(mask, cst.Comparison) and mask.left.deep_equals(array)


def _scattered(
    bench: Bench, about: ItemWrite, statement: cst.BaseSmallStatement, parts: tuple[str, str, str]
) -> Patch | None:
    base, index, value = parts
    if about.array.variable:
        return bench.patch(
            "Assign to the variable", "unsafe", [bench.replace(statement, f"{base}[{index}].assign({value})")]
        )
    update = bench.name("tf.tensor_scatter_nd_update")
    if update is None or isinstance(statement, cst.AugAssign) or ":" in index:
        return None
    written = f"{base} = {update}({base}, [[{index}]], [{value}])"
    return bench.patch("Make an updated tensor", "unsafe", [bench.replace(statement, written)])


def _masked(bench: Bench, index: cst.BaseExpression) -> bool:
    """The index is a boolean mask, written there or bound to a name before."""
    if isinstance(index, cst.Name):
        found = bound_to(bench, index.value)
        return isinstance(found, cst.Comparison)
    return isinstance(index, cst.Comparison)
