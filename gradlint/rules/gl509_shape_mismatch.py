"""GL509: Constant shapes that the operation refuses."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod

import libcst as cst

from gradlint.analysis.domain.facts import ShapeClash
from gradlint.analysis.domain.values import Shape
from gradlint.analysis.project.syntax import integer, walk
from gradlint.core.model import Severity
from gradlint.rules.shared.bench import Bench, positional
from gradlint.rules.shared.draft import Draft, Program
from gradlint.rules.shared.patch import Change, Patch
from gradlint.rules.shared.wording import sizes

_VECTORS = ("dot", "vdot")


def detect(program: Program) -> Iterator[Draft]:
    for clash in program.flow.shape_clashes:
        yield Draft(
            clash.place.node,
            f"{clash.operation} does not fit shapes {sizes(clash.left)} and {sizes(clash.right)}: "
            f"{'it takes two vectors' if _of_vectors(clash) else _sizes(clash.operation, clash.left, clash.right)}",
            "write (a * b).sum() for a sum over all elements"
            if _of_vectors(clash)
            else "make the shapes match",
            clash.lang,  # type: ignore[arg-type]
            Severity.ERROR,
            (),
            "raises here",
            about=clash,
        )


def _sizes(operation: str, left: Shape, right: Shape) -> str:
    if operation in ("reshape", "view") and None not in left and None not in right:
        have = prod(each for each in left if each is not None)
        want = prod(each for each in right if each is not None and each != -1)
        return f"{have} elements do not fill {abs(want)}"
    return "the sizes do not match"


def _of_vectors(clash: ShapeClash) -> bool:
    """torch.dot() and vdot() refuse whatever is no vector; NumPy's multiply matrices."""
    return (
        clash.lang == "torch"
        and clash.operation in _VECTORS
        and (len(clash.left), len(clash.right)) != (1, 1)
    )


# -- shapes -------------------------------------------------------------------------------


def fix(bench: Bench) -> Patch | None:
    clash, node = bench.draft.about, bench.node
    if not isinstance(clash, ShapeClash):
        return None
    if clash.operation in ("reshape", "view"):
        return _inferred(bench, clash, node)
    if _transposes(clash.left, clash.right) and not _of_vectors(clash):
        return _transposed(bench, node)
    return None


def _transposes(left: Shape, right: Shape) -> bool:
    """Both have two axes, and the last ones agree."""
    return len(left) == 2 and len(right) == 2 and left[1] is not None and left[1] == right[1]


def _transposed(bench: Bench, node: cst.CSTNode) -> Patch | None:
    operand: cst.BaseExpression | None = None
    if isinstance(node, cst.BinaryOperation):
        operand = node.right
    elif isinstance(node, cst.Call):
        operand = positional(node, 1)
        if bench.called(node.func) in ("tf.matmul", "tf.linalg.matmul"):
            return bench.patch(
                "Transpose the operand", "display", [bench.add_argument(node, "transpose_b=True")]
            )
    if operand is None:
        return None
    if bench.draft.framework == "tensorflow":
        name = bench.name("tf.transpose")
        written = f"{name}({bench.argument(operand)})"
        return (
            bench.patch("Transpose the operand", "display", [bench.replace(operand, written)])
            if name
            else None
        )
    if not isinstance(operand, (cst.Name, cst.Attribute, cst.Subscript, cst.Call)):
        return None
    end = bench.text.span(operand)[1]
    return bench.patch("Transpose the operand", "display", [Change(end, end, ".T")])


def _inferred(bench: Bench, clash: ShapeClash, node: cst.CSTNode) -> Patch | None:
    """One size is left to be worked out: the first whose neighbours divide the number of elements."""
    from math import prod

    if None in clash.left or not isinstance(node, cst.Call):
        return None
    have = prod(each for each in clash.left if each is not None)
    sizes = [each for each in walk(node) if isinstance(each, cst.Integer)]
    want = [integer(each) for each in sizes]
    wanted = [each for each in clash.right if each is not None]
    if want[-len(wanted) :] != wanted or not wanted:
        return None
    for number, size in enumerate(sizes[-len(wanted) :]):
        others = prod(each for at, each in enumerate(wanted) if at != number)
        if others and have % others == 0:
            return bench.patch("Let one size be inferred", "display", [bench.replace(size, "-1")])
    return bench.patch("Let the size be inferred", "display", _flattened(bench, sizes[-len(wanted) :]))


def _flattened(bench: Bench, sizes: list[cst.Integer]) -> list[Change | None]:
    """No size fits: a single row."""
    first, last = bench.text.span(sizes[0])[0], bench.text.span(sizes[-1])[1]
    return [Change(first, last, "-1")]
