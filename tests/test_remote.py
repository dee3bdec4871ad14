"""`--on ssh:HOST[:PYTHON]`: findings executed on another machine. Here that is an sshd of our own on the loopback."""

from __future__ import annotations

import getpass
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from gradlint.confirm.remote import Destination, destination
from gradlint.confirm.shipping import Shipped
from gradlint.core.errors import GradlintError

CUT = """\
import torch
from helper import scale

w = torch.tensor([2.0], requires_grad=True)
loss = (scale(w) * 3).sum() + (w**2).sum().item()
loss.backward()
"""
HELPER = "def scale(x):\n    return x * 2\n"
SSHD = shutil.which("sshd") or next((each for each in ("/usr/sbin/sshd",) if os.path.exists(each)), None)


# What may be named.


@pytest.mark.parametrize(
    ("word", "host", "python"),
    [
        ("ssh:gpu", "gpu", "python3"),
        ("ssh:me@gpu.example.org:/opt/env/bin/python", "me@gpu.example.org", "/opt/env/bin/python"),
        ("ssh:gpu:~/envs/my env/bin/python", "gpu", "~/envs/my env/bin/python"),
        ("ssh:[::1]:python3.12", "[::1]", "python3.12"),
    ],
)
def test_a_host_and_an_interpreter(word: str, host: str, python: str) -> None:
    assert destination(word) == Destination(host, python)


@pytest.mark.parametrize(
    "word",
    [
        "ssh:-oProxyCommand=touch /tmp/x",
        "ssh:",
        "ssh",
        "gpu",
        "ssh:a b",
        "ssh:$(id)",
        "ssh:gpu;id",
        "ssh:-l@gpu",
        "ssh:me@-oProxyCommand=id",
        "ssh:gpu:",
        "ssh:gpu:-c",
        "ssh:gpu:py\nid",
        "ssh:[::1",
        "telnet:gpu",
    ],
)
def test_what_is_no_host_is_refused(word: str) -> None:
    with pytest.raises(GradlintError, match=r"^--on: "):
        destination(word)


def test_the_shell_there_sees_an_interpreter_as_one_word(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gradlint.confirm.remote.located", lambda name: "/usr/bin/ssh")
    command = Destination("gpu", "/x/my py; rm -rf ~").command("pass")
    assert command[-3:-1] == ["--", "gpu"]
    assert command[-1].startswith("'/x/my py; rm -rf ~' -I -c ")
    assert Destination("gpu", "~/e x/python").command("pass")[-1].startswith("~/'e x/python' -I -c ")


def test_paths_lead_there_and_back(tmp_path: Path) -> None:
    (tmp_path / "train.py").write_text("x = 1\n")
    (tmp_path / ".env").write_text("SECRET=1\n")
    (tmp_path / ".venv").mkdir()
    (tmp_path / ".venv" / "a.py").write_text("")
    shipped = Shipped("/tmp/gradlint-there")
    job = {"filename": f"{tmp_path}/train.py", "readable": [str(tmp_path)], "roots": [str(tmp_path)]}
    shipped.add([job])
    moved = shipped.job(job)
    assert moved["filename"] == f"/tmp/gradlint-there/project{tmp_path}/train.py"
    assert shipped.back({"reason": [f"in {moved['filename']}"]}) == {"reason": [f"in {tmp_path}/train.py"]}
    import io
    import zipfile

    names = zipfile.ZipFile(io.BytesIO(shipped.archive())).namelist()
    assert [name for name in names if name.startswith("project")] == [f"project{tmp_path}/train.py"]
    assert "runner/__main__.py" in names


# A real connection.


@dataclass
class Machine:
    """An sshd on the loopback that lets us in with a key of its own."""

    folder: Path
    process: subprocess.Popen[bytes]

    def gradlint(self, folder: Path, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "gradlint", *words],
            cwd=folder,
            capture_output=True,
            text=True,
            timeout=180,
            env=self.environment(**more),
        )

    def leftovers(self) -> list[str]:
        """What was sent and is still there."""
        return os.listdir(self.folder / "tmp")

    def is_left_clean(self) -> bool:
        for _ in range(100):
            if not self.leftovers():
                return True
            time.sleep(0.1)
        return False

    def environment(self, **more: str) -> dict[str, str]:
        return {**os.environ, "PATH": f"{self.folder / 'bin'}{os.pathsep}{os.environ['PATH']}", **more}


