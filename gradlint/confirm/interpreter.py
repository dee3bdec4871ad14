"""The interpreter that has the user's frameworks: whether it will do, and what environment it is given."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from gradlint.confirm.answers import Job
from gradlint.confirm.capacity import side_by_side
from gradlint.confirm.runner.process.sandbox.never import homes
from gradlint.confirm.sites import Begun
from gradlint.core.errors import GradlintError
from gradlint.core.executables import located, search_path

RUNNER = str(Path(__file__).parent / "runner" / "__main__.py")
OLDEST = (3, 10)
_PATIENCE = 60
_ASK = "import json, site, sys; print(json.dumps([sys.version_info[:2], site.getuserbase()]))"

_KEPT = "LANG LC_ALL LC_CTYPE TZ KERAS_BACKEND SYSTEMROOT SYSTEMDRIVE".split()
_KEPT_LIBRARIES = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")
_KEPT_TO_ASK = ("HOME", "USERPROFILE", "APPDATA")
_KEPT_FOR_ACCELERATORS = """
    CUDA_HOME CUDA_PATH CUDA_VISIBLE_DEVICES ROCM_PATH HIP_VISIBLE_DEVICES ONEAPI_DEVICE_SELECTOR
    ZE_AFFINITY_MASK TPU_LIBRARY_PATH JAX_PLATFORMS XLA_FLAGS
""".split()
_ALWAYS = {
    # Without them every child would start threads of its own, more than there are processors.
    "OMP_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "TF_NUM_INTRAOP_THREADS": "1",
    "TF_NUM_INTEROP_THREADS": "1",
    "TF_CPP_MIN_LOG_LEVEL": "3",
    "TF_ENABLE_ONEDNN_OPTS": "0",
    "TF_FORCE_GPU_ALLOW_GROWTH": "true",
    "XLA_PYTHON_CLIENT_PREALLOCATE": "false",
    # A program that runs once is compiled in less time than it takes to make it fast.
    "JAX_DISABLE_MOST_OPTIMIZATIONS": "1",
    # Shortening tracebacks takes longer than to read them as they are.
    "JAX_TRACEBACK_FILTERING": "off",
    "MPLBACKEND": "Agg",
    "PYTHONDONTWRITEBYTECODE": "1",
    "PYTHONHASHSEED": "0",
}
_WITHOUT_ACCELERATORS = {"CUDA_VISIBLE_DEVICES": "", "HIP_VISIBLE_DEVICES": "", "JAX_PLATFORMS": "cpu"}


@dataclass(frozen=True)
class Interpreter:
    """A Python of this machine that can run the runner; see `Site`."""

    path: str
    user_base: str
    """Where it looks for packages that were installed for one user; it would not find it under another HOME."""

    def environment(self, scratch: str, device: str) -> dict[str, str]:
        """All that a program of the user may learn of the user's environment, and what makes it work."""
        return {
            **_kept(() if device == "cpu" else _KEPT_FOR_ACCELERATORS),
            **_ALWAYS,
            **(_WITHOUT_ACCELERATORS if device == "cpu" else {}),
            "PYTHONUSERBASE": self.user_base,
            "HOME": scratch,
            "TMPDIR": scratch,
        }

    def at_once(self, memory_mb: int) -> int:
        return side_by_side(memory_mb)

    def surroundings(self) -> Job:
        return {"paths": search_path_of_programs(), "homes": homes()}

    def prepare(self, jobs: Sequence[Job]) -> None:
        """All files are where they are."""

    def begin(self, config: Mapping[str, object], device: str, errors: IO[bytes]) -> Begun:
        base = tempfile.mkdtemp(prefix="gradlint-")
        process = subprocess.Popen(
            [self.path, RUNNER, "--zygote", json.dumps({**config, "base": base})],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            cwd=base,
            env=self.environment(base, device),
            # Ctrl-C is ours to hear; the zygote sees that we close its jobs.
            start_new_session=True,
        )
        return Begun(process, folder=base)

    def last_words(self, code: int | None, said: str) -> str:
        return said or "it said nothing"


def environment_there(device: str) -> dict[str, object]:
    """The same for another machine, which knows its own environment: what is kept of it, and what is always set."""
    kept = [*_KEPT, *(() if device == "cpu" else _KEPT_FOR_ACCELERATORS)]
    always = {**_ALWAYS, **(_WITHOUT_ACCELERATORS if device == "cpu" else {})}
    return {"kept": kept, "paths": list(_KEPT_LIBRARIES), "always": always}


def search_path_of_programs() -> list[str]:
    """PYTHONPATH, for programs inside the sandbox alone: whoever writes it could put code into everything else."""
    entries = os.environ.get("PYTHONPATH", "")
    return [os.path.abspath(entry) for entry in entries.split(os.pathsep)] if entries else []


def _kept(names: Iterable[str]) -> dict[str, str]:
    """What is taken over from the user's environment; folders only if they are the same from everywhere."""
    kept = {name: os.environ[name] for name in (*_KEPT, *names) if name in os.environ}
    for name in _KEPT_LIBRARIES:
        entries = [entry for entry in os.environ.get(name, "").split(os.pathsep) if os.path.isabs(entry)]
        if entries:
            kept[name] = os.pathsep.join(entries)
    return {**kept, "PATH": search_path()}


def find(path: str) -> Interpreter:
    """Ask the interpreter for its version; an error for the user if it will not do."""
    program = _located(path)
    version, user_base = _asked(path, program)
    if tuple(version) < OLDEST:
        found, needed = ".".join(map(str, version)), ".".join(map(str, OLDEST))
        raise GradlintError(f"{path}: Python {found} is too old to run code in, {needed} is needed")
    return Interpreter(program, user_base)


def _located(path: str) -> str:
    """Where it is, from whatever folder it will be started. Links stay: a virtual environment is one."""
    found = located(path)
    if found is not None:
        return found
    if os.path.exists(path):
        raise GradlintError(f"{path}: cannot be started as a Python interpreter")
    raise GradlintError(f"{path}: no such interpreter")


def _asked(path: str, program: str) -> tuple[list[int], str]:
    """Alone with itself: no module of the folder we are in, nothing that PYTHONPATH or another variable says."""
    environment = _kept(_KEPT_TO_ASK)
    if os.path.isabs(base := os.environ.get("PYTHONUSERBASE", "")):
        environment["PYTHONUSERBASE"] = base
    try:
        with tempfile.TemporaryDirectory(prefix="gradlint-") as nowhere:
            done = subprocess.run(
                [program, "-I", "-c", _ASK],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                timeout=_PATIENCE,
                check=False,
                cwd=nowhere,
                env=environment,
            )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise GradlintError(f"{path}: cannot be started as a Python interpreter ({error})") from None
    try:
        version, user_base = json.loads(done.stdout)
        return [int(part) for part in version], str(user_base)
    except (ValueError, TypeError):
        raise GradlintError(f"{path}: is not a Python interpreter") from None
