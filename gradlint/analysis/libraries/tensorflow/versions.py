"""Which version of TensorFlow a program is written for, as its own words and its project tell.

What only the present version does wrong is no finding where an older one is requested.
"""

from __future__ import annotations

import os
import re

import libcst as cst

from gradlint.analysis.domain.misuses import (
    KerasMinimize,
    LayerInForward,
    Misuse,
    TfGradients,
    UntrackedVariable,
    VariableInFunction,
)
from gradlint.analysis.interpreter.imported_names import OtherModules
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.project.canonical_names import dotted
from gradlint.analysis.project.modules import Project
from gradlint.analysis.project.syntax import walk
from gradlint.core.files import read_plain
from gradlint.knowledge.names.tensorflow import ONLY_IN_TENSORFLOW_1

SINCE_KERAS_3 = (UntrackedVariable, KerasMinimize, TfGradients)
"""Misuses that are right under an older TensorFlow."""
OLD_PACKAGES = frozenset({"tensorflow_addons", "tf_slim", "tf_keras"})
"""Packages that bring, or only work with, Keras 2."""
DECLARING = (
    "requirements.txt", "setup.py", "pyproject.toml", "setup.cfg", "environment.yml", "environment.yaml", "Pipfile",
)  # fmt: skip
"""Files in which a project says what it needs."""
LEVELS = 6
READ_LIMIT = 100_000
_KINDS = r"tensorflow(?:[-_](?:gpu|cpu|macos|intel|rocm))?|keras"
_NEEDS = re.compile(rf"(?<![\w.-])(?:{_KINDS}|tensorflow[-_]addons|tf[-_]nightly)(?![\w-])")
_OLDER = re.compile(
    rf"(?<![\w.-])(?P<what>{_KINDS})(?![\w-])(?:\[[\w,-]*\])?[\"']?\s*(?:>=?\s*[\d.]+\s*,\s*)?"
    r"(?P<sign>==?|~=|<=?|\^)\s*[\"']?(?P<major>\d+)(?:\.(?P<minor>\d+))?(?P<patch>\.\d+)?"
)
_ADDONS = re.compile(r"(?<![\w.-])(?:tensorflow[-_]addons|tf[-_]slim|tf[-_]keras)(?![\w-])")


def leave_older(machine: Machine, module: cst.Module) -> None:
    """Drop what is only wrong in a TensorFlow that this program is not written for."""
    misuses = machine.flow.misuses
    if any(isinstance(each, SINCE_KERAS_3) for each in misuses):
        if _speaks_older(module) or _asks_for_older(machine.own(OtherModules).project):
            misuses[:] = [each for each in misuses if not isinstance(each, SINCE_KERAS_3)]
    if any(map(_is_since_tensorflow_2, misuses)) and _speaks_oldest(module):
        misuses[:] = [each for each in misuses if not _is_since_tensorflow_2(each)]


def _is_since_tensorflow_2(misuse: Misuse) -> bool:
    """Something made anew in each call: TensorFlow 1 runs call() once, to build the graph."""
    return isinstance(misuse, (LayerInForward, VariableInFunction)) and misuse.lang == "tensorflow"


def _speaks_oldest(module: cst.Module) -> bool:
    return any(map(_is_of_tensorflow_1, walk(module)))


def _is_of_tensorflow_1(node: cst.CSTNode) -> bool:
    return (
        isinstance(node, cst.Attribute)
        and isinstance(node.value, cst.Name)
        and node.value.value == "tf"
        and node.attr.value in ONLY_IN_TENSORFLOW_1
    )


def _speaks_older(module: cst.Module) -> bool:
    for node in walk(module):
        if _is_of_tensorflow_1(node):
            return True
        if isinstance(node, cst.SimpleString) and node.raw_value == "TF_USE_LEGACY_KERAS":
            return True  # os.environ["TF_USE_LEGACY_KERAS"] = "1"
        if isinstance(node, cst.ImportAlias) and (dotted(node.name) or "").split(".")[0] in OLD_PACKAGES:
            return True
        if isinstance(node, cst.ImportFrom) and node.module is not None:
            name = dotted(node.module) or ""
            if name.split(".")[0] in OLD_PACKAGES or name.startswith("tensorflow.python.keras"):
                return True
    return False


def _asks_for_older(project: Project | None) -> bool:
    """Whether the nearest declaration that names TensorFlow wants one from before Keras 3."""
    if project is None:
        return False
    folder = project.folder
    for _ in range(LEVELS):
        texts = [_read(project, os.path.join(folder, name)) for name in DECLARING]
        texts = [text for text in texts if _NEEDS.search(text)]
        if texts:
            return any(map(_is_older, texts))
        above = os.path.dirname(folder)
        if above == folder or os.path.isdir(os.path.join(folder, ".git")):
            break
        folder = above
    return False


def _read(project: Project, path: str) -> str:
    project.consulted[path] = None
    try:
        return read_plain(path).decode("utf-8", "replace")[:READ_LIMIT]
    except OSError:
        return ""


def _is_older(text: str) -> bool:
    if _ADDONS.search(text):
        return True
    for found in _OLDER.finditer(text):
        if found["sign"] == "^" or (found["sign"] == "~=" and found["patch"] is None):
            continue  # ^2.6 and ~=2.6 allow every 2.x
        named = (int(found["major"]), int(found["minor"] or 0))
        first = (3, 0) if found["what"] == "keras" else (2, 16)
        if named < first or (named == first and found["sign"] == "<"):
            return True
    return False
