"""The fields of a dataclass or named tuple, which are the parameters that it is made with."""

from __future__ import annotations

import libcst as cst

from gradlint.analysis.domain.values import Class
from gradlint.analysis.project.canonical_names import dotted


def field_names(cls: Class) -> list[str]:
    """The annotated names in their order, those of the bases first."""
    found: list[str] = []
    for base in cls.bases:
        if isinstance(base, Class):
            found.extend(field_names(base))
    for statement in cls.node.body.body:
        if isinstance(statement, cst.SimpleStatementLine):
            for small in statement.body:
                if isinstance(small, cst.AnnAssign) and isinstance(small.target, cst.Name):
                    if not _is_class_variable(small.annotation.annotation):
                        found.append(small.target.value)
    return found


def _is_class_variable(annotation: cst.BaseExpression) -> bool:
    """`ClassVar[int]`: the class has it, an instance is not given one."""
    if isinstance(annotation, cst.Subscript):
        annotation = annotation.value
    return (dotted(annotation) or "").rpartition(".")[2] == "ClassVar"
