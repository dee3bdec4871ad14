"""GL101: NumPy computes on something a gradient flows through."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from gradlint.analysis.domain.facts import HostCall
from gradlint.analysis.lost_gradients.lost import Break
from gradlint.analysis.project.syntax import root
from gradlint.core.model import Framework, Severity
from gradlint.knowledge.names.errors import BY_METHOD
from gradlint.knowledge.names.numpy import TAKE_SEVERAL_ARRAYS
from gradlint.knowledge.tables import table
from gradlint.rules.shared.bench import Bench, positional
from gradlint.rules.shared.broken import broken_draft, framework_of
from gradlint.rules.shared.draft import Draft, Program, story
from gradlint.rules.shared.evidence import is_only_computed_with, is_parameter, may_be_a_list
from gradlint.rules.shared.patch import Change, Patch
from gradlint.rules.shared.translate import behind, break_at, path_changes, renamed


def _instead(framework: Framework, name: str) -> str:
    """The framework's own function for a NumPy one, from the table of equals."""
    for pair in table("numpy").sets.get(f"equal_{framework}", frozenset()):
        numpy_name, _, own = pair.partition("=")
        if numpy_name == name:
            return f"use {own}, which keeps the gradient"
    own_module = {"torch": "torch", "tensorflow": "tf", "jax": "jax.numpy"}.get(framework, framework)
    return f"use the {own_module} function instead of {name}"


def detect(program: Program) -> Iterator[Draft]:
    raising: set[cst.CSTNode] = set()
    for call in program.flow.host_calls:
        if call.guarded and call.traced:
            raising.add(call.place.node)  # the program catches what JAX raises
            continue
        refused = call.requires_grad or call.traced or call.symbolic
        if call.how == "index" and call.traced:
            yield _raising_index(call)
        if (call.how == "numpy" and refused) or (call.how == "conversion" and call.traced):
            raising.add(call.place.node)
            yield _raising_numpy(call)
    for broken in program.lost.breaks:
        if broken.reason == "numpy" and broken.cut.place.node not in raising:
            framework = framework_of(broken)
            yield broken_draft(
                broken,
                broken.cut.place.node,
                f"`{broken.cut.op}` leaves {_library(framework)}",
                "cut here: the result is a NumPy array, which has no gradient",
                _instead(framework, broken.cut.op),
            )


def _library(framework: Framework) -> str:
    return {"torch": "PyTorch", "tensorflow": "TensorFlow", "jax": "JAX"}.get(framework, framework)


def _raising_numpy(call: HostCall) -> Draft:
    framework: Framework = call.lang  # type: ignore[assignment]
    if call.requires_grad:
        text = "RuntimeError: Can't call numpy() on Tensor that requires grad"
        hint = f"{_instead('torch', call.name)}, or call .detach() first if no gradient is needed"
    elif call.traced:
        text = BY_METHOD.get(call.name, "TracerArrayConversionError")
        hint = _instead("jax", call.name)
    else:
        text = "NotImplementedError: Cannot convert a symbolic tf.Tensor to a numpy array"
        hint = _instead("tensorflow", call.name)
    return Draft(
        call.place.node,
        f"`{call.name}` on a {_kind(call)} raises {text}",
        hint,
        framework,
        Severity.ERROR if call.certain or not call.requires_grad else Severity.WARNING,
        story(call.array.node, None, call.place.node),
        "cut here: NumPy does not record gradients",
        about=call,
    )


def _raising_index(call: HostCall) -> Draft:
    return Draft(
        call.place.node,
        "a NumPy array indexed by a traced array raises TracerArrayConversionError",
        "make it an array of JAX first: jnp.asarray(table)[i]",
        "jax",
        Severity.ERROR if call.certain else Severity.WARNING,
        story(call.array.node, None, call.place.node),
        "NumPy needs the numbers of the index",
        about=call,
    )


def _kind(call: HostCall) -> str:
    if call.traced:
        return "traced array"
    return "tensor that requires grad" if call.requires_grad else "symbolic tensor"


def fix(bench: Bench) -> Patch | None:
    about, call, framework = bench.draft.about, bench.node, bench.draft.framework
    name = about.name if isinstance(about, HostCall) else about.cut.op if isinstance(about, Break) else ""
    changes = renamed(bench, call, name, framework)
    if changes is None or not isinstance(call, cst.Call):
        return None
    broken = break_at(bench)
    rest = path_changes(bench, behind(bench, broken), framework) if broken is not None else []
    if rest is None:
        return None
    plain = len([arg for arg in call.args if arg.keyword is None]) == 1 and not rest
    first = positional(call, 0)
    if framework == "torch" and (first is None or may_be_a_list(bench, first)):
        return None
    if framework == "torch" and first is not None and (name_ := root(first)) is not None:
        plain = plain and not is_parameter(bench, name_, call)  # others may call it with an array
    if framework == "jax" and first is not None and may_be_a_list(bench, first) and not _takes_lists(name):
        return _of_array(bench, call, first, changes) if plain else None
    safe = plain and (framework != "tensorflow" or is_only_computed_with(bench, call))
    own = changes[0].content.partition("(")[0]
    return bench.patch(f"Use {own}", "safe" if safe else "unsafe", [*changes, *rest])


def _takes_lists(name: str) -> bool:
    """The functions of JAX that take a list of arrays as those of NumPy do."""
    return name.rpartition(".")[2] in TAKE_SEVERAL_ARRAYS


def _of_array(
    bench: Bench, call: cst.Call, listed: cst.BaseExpression, renaming: list[Change]
) -> Patch | None:
    """`np.mean([a, b])`: the functions of JAX take arrays and no lists."""
    name = bench.name("jax.numpy.array")
    change = Change(*bench.text.span(listed), f"{name}({bench.argument(listed)})")
    message = f"Use {renaming[0].content}"
    return bench.patch(message, "unsafe", [*renaming, change]) if name is not None else None
