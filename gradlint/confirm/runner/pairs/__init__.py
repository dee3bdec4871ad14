"""Hand-written gradients, checked by executing them: `foo`/`foo_grad`, layers, and rules given to a framework."""

from __future__ import annotations

import ast
import importlib
import time
import warnings
from typing import Any


def check_pairs(job: dict[str, Any]) -> dict[str, Any]:
    """Execute the unit of a job and compare every hand-written gradient in it with central differences."""
    from .find.discover import candidates
    from .find.finite import takes_differences

    source, filename = job["source"], job.get("filename") or "unit.py"
    report: dict[str, Any] = {"level": "pair", "pairs": [], "skipped": [], "trouble": None, "device": "cpu"}
    if job.get("device", "cpu") not in ("cpu", "auto"):
        return {**report, "trouble": _elsewhere(job), "hindered": True}
    try:
        tree = ast.parse(source, filename)
    except SyntaxError as error:
        report["trouble"] = f"not Python: {error.msg}"
        return report
    found = candidates(tree)
    if found or takes_differences(tree):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            _check(job, tree, source, filename, found, report)
    return report


def _elsewhere(job: dict[str, Any]) -> str:
    """Hand-written gradients are compared on the processor; for another device that would prove nothing."""
    from ..execute.frameworks import DeviceAbsent, load

    try:
        load(job["framework"], job["device"])
    except DeviceAbsent as absent:
        return str(absent)
    except ImportError as missing:
        return f"{job['framework']} cannot be imported: {missing}"
    return f"hand-written gradients are executed on the cpu only, not on {job['device']}"


def _check(
    job: dict[str, Any],
    tree: ast.Module,
    source: str,
    filename: str,
    found: list[Any],
    report: dict[str, Any],
) -> None:
    from .answer import answer
    from .find.finite import differencing_of
    from .forms.differing import check_differences
    from .run.unit import execute

    seconds = float(job.get("seconds") or 10.0)
    _prepare(job, source)
    end = time.process_time() + seconds * 0.85
    watched = {
        name
        for each in found
        for name in (each.forward, f"{each.owner}.{each.forward}", f"{each.owner}.__init__")
    }
    watched |= {node.name for node, _ in differencing_of(tree)}
    done = execute(
        tree, source, filename, list(job.get("roots") or ()), job.get("package"), seconds * 0.85, watched
    )
    report["skipped"] = [str(each) for each in done.skipped]
    report["errors"] = [
        {"row": each.row, "type": each.error, "message": each.message} for each in done.skipped
    ]
    report["versions"] = _versions()
    for position, candidate in enumerate(found):
        left = end - time.process_time()
        share = max(0.3, left / max(1, len(found) - position) * 2.0)
        entry = answer(candidate, done, source, time.process_time() + min(share, max(left, 0.01)))
        report["pairs"].append(entry)
    report["pairs"] += check_differences(tree, done)


def _prepare(job: dict[str, Any], source: str) -> None:
    """Import the framework before the clock starts; JAX must know early that it is to compute in float64."""
    framework = job.get("framework")
    try:
        if framework in ("torch", "tensorflow", "jax"):
            importlib.import_module(framework)
        if framework == "jax" or "jax" in source:
            importlib.import_module("jax").config.update("jax_enable_x64", True)
    except Exception:  # the unit itself will say that it is missing
        return


def _versions() -> dict[str, str]:
    import platform
    import sys

    names = ("numpy", "torch", "tensorflow", "jax")
    found = {
        name: str(getattr(sys.modules[name], "__version__", "")) for name in names if name in sys.modules
    }
    return {"python": platform.python_version(), **found}
