"""GL310: A list of parameters taken too early."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import libcst as cst

from gradlint.analysis.domain.faults import FaultKind
from gradlint.analysis.domain.misuses import Misuse, StaleParameters, UnbuiltVariables
from gradlint.analysis.project.syntax import names_in, walk
from gradlint.core.model import Severity
from gradlint.rules.shared import moves
from gradlint.rules.shared.bench import Bench
from gradlint.rules.shared.draft import Draft, Program
from gradlint.rules.shared.evidence import between, may_pass, written
from gradlint.rules.shared.leaves import NO_GRADIENT_HERE
from gradlint.rules.shared.patch import Patch
from gradlint.rules.shared.wording import Wording, Wordings, faults, worded

_STALE: Wordings = {
    StaleParameters: Wording(
        "the optimizer was created before this line and does not hold the new weights: they are never trained",
        "change the model first, then create the optimizer",
        NO_GRADIENT_HERE,
        Severity.WARNING,
    ),
    UnbuiltVariables: Wording(
        "the model has no variables yet: the list is empty and stays empty",
        "read the variables after the first call, or give the model an Input",
        NO_GRADIENT_HERE,
    ),
}


_LATE: Mapping[FaultKind, Wording] = {
    "early-optimizer": Wording(
        "the optimizer is created before the model is wrapped: it holds weights that are frozen or "
        "replaced, and trains nothing",
        "wrap the model first, then create the optimizer",
        "holds the old weights",
        Severity.WARNING,
        "wrapped here",
    ),
    "unfrozen-after-compile": Wording(
        "compile() has fixed what is trained, and fit() goes on with that: this stays frozen",
        "call model.compile(...) again before the next fit()",
        "has no effect on the training",
        Severity.WARNING,
        "trains what it did before",
    ),
    "nothing-trainable": Wording(
        "every weight of this model is frozen when it is compiled: fit() trains nothing",
        "leave some layers trainable, and call compile() after that",
        "the last ones are frozen here",
        Severity.WARNING,
        "trained here",
    ),
    "late-layer": Wording(
        "`{fact.detail}` is created after configure_optimizers: no optimizer holds its weights",
        "create the layer in __init__, setup or configure_model",
        "created too late",
        Severity.WARNING,
    ),
}


def detect(program: Program) -> Iterator[Draft]:
    yield from worded(program, _STALE)
    yield from faults(program, _LATE)


def fix(bench: Bench) -> Patch | None:
    about, line = bench.draft.about, bench.text.alone(bench.node)
    if not isinstance(about, Misuse) or line is None:
        return None
    if isinstance(about, StaleParameters):
        return _optimizer_later(bench, line)
    return _listed_later(bench, line)


def _optimizer_later(bench: Bench, line: cst.SimpleStatementLine) -> Patch | None:
    """The optimizer is made after the change of the model; where it has been used before, it is made anew."""
    block, changed = bench.text.block(line), written(line)
    body = list(block.body) if block is not None else []
    before = body[: body.index(line)] if line in body else []
    made = [each for each in before if _makes_optimizer(bench, each, changed)]
    if len(made) != 1 or not isinstance(made[0], cst.SimpleStatementLine):
        return None
    passed = body[body.index(made[0]) + 1 : body.index(line)]
    if may_pass(made[0], passed):
        return bench.patch("Create the optimizer afterwards", "safe", moves.below(bench, made, line))
    if not all(may_pass(made[0], [each], seen=True) for each in passed):
        return None
    again = bench.after(line, bench.code(made[0]))
    return bench.patch("Create the optimizer again", "unsafe", [again])


def _makes_optimizer(bench: Bench, statement: cst.CSTNode, model: set[str]) -> bool:
    """`optimizer = torch.optim.SGD(model.parameters())`."""
    return isinstance(statement, cst.SimpleStatementLine) and any(
        isinstance(node, cst.Call)
        and bench.called(node.func).startswith("torch.optim.")
        and bool(names_in(node) & model)
        for node in walk(statement)
    )


def _listed_later(bench: Bench, line: cst.SimpleStatementLine) -> Patch | None:
    """The list is read where it is used: right before the first statement that needs it."""
    statement = line.body[0]
    target = statement.targets[0].target if isinstance(statement, cst.Assign) else None
    block = bench.text.block(line)
    if not isinstance(target, cst.Name) or block is None:
        return None
    end = bench.text.span(line)[1]
    uses = [
        each
        for each in walk(bench.text.function(line))
        if isinstance(each, cst.Name) and each.value == target.value and bench.text.span(each)[0] > end
    ]
    asked = moves.level(bench, uses[0], block) if uses else None
    if asked is None:
        return None
    if isinstance(asked, cst.SimpleStatementLine) and _follows_a_call(block, line, asked):
        certain = may_pass(line, between(bench, line, asked) or [])
        return bench.patch(
            "List them where they are used",
            "safe" if certain else "unsafe",
            moves.above(bench, [line], asked),
        )
    return None  # used in a loop or a function: nobody knows when the model is built


def _follows_a_call(block: cst.CSTNode, line: cst.CSTNode, asked: cst.CSTNode) -> bool:
    """Something stands between the two; if the use came at once, moving would change nothing."""
    body = list(getattr(block, "body", ()))
    return body.index(asked) > body.index(line) + 1
