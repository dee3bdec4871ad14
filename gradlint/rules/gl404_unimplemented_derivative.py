"""GL404: The operation has no derivative: backward raises."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from gradlint.analysis.domain.graph import Node
from gradlint.analysis.lost_gradients.path_queries import live_nodes
from gradlint.core.model import Severity
from gradlint.rules.shared.bench import Bench, divided, keyword, positional
from gradlint.rules.shared.draft import LANGS, Draft, DraftLabel, Program
from gradlint.rules.shared.patch import Patch


def detect(program: Program) -> Iterator[Draft]:
    for sink, each in program.lost.traces:
        for node in live_nodes(each):
            if node.unimplemented:
                framework = LANGS.get(sink.recorder.kind, "torch")
                yield Draft(
                    node.place.node,
                    f"derivative for {node.op} is not implemented: requesting the gradient raises",
                    "rewrite this with operations that have a derivative",
                    framework,
                    Severity.ERROR,
                    (DraftLabel("asked", "requested here", sink.place.node),),
                    "cut here: no derivative",
                    about=node,
                )


# -- no derivative at all -----------------------------------------------------------------


def fix(bench: Bench) -> Patch | None:
    about, node = bench.draft.about, bench.node
    if not isinstance(about, Node):
        return None
    if isinstance(node, cst.BinaryOperation):
        return divided(bench, node)
    if not isinstance(node, cst.Call):
        return None
    short = bench.called(node.func)
    if short == "tf.image.adjust_contrast":
        return _contrast(bench, node)
    if short == "tf.image.resize" and (how := keyword(node, "method")) is not None:
        return bench.patch("Resize smoothly", "unsafe", [bench.replace(how.value, '"bilinear"')])
    if short == "jax.numpy.linalg.svd" and len(node.args) == 1:
        return bench.patch(
            "Leave out the null space", "unsafe", [bench.add_argument(node, "full_matrices=False")]
        )
    if short == "jax.numpy.linalg.eig":
        name = bench.name("jax.numpy.linalg.eigh")
        return (
            bench.patch("Use eigh", "display", [bench.replace(node.func, name)]) if name is not None else None
        )
    if short == "torch.floor_divide":
        name = bench.name("torch.div")
        return (
            bench.patch("Divide without rounding", "display", [bench.replace(node.func, name)])
            if name
            else None
        )
    if short == "torch.heaviside" and (value := positional(node, 0)) is not None:
        name = bench.name("torch.sigmoid")
        written = f"{name}({bench.argument(value)})"
        return (
            bench.patch("Use a sigmoid", "display", [bench.replace(node, written)])
            if name is not None
            else None
        )
    return None


def _contrast(bench: Bench, call: cst.Call) -> Patch | None:
    """What adjust_contrast computes, in operations that have a gradient."""
    image, factor, mean = positional(call, 0), positional(call, 1), bench.name("tf.reduce_mean")
    if image is None or factor is None or mean is None:
        return None
    code = bench.operand(image)
    middle = f"{mean}({bench.argument(image)}, axis=[-3, -2], keepdims=True)"
    written = f"({code} - {middle}) * {bench.operand(factor)} + {middle}"
    if not isinstance(bench.text.parent(call), (cst.Assign, cst.Arg, cst.Return)):
        written = f"({written})"
    return bench.patch("Write the formula out", "unsafe", [bench.replace(call, written)])
