"""A program is run as its user would run it: in its package, with its neighbours and its data."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from gradlint.confirm.launch import launch_of
from gradlint.confirm.plan import project_of
from gradlint.confirm.repro import save
from gradlint.confirm.supervisor import Answer, Settings, Supervisor
from gradlint.confirm.verdicts import verdict_of
from gradlint.core.model import Finding, Position, Severity, Span
from tests.support.findings import job_for

Run = Callable[[Path], tuple[str, str | None, str]]

HAZARD = """
import torch

w = torch.ones(3, requires_grad=True)
loss = (scale * w).sum().detach()  # here
loss.backward()
"""


@pytest.fixture(scope="module")
def supervisor() -> Iterator[Supervisor]:
    with Supervisor(Settings(seconds=20.0, sandbox="weak")) as made:
        yield made


@pytest.fixture
def run(supervisor: Supervisor) -> Run:
    """The verdict on the flagged line of a file, its level and its reason."""

    def run(path: Path) -> tuple[str, str | None, str]:
        text = path.read_text()
        job = job_for(text, "GL401", fixed=text.replace(".detach()", ""), path=str(path), seconds=20.0)
        (answer,) = supervisor.run([job])
        verdict = verdict_of(answer)
        return verdict.kind, verdict.level, f"{verdict.reason} {_attempts(answer)}"

    return run


def _attempts(answer: Answer) -> Any:
    return (answer.report or {}).get("attempts")


def project(folder: Path, **files: str) -> Path:
    """Files by their paths, with a double underscore for the slash and `py` as their ending."""
    folder.mkdir(exist_ok=True)
    (folder / "pyproject.toml").write_text("[project]\nname = 'made'\n")
    for name, text in files.items():
        path = folder.joinpath(*name.split("__")).with_suffix(".py")
        if name.endswith("_init"):
            path = path.with_name("__init__.py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


def test_a_module_of_a_package_runs_as_python_m_would(tmp_path: Path, run: Run) -> None:
    project(
        tmp_path,
        pack___init="STARTED = True\n",
        pack__sub___init="",
        pack__numbers="SCALE = 2.0\n",
        pack__sub__near="import pack.numbers\nfrom ..numbers import SCALE as near\n",
        pack__sub__train="import sys\nfrom . import near\nfrom ..numbers import SCALE as scale\nimport pack\n"
        "assert __name__ == '__main__' and __package__ == 'pack.sub' and pack.STARTED\n"
        "assert __spec__.name == 'pack.sub.train' and sys.argv == [__file__] and __file__.endswith('train.py')\n"
        f"assert sys.path[0] == {str(tmp_path)!r}, sys.path\nassert near.near == 2.0\n" + HAZARD,
    )
    assert run(tmp_path / "pack" / "sub" / "train.py")[:2] == ("confirmed", "program")


def test_a_package_in_a_folder_for_sources(tmp_path: Path, run: Run) -> None:
    project(
        tmp_path,
        src__pack___init="",
        src__pack__numbers="SCALE = 2.0\n",
        src__pack__train="from .numbers import SCALE as scale\n" + HAZARD,
    )
    assert run(tmp_path / "src" / "pack" / "train.py")[:2] == ("confirmed", "program")


def test_a_package_without_a_text_of_its_own(tmp_path: Path, run: Run) -> None:
    project(
        tmp_path,
        pack__numbers="SCALE = 2.0\n",
        pack__sub__train="from ..numbers import SCALE as scale\nassert __package__ == 'pack.sub'\n" + HAZARD,
    )
    assert run(tmp_path / "pack" / "sub" / "train.py")[:2] == ("confirmed", "program")


def test_a_module_that_others_of_its_package_import_again(tmp_path: Path, run: Run) -> None:
    project(
        tmp_path,
        pack___init="",
        pack__helper="from .train import Settings\n\ndef scale():\n    return Settings.scale\n",
        pack__train="class Settings:\n    scale = 2.0\n\n\ndef main():\n    from .helper import scale as found\n"
        "    import pack.train\n\n    assert pack.train.Settings is not Settings\n    scale = found()\n"
        "    import torch\n    w = torch.ones(3, requires_grad=True)\n    loss = (scale * w).sum().detach()  # here\n"
        "    loss.backward()\n\n\nif __name__ == '__main__':\n    main()\n",
    )
    assert run(tmp_path / "pack" / "train.py")[:2] == ("confirmed", "program")


def test_a_module_that_is_only_imported_is_executed_once_and_under_its_name(tmp_path: Path, run: Run) -> None:
    project(
        tmp_path,
        pack___init="from .registry import known\nfrom .layer import probe\n",
        pack__registry="known = set()\n",
        pack__layer="import torch\nfrom .registry import known\nassert 'layer' not in known\nknown.add('layer')\n"
        "assert __name__ == 'pack.layer'\n\n\ndef probe():\n    w = torch.ones(3, requires_grad=True)\n"
        "    loss = (2.0 * w).sum().detach()  # here\n    loss.backward()\n\n\nfirst = None\ntry:\n    probe()\n"
        "except RuntimeError as error:\n    first = error\nif first is not None:\n    raise first\n",
    )
    assert run(tmp_path / "pack" / "layer.py")[:2] == ("confirmed", "program")


def test_a_function_of_a_package_is_reached_with_its_relative_imports(tmp_path: Path, run: Run) -> None:
    project(
        tmp_path,
        pack___init="",
        pack__numbers="SCALE = 2.0\n",
        pack__losses="import importlib\nimport torch\nfrom .numbers import SCALE\n\n\ndef loss(w):\n"
        "    from . import numbers\n    other = importlib.import_module('.numbers', __package__)\n"
        "    scaled = SCALE * numbers.SCALE * other.SCALE * w\n    return scaled.sum().detach()  # here\n",
    )
    kind, level, why = run(tmp_path / "pack" / "losses.py")
    assert (kind, level) == ("illustrated", "slice"), why


def test_a_file_of_a_package_that_cannot_be_imported_runs_by_itself_if_it_can(
    tmp_path: Path, run: Run
) -> None:
    project(
        tmp_path,
        pack___init="import no_such_module\n",
        pack__train="scale = 2.0\n" + HAZARD,
        pack__needy="from .numbers import SCALE as scale\n" + HAZARD,
        pack__numbers="SCALE = 2.0\n",
    )
    assert run(tmp_path / "pack" / "train.py")[:2] == ("confirmed", "program")
    _, level, why = run(tmp_path / "pack" / "needy.py")
    assert level == "program" and "before its first line: ModuleNotFoundError" in why


def test_a_script_in_a_package_that_imports_its_neighbours(tmp_path: Path, run: Run) -> None:
    project(
        tmp_path,
        pack___init="",
        pack__numbers="SCALE = 2.0\n",
        pack__train="import sys, os\nfrom numbers_of_mine import SCALE as scale\n"
        "assert sys.path[0] == os.path.dirname(__file__) and __package__ is None\n" + HAZARD,
        pack__numbers_of_mine="SCALE = 2.0\n",
    )
    assert run(tmp_path / "pack" / "train.py")[:2] == ("confirmed", "program")


def test_modules_that_are_anything_but_modules_are_left_alone(tmp_path: Path, run: Run) -> None:
    odd = (
        "import sys\n\nclass Lazy:\n    def __getattr__(self, name):\n        raise ImportError('ask for ' + name)\n\n"
        "sys.modules['lazy'] = Lazy()\nimport bare.inner.deep\n"
    )
    project(
        tmp_path,
        helper=odd,
        bare__inner__deep="SCALE = 2.0\n",
        train="import helper\nfrom bare.inner.deep import SCALE as scale\n" + HAZARD,
    )
    kind, level, why = run(tmp_path / "train.py")
    assert (kind, level) == ("confirmed", "program"), why


def test_the_program_with_the_fix_starts_without_what_the_other_one_left(tmp_path: Path, run: Run) -> None:
    project(
        tmp_path,
        state="runs = []\n",
        train="import state\nimport os\nassert not state.runs and not os.path.exists('out')\nstate.runs.append(1)\n"
        "os.mkdir('out')\nscale = 2.0\n" + HAZARD,
    )
    assert run(tmp_path / "train.py")[:2] == ("confirmed", "program")


def test_data_of_the_project_is_read_and_what_is_written_stays_outside(tmp_path: Path, run: Run) -> None:
    project(
        tmp_path,
        jobs__train="import json, pathlib\nscale = json.load(open('data/scale.json'))\n"
        "scale *= float(pathlib.Path('local.txt').read_text())\n"
        "assert pathlib.Path(__file__).with_name('local.txt').exists()\n"
        "assert len(open('large.bin', 'rb').read()) == 200000\n"
        "for name in ('data/scale.json', 'large.bin', 'data/new.txt', 'new.txt'):\n"
        "    with open(name, 'a') as file:\n        file.write('more')\n" + HAZARD,
    )
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "scale.json").write_text("2.0")
    (tmp_path / "jobs" / "local.txt").write_text("1.5")
    (tmp_path / "large.bin").write_bytes(b"x" * 200000)
    kind, level, why = run(tmp_path / "jobs" / "train.py")
    assert (kind, level) == ("confirmed", "program"), why
    assert (tmp_path / "data" / "scale.json").read_text() == "2.0"
    assert (tmp_path / "large.bin").stat().st_size == 200000
    assert not (tmp_path / "new.txt").exists() and not (tmp_path / "data" / "new.txt").exists()


def test_a_saved_program_of_a_package_runs_from_anywhere(tmp_path: Path, supervisor: Supervisor) -> None:
    made = project(
        tmp_path / "made",
        pack___init="",
        pack__numbers="SCALE = 2.0\n",
        pack__train="from .numbers import SCALE as scale\n" + HAZARD,
    )
    path = made / "pack" / "train.py"
    text = path.read_text()
    fixed = text.replace(".detach()", "")
    (answer,) = supervisor.run([job_for(text, "GL401", fixed=fixed, path=str(path), seconds=20.0)])
    place = Span(Position(5, 1), Position(5, 9))
    finding = Finding("GL401", "detached-loss", "cut", str(path), place, Severity.ERROR, "torch")
    assert answer.report is not None
    saved = save(str(tmp_path / "saved"), finding, answer.report)
    ended = [
        subprocess.run([sys.executable, each], cwd=tmp_path, capture_output=True, text=True) for each in saved
    ]
    assert [each.returncode for each in ended] == [1, 0], [each.stderr for each in ended]
    assert "does not require grad" in ended[0].stderr


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("run.py", "import torch", ("script", "run", "")),
        ("pack/net.py", "from .a import b", ("import", "pack.net", "pack")),
        ("pack/net.py", "from .a import b\nfor i in range(3):\n    b()", ("main", "pack.net", "pack")),
        (
            "pack/net.py",
            "def main(): ...\nif __name__ == '__main__':\n    main()",
            ("main", "pack.net", "pack"),
        ),
        ("pack/__init__.py", "from .net import main\nmain()", ("import", "pack", "pack")),
        ("bare/deep/net.py", "from ..a import b", ("import", "bare.deep.net", "bare.deep")),
        ("bare/net.py", "import a", ("script", "net", "")),
        ("not-a-name/net.py", "from . import a", ("script", "net", "")),
        ("pack/net.py", "def broken(:", ("script", "net", "")),
    ],
)
def test_how_a_file_is_started(tmp_path: Path, path: str, text: str, expected: tuple[str, str, str]) -> None:
    project(tmp_path, pack___init="")
    (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
    launch = launch_of(str(tmp_path / path), text, "python", *project_of(str(tmp_path / path)))
    assert (launch.run_as, launch.module, launch.package) == expected


def test_a_notebook_starts_in_its_own_folder(tmp_path: Path) -> None:
    project(tmp_path, pack___init="")
    path = str(tmp_path / "pack" / "study.ipynb")
    launch = launch_of(path, "from .a import b", "notebook", *project_of(path))
    assert launch.run_as == "script" and launch.roots[0] == str(tmp_path / "pack")
