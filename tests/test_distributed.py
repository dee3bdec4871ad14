"""Linting with an executor: a pool, or a real cluster on loopback; the same bytes, and a lost worker costs nothing."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import gradlint
from gradlint import report
from gradlint.core.result import Result
from gradlint.engine import distributed
from gradlint.report.screen import Screen

ROOT = Path(gradlint.__file__).parent.parent
MODEL = "import torch\ndef score(x):\n    return x.detach().sum()\n"
CALLER = (
    "import torch\nfrom model import score\nw = torch.ones(3, requires_grad=True)\nscore(w * 2).backward()\n"
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The examples, and a project whose finding stands in another file than its request."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    project = tmp_path / "project"
    project.mkdir()
    (project / "model.py").write_text(MODEL)
    (project / "train.py").write_text(CALLER)
    (project / "plain.py").write_text("import os\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(distributed, "MOST_FILES", 2)
    return tmp_path


def shown(results: Iterator[Result]) -> str:
    found = list(results)
    text = "".join(report.load("full")(iter(found), Screen()))
    return text + "".join(report.load("json")(iter(found), Screen())) + repr([one.path for one in found])


@pytest.mark.parametrize("where", [".", "absolute"])
def test_threads_give_the_same_bytes(folder: Path, where: str) -> None:
    paths = [str(folder) if where == "absolute" else where]
    alone = shown(gradlint.lint_paths(paths))
    assert "GL401" in alone and "project/model.py" in alone
    with ThreadPoolExecutor(2) as executor:
        assert shown(gradlint.lint_paths(paths, executor=executor)) == alone


def test_a_worker_in_another_folder_gives_the_same_bytes(folder: Path) -> None:
    alone = shown(gradlint.lint_paths(["."]))
    with ProcessPoolExecutor(1, initializer=os.chdir, initargs=("/",)) as executor:
        assert shown(gradlint.lint_paths(["."], executor=executor)) == alone


class Losing(Executor):
    """Hands work on, and kills a worker once some of it has been handed out."""

    def __init__(self, inner: Executor, kill: Callable[[], None]) -> None:
        self._inner = inner
        self._kill = kill
        self.submitted = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **named: Any) -> Future[Any]:
        self.submitted += 1
        future = self._inner.submit(fn, *args, **named)
        if self.submitted == 2:
            self._kill()
        return future


def test_a_pool_of_which_a_process_is_killed(folder: Path) -> None:
    alone = shown(gradlint.lint_paths(["."]))
    with ProcessPoolExecutor(2) as pool:
        pids = [pool.submit(os.getpid).result()]
        losing = Losing(pool, lambda: os.kill(pids[0], signal.SIGKILL))
        assert shown(gradlint.lint_paths(["."], executor=losing)) == alone


def test_a_file_that_takes_every_worker_along_is_a_failure_and_the_others_are_linted(folder: Path) -> None:
    class Refusing(Executor):
        def submit(self, fn: Callable[..., Any], /, *args: Any, **named: Any) -> Future[Any]:
            future: Future[Any] = Future()
            if any(path.endswith("plain.py") for path in args[1]):
                future.set_exception(ValueError("lost"))
            else:
                future.set_result(fn(*args, **named))
            return future

    found = {result.path: result for result in gradlint.lint_paths(["."], executor=Refusing())}
    assert found["project/plain.py"].failure == "its worker was lost twice: ValueError: lost"
    assert found["project/model.py"].findings and not found["project/train.py"].failure


def test_a_cluster_of_two_workers_of_which_one_is_killed(folder: Path) -> None:
    dask = pytest.importorskip("distributed", reason="needs Dask (the extra test brings it)")
    alone = shown(gradlint.lint_paths(["."]))
    cluster = dask.LocalCluster(
        n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=":0", silence_logs=50
    )
    with cluster, dask.Client(cluster) as client:
        executor = client.get_executor()
        assert shown(gradlint.lint_paths(["."], executor=executor)) == alone
        first = next(iter(client.run(os.getpid).values()))
        losing = Losing(client.get_executor(), lambda: os.kill(first, signal.SIGKILL))
        assert shown(gradlint.lint_paths(["."], executor=losing)) == alone
