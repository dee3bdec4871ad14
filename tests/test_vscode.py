"""The extension for VS Code: what it ships, and its own tests, with the real server of this source."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

import gradlint
from gradlint.lsp.wishes import Wishes
from tests.test_editors import environment, program

ROOT = Path(gradlint.__file__).parent.parent
EXTENSION = ROOT / "editors" / "vscode"
OUR_FAULT = re.compile(r"EUSAGE|EINTEGRITY|EJSONPARSE|ERESOLVE")


def text(name: str) -> str:
    return (EXTENSION / name).read_text("utf-8")


def test_the_extension_has_the_version_and_the_licence_of_the_project() -> None:
    manifest, lock = json.loads(text("package.json")), json.loads(text("package-lock.json"))
    assert manifest["version"] == lock["version"] == gradlint.__version__
    assert text("LICENSE") == (ROOT / "LICENSE").read_text("utf-8")


def test_the_lock_file_names_no_host() -> None:
    lock = text("package-lock.json")
    assert "resolved" not in lock
    hosts = set(re.findall(r"https?://([^/\"]+)", lock))
    # Authors ask for money there; nothing is fetched from it.
    assert hosts <= {"github.com", "opencollective.com"}
    for name, package in json.loads(lock)["packages"].items():
        assert not name or package["integrity"].startswith("sha512-")


def test_every_wish_of_the_server_is_a_setting_with_an_entry_in_the_readme() -> None:
    settings = json.loads(text("package.json"))["contributes"]["configuration"]["properties"]
    assert set(settings) == {f"gradlint.{name}" for name in (*Wishes.__slots__, "enable", "path")}
    for name in settings:
        assert f"| `{name}` |" in text("README.md")


def test_a_folder_cannot_choose_what_is_executed() -> None:
    manifest = json.loads(text("package.json"))
    restricted = set(manifest["capabilities"]["untrustedWorkspaces"]["restrictedConfigurations"])
    assert restricted >= {"gradlint.path", "gradlint.python", "gradlint.sandbox"}


def test_nobody_is_sent_to_the_package_of_somebody_else() -> None:
    for name in ("README.md", "src/options.js", "package.json"):
        assert not re.search(r"pip install [\"']?gradlint(?!-autodiff)", text(name))


def test_the_tests_of_the_extension_pass(tmp_path: Path) -> None:
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("npm is not installed")
    folder = tmp_path / "extension"
    shutil.copytree(EXTENSION, folder, ignore=shutil.ignore_patterns("node_modules", "*.vsix"))

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [str(npm), *words],
            cwd=folder,
            env=environment(GRADLINT=str(gradlint_)),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=240,
            check=False,
        )

    gradlint_ = program(tmp_path)
    try:
        got = run("ci", "--no-audit", "--no-fund", "--fetch-retries=1")
    except subprocess.TimeoutExpired:
        pytest.skip("npm could not get the packages within 240 seconds")
    if got.returncode != 0:
        assert not OUR_FAULT.search(got.stdout), got.stdout
        pytest.skip(f"npm could not get the packages: {got.stdout.strip().splitlines()[-1:]}")
    done = run("test")
    assert done.returncode == 0, done.stdout
    counts = dict(re.findall(r"^\S+ (pass|fail|skipped) (\d+)$", done.stdout, re.MULTILINE))
    assert (counts["fail"], counts["skipped"]) == ("0", "0"), done.stdout