@pytest.fixture(scope="module")
def machine() -> Iterator[Machine]:
    if SSHD is None or shutil.which("ssh") is None or shutil.which("ssh-keygen") is None:
        pytest.skip("sshd is not installed (openssh-server)")
    if os.getuid() == 0:
        # What it asks for if it was started by root.
        Path("/run/sshd").mkdir(exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix="gradlint-sshd-"))
    for name in ("host", "user"):
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(folder / name)], check=True)
    shutil.copy(folder / "user.pub", folder / "authorized")
    port = _free_port()
    (folder / "sshd_config").write_text(
        f"Port {port}\nListenAddress 127.0.0.1\nHostKey {folder}/host\nPidFile none\nUsePAM no\nStrictModes no\n"
        f"AuthorizedKeysFile {folder}/authorized\nPasswordAuthentication no\nPermitRootLogin prohibit-password\n"
        f"SetEnv TMPDIR={folder}/tmp\n"
    )
    (folder / "ssh_config").write_text(
        f"Host there\n HostName 127.0.0.1\n Port {port}\n User {getpass.getuser()}\n"
        f" IdentityFile {folder}/user\n IdentitiesOnly yes\n StrictHostKeyChecking no\n"
        f" UserKnownHostsFile {folder}/known\n"
        f"Host closed\n HostName 127.0.0.1\n Port 1\n"
    )
    (folder / "bin").mkdir()
    (folder / "tmp").mkdir()
    ssh = folder / "bin" / "ssh"
    ssh.write_text(f'#!/bin/sh\nexec {shutil.which("ssh")} -F {folder}/ssh_config "$@"\n')
    ssh.chmod(0o755)
    with open(folder / "log", "wb") as log:
        process = subprocess.Popen([SSHD, "-D", "-e", "-f", str(folder / "sshd_config")], stderr=log)
    try:
        _wait_for(port, process, folder / "log")
        yield Machine(folder, process)
    finally:
        process.terminate()
        process.wait()
        shutil.rmtree(folder, ignore_errors=True)


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def _wait_for(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    for _ in range(100):
        if process.poll() is not None:
            pytest.skip(f"sshd cannot run here: {log.read_text()[-200:]}")
        with socket.socket() as one:
            if one.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    pytest.skip("sshd did not come up")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "pyproject.toml").write_text("")
    (tmp_path / "train.py").write_text(CUT)
    (tmp_path / "helper.py").write_text(HELPER)
    return tmp_path


def test_a_finding_is_proven_there_and_nothing_stays(machine: Machine, project: Path) -> None:
    words = ("--confirm", "--isolated", "--output-format", "json", "--on", f"ssh:there:{sys.executable}")
    done = machine.gradlint(project, *words, "train.py")
    (finding,) = json.loads(done.stdout)
    verdict = finding["verdict"]
    assert (finding["code"], verdict["kind"], verdict["level"]) == ("GL104", "confirmed", "program"), done
    assert f"uses {sys.executable} on there (--on)" in done.stderr
    assert machine.is_left_clean()


def test_what_is_missing_there_is_one_line_and_not_run(machine: Machine, project: Path) -> None:
    plain = getattr(sys, "_base_executable", None) or sys.executable
    words = ("--confirm", "--isolated", "--output-format", "json")
    if subprocess.run([plain, "-I", "-c", "import torch"], capture_output=True).returncode:
        done = machine.gradlint(project, *words, "--on", f"ssh:there:{plain}", "train.py")
        assert json.loads(done.stdout)[0]["verdict"]["kind"] == "not-run"
        (line,) = [each for each in done.stderr.splitlines() if "not run" in each]
        assert "torch is not installed" in line and "on there (--on)" in line
    done = machine.gradlint(
        project, *words, "--device", "cuda:7", "--on", f"ssh:there:{sys.executable}", "train.py"
    )
    assert json.loads(done.stdout)[0]["verdict"]["kind"] == "not-run"
    (line,) = [each for each in done.stderr.splitlines() if "not run" in each]
    assert "cuda" in line


def test_a_host_that_does_not_answer_and_an_interpreter_that_is_none(machine: Machine, project: Path) -> None:
    refused = machine.gradlint(project, "--confirm", "--isolated", "--on", "ssh:closed", "train.py")
    (line,) = refused.stderr.splitlines()[-1:]
    assert "ssh:closed:python3: ssh cannot connect: " in line and refused.returncode == 2
    missing = machine.gradlint(project, "--confirm", "--isolated", "--on", "ssh:there:/no/such", "train.py")
    (line,) = missing.stderr.splitlines()[-1:]
    assert "is not a Python interpreter there" in line and missing.returncode == 2
    both = machine.gradlint(project, "--confirm", "--python", "x", "--on", "ssh:there", "train.py")
    assert "exclude each other" in both.stderr and both.returncode == 2


def test_a_lost_connection_is_said_and_leaves_nothing(machine: Machine, project: Path) -> None:
    (project / "train.py").write_text(f"import time\ntime.sleep(30)\n{CUT}")
    words = ["--confirm", "--isolated", "--output-format", "json", "--confirm-timeout", "60"]
    process = subprocess.Popen(
        [sys.executable, "-m", "gradlint", *words, "--on", f"ssh:there:{sys.executable}", "train.py"],
        cwd=project,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=machine.environment(),
    )
    cut_off = 0
    for _ in range(600):
        for pid in _connections(machine.process.pid):
            if machine.leftovers():
                # The zygote is on its way.
                time.sleep(0.2)
                os.kill(pid, signal.SIGKILL)
                cut_off += 1
        if process.poll() is not None:
            break
        time.sleep(0.1)
    out, errors = process.communicate(timeout=60)
    assert cut_off
    (finding,) = json.loads(out)
    assert finding["verdict"]["kind"] == "not-run"
    (line,) = [each for each in errors.splitlines() if "not run" in each]
    assert "the connection to there was lost" in line
    assert machine.is_left_clean()


def _connections(parent: int) -> list[int]:
    """The processes of sshd that serve one connection each."""
    try:
        children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    except OSError:
        pytest.skip("there is no /proc to find the connection in")
    return [int(each) for each in children]
