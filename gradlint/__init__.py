"""gradlint finds the line where a gradient breaks, before the training run does.

import gradlint

for finding in gradlint.lint_source(text):
    print(finding.span.start.row, finding.code, finding.message)

for result in gradlint.lint_paths(["src"]):
    print(result.path, result.findings, result.failure)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from concurrent.futures import Executor
    from typing import Literal

    from gradlint.core.errors import GradlintError
    from gradlint.core.model import Finding
    from gradlint.core.result import Result
    from gradlint.jupyter import Shell

__version__ = "0.1.0"
__all__ = [
    "Finding",
    "GradlintError",
    "Result",
    "__version__",
    "confirm_paths",
    "lint_paths",
    "lint_source",
]
_LATE = {
    "Finding": "gradlint.core.model",
    "GradlintError": "gradlint.core.errors",
    "Result": "gradlint.core.result",
}


def load_ipython_extension(shell: Shell) -> None:
    """`%load_ext gradlint` in IPython or Jupyter: the magics `%gradlint` and `%%gradlint`."""
    from gradlint.jupyter import load

    load(shell)


def __getattr__(name: str) -> object:
    """The classes of the library, imported when somebody asks for one: `import gradlint` costs nothing."""
    if name not in _LATE:
        raise AttributeError(f"module 'gradlint' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_LATE[name]), name)


def lint_source(
    text: str | bytes,
    filename: str = "source.py",
    *,
    select: Sequence[str] | None = None,
    ignore: Sequence[str] = (),
) -> tuple[Finding, ...]:
    """The findings in a text: Python, or by its ending a notebook (`.ipynb`) or a Markdown document.

    `select` and `ignore` are rules as on the command line; no configuration file is read. A text that is
    no Python is one finding, GL900. GradlintError is raised for a rule that does not exist, RuntimeError
    for a fault of gradlint itself.
    """
    from gradlint.api import engine

    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    result = engine(select, ignore, None, isolated=True).lint_source(data, filename)
    if result.failure is not None:
        raise RuntimeError(result.failure)
    return result.findings


def lint_paths(
    paths: Sequence[str],
    *,
    select: Sequence[str] | None = None,
    ignore: Sequence[str] = (),
    config: str | None = None,
    isolated: bool = False,
    executor: Executor | None = None,
) -> Iterator[Result]:
    """One result for each file below the paths, as `gradlint PATH ...` would lint them, as they come.

    The nearest configuration files hold unless `config` names another or `isolated` says none. With an executor
    the files are linted there: in a pool of processes, or on a cluster that sees the same files, such as Dask's
    `client.get_executor()`. The results are the same.
    """
    from gradlint.api import found

    return found(paths, select, ignore, config, isolated, executor)


def confirm_paths(
    paths: Sequence[str],
    *,
    select: Sequence[str] | None = None,
    ignore: Sequence[str] = (),
    config: str | None = None,
    isolated: bool = False,
    python: str | None = None,
    device: str | None = None,
    sandbox: Literal["strict", "weak"] = "strict",
    seconds: float = 10.0,
) -> Iterator[Result]:
    """The results of `lint_paths`, each finding executed in a sandbox: its verdict is in `finding.verdict`.

    The interpreter, the device and the sandbox are chosen as `gradlint --confirm` chooses them.
    """
    from gradlint.api import confirmed

    found = lint_paths(paths, select=select, ignore=ignore, config=config, isolated=isolated)
    return confirmed(found, select, ignore, config, isolated, (python, device, sandbox, seconds))
