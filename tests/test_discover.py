"""Which files are linted, and under which name they are shown."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from gradlint.core.errors import GradlintError
from gradlint.sources.discover import DEFAULT_EXCLUDE, DiscoverySettings, discover
from gradlint.sources.globs import Glob, flaw, matcher
from tests.support.fresh import printed

PLAIN = DiscoverySettings()


def tree(root: Path, *files: str) -> None:
    for name in files:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x = 1\n")


def git(root: Path, *arguments: str) -> None:
    identity = ["-c", "user.name=t", "-c", "user.email=t@example.org"]
    subprocess.run(["git", *identity, *arguments], cwd=root, check=True, capture_output=True)


def found(paths: Sequence[str] = (".",), settings: DiscoverySettings = PLAIN) -> list[str]:
    return [file.replace(os.sep, "/") for file in discover(paths, settings)]


def excluding(root: Path, *patterns: str) -> DiscoverySettings:
    globs = tuple(Glob(pattern, str(root)) for pattern in patterns)
    return DiscoverySettings(exclude=DEFAULT_EXCLUDE + globs, root=str(root))


@pytest.fixture(params=["git", "no git"])
def root(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty project; whatever holds for it holds with and without git."""
    if request.param == "git":
        git(tmp_path, "init", "-q")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_python_notebooks_and_markdown_are_found_in_sorted_order(root: Path) -> None:
    tree(root, "b.py", "a/z.ipynb", "a/README.md", "a/deep/x.markdown", "data.csv", "a/types.pyi", "Makefile")
    assert found() == ["a/README.md", "a/deep/x.markdown", "a/z.ipynb", "b.py"]


def test_a_file_is_found_once_however_often_it_is_named(root: Path) -> None:
    tree(root, "a/b.py")
    assert found(["a", ".", "a/b.py", "./a/b.py", str(root / "a")]) == ["a/b.py"]


def test_files_are_shown_like_the_path_that_led_to_them(root: Path) -> None:
    tree(root, "a/b.py")
    assert found(["./a"]) == ["a/b.py"]
    assert found(["a/"]) == ["a/b.py"]
    assert found([str(root)]) == [f"{root.as_posix()}/a/b.py"]


def test_upper_case_endings_and_odd_names_are_found(root: Path) -> None:
    tree(root, "README.MD", "a b.py", "ünï.py", "new\nline.py", ".hidden.py", "-dash.py")
    assert found() == sorted(["README.MD", "a b.py", "ünï.py", "new\nline.py", ".hidden.py", "-dash.py"])


def test_default_excludes_hold_below_the_given_path_only(root: Path) -> None:
    tree(
        root, "venv/lib/x.py", "venv/lib/build/y.py", "pkg.egg-info/z.py", "src/node_modules/n.py", "build.py"
    )
    assert found() == ["build.py"]
    assert found(["venv/lib"]) == ["venv/lib/x.py"]


def test_gitignored_files_are_left_out(root: Path) -> None:
    tree(root, "a.py", "out/b.py", "src/gen.py", "src/kept.py", "src/sub/gen.py", "src/sub/secret.py")
    (root / ".gitignore").write_text("out/\ngen.py\n")
    (root / "src/sub/.gitignore").write_text("secret.py\n!gen.py\n")
    assert found() == ["a.py", "src/kept.py", "src/sub/gen.py"]
    assert "out/b.py" in found(settings=replace(PLAIN, respect_gitignore=False))


def test_an_ignored_folder_or_file_that_is_named_is_linted(root: Path) -> None:
    tree(root, "venv/lib/x.py", "out/a.py")
    (root / ".gitignore").write_text("venv/\nout\n")
    assert found() == []
    assert found(["venv/lib"]) == ["venv/lib/x.py"]
    assert found(["out"]) == ["out/a.py"]
    assert found(["out/a.py"]) == ["out/a.py"]


def test_a_strange_gitignore_breaks_nothing(root: Path) -> None:
    tree(root, "a.py", "b.py", "dir/.gitignore/c.py")
    (root / ".gitignore").write_bytes(b"\xff\xfe\n!\n[\n\\\nb.py\n")
    assert "a.py" in found()
    assert "b.py" not in found()


def test_user_excludes_are_relative_to_the_configuration(root: Path) -> None:
    tree(root, "a/gen/x.py", "gen/x.py", "docs/a.md", "docs/b.py", "docs/deep/c.md", "a/skip_me.py", "gen.py")
    assert found(settings=excluding(root, "/gen")) == [
        *("a/gen/x.py", "a/skip_me.py", "docs/a.md", "docs/b.py", "docs/deep/c.md", "gen.py")
    ]
    assert found(settings=excluding(root, "gen", "skip_*", "docs/*.md")) == [
        *("docs/b.py", "docs/deep/c.md", "gen.py")
    ]
    assert found(["docs"], excluding(root, "docs/**/*.md")) == ["docs/b.py"]
    assert found(["a"], excluding(root / "elsewhere", "gen/", "a/skip_me.py")) == ["a/skip_me.py"]


def test_an_excluded_path_that_is_named_is_linted_unless_excludes_are_forced(root: Path) -> None:
    tree(root, "vendor/x.py", "venv/y.py", "mine.py")
    loose = excluding(root, "vendor")
    assert found(["vendor/x.py", "venv/y.py", "mine.py"], loose) == ["mine.py", "vendor/x.py", "venv/y.py"]
    assert found(["vendor"], loose) == ["vendor/x.py"]
    forced = replace(loose, force_exclude=True)
    assert found(["vendor/x.py", "venv/y.py", "mine.py"], forced) == ["mine.py"]
    assert found(["vendor", "."], forced) == ["mine.py"]


def test_forced_excludes_look_no_further_up_than_the_configuration(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = tmp_path / "build" / "project"
    tree(project, "a.py")
    monkeypatch.chdir(project)
    forced = DiscoverySettings(force_exclude=True, root=str(project))
    assert found(["a.py"], forced) == ["a.py"]


def test_a_named_file_with_an_unknown_ending_is_linted_but_a_stub_never(root: Path) -> None:
    tree(root, "script", "run.pyx", "types.pyi")
    assert found(["script", "run.pyx", "types.pyi"]) == ["run.pyx", "script"]


def test_further_endings_can_be_mapped(root: Path) -> None:
    tree(root, "notes.txt", "other.rst")
    assert found(settings=replace(PLAIN, extension={"txt": "markdown"})) == ["notes.txt"]


@pytest.mark.parametrize("missing", ["nowhere.py", "nowhere/deep/x.py", "a.py/b.py", ""])
def test_a_missing_path_is_one_clear_line(root: Path, missing: str) -> None:
    tree(root, "a.py")
    with pytest.raises(GradlintError) as caught:
        found(["a.py", missing])
    assert str(caught.value) == f"no such file or folder: {missing}"


def test_a_link_to_nothing_is_called_one(root: Path) -> None:
    (root / "a.py").symlink_to("gone.py")
    with pytest.raises(GradlintError) as caught:
        found(["a.py"])
    assert str(caught.value) == "a.py is a link to gone.py, which does not exist"


def test_a_missing_path_names_a_close_sibling(root: Path) -> None:
    tree(root, "src/training.py")
    with pytest.raises(GradlintError, match=r"src.trainign\.py \(did you mean src.training\.py\?\)$"):
        found([os.path.join("src", "trainign.py")])


def test_a_path_with_a_nul_is_an_error_too(root: Path) -> None:
    with pytest.raises(GradlintError, match="cannot read"):
        found(["a\0b"])


def test_links_make_no_loops_and_no_second_findings(root: Path) -> None:
    tree(root, "pkg/a.py")
    outside = root.parent / f"{root.name}-outside.py"
    outside.write_text("x = 1\n")
    (root / "pkg/loop").symlink_to(root, target_is_directory=True)
    (root / "self.py").symlink_to("self.py")
    (root / "gone.py").symlink_to("nowhere.py")
    (root / "again.py").symlink_to("pkg/a.py")
    (root / "outside.py").symlink_to(outside)
    assert found() == ["outside.py", "pkg/a.py"]
    assert found(["again.py"]) == ["again.py"]


@pytest.mark.skipif(os.name != "posix", reason="named pipes")
def test_a_pipe_in_a_folder_is_not_waited_for(root: Path) -> None:
    os.mkfifo(root / "pipe.py")
    assert found() == []


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may read everything")
def test_an_unreadable_folder_is_an_error_if_named_and_skipped_if_found(root: Path) -> None:
    tree(root, "open.py", "closed/a.py")
    (root / "closed").chmod(0)
    try:
        assert found() == ["open.py"]
        with pytest.raises(GradlintError, match="cannot read"):
            found(["closed"])
    finally:
        (root / "closed").chmod(0o755)


def test_deleted_files_and_submodule_entries_are_not_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    git(tmp_path, "init", "-q")
    tree(tmp_path, "a.py", "gone.py", "new.py")
    git(tmp_path, "add", "a.py", "gone.py")
    git(tmp_path, "update-index", "--add", "--cacheinfo", f"160000,{'1' * 40},module.py")
    (tmp_path / "module.py").mkdir()
    (tmp_path / "gone.py").unlink()
    assert found() == ["a.py", "new.py"]


def test_a_repository_inside_the_repository_is_linted_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    git(tmp_path, "init", "-q")
    tree(tmp_path, "a.py", "inner/b.py", "inner/ignored.py", "build/c.py")
    git(tmp_path / "inner", "init", "-q")
    git(tmp_path / "build", "init", "-q")
    (tmp_path / "inner/.gitignore").write_text("ignored.py\n")
    assert found() == ["a.py", "inner/b.py"]


def test_without_the_git_program_ignore_files_above_the_folder_still_hold(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    git(tmp_path, "init", "-q")
    tree(tmp_path, "src/a.py", "src/gen.py", "out/b.py")
    (tmp_path / ".gitignore").write_text("gen.py\nout/\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", "")
    assert found(["src"]) == ["src/a.py"]
    assert found(["out"]) == ["out/b.py"]
    assert found() == ["src/a.py"]


def test_the_environment_of_a_git_hook_does_not_mislead(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    git(tmp_path, "init", "-q")
    tree(tmp_path, "src/a.py", "src/gen.py")
    (tmp_path / ".gitignore").write_text("gen.py\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GIT_DIR", ".git")
    monkeypatch.setenv("GIT_INDEX_FILE", ".git/nowhere")
    assert found(["src"]) == ["src/a.py"]


@pytest.mark.skipif(os.name != "posix", reason="a shell script as monitor")
def test_looking_at_a_repository_runs_nothing_that_it_configures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    git(tmp_path, "init", "-q")
    tree(tmp_path, "a.py")
    git(tmp_path, "add", "a.py")
    monitor = tmp_path / "monitor.sh"
    monitor.write_text(f"#!/bin/sh\ntouch '{tmp_path}/ran'\n")
    monitor.chmod(0o755)
    git(tmp_path, "config", "core.fsmonitor", str(monitor))
    assert found() == ["a.py"]
    assert not (tmp_path / "ran").exists()


def test_nested_settings_decide_about_their_folder(root: Path) -> None:
    tree(root, "a/skip.py", "a/keep.py", "b/skip.py", "b/notes.txt")
    strict = excluding(root / "a", "skip.py")
    wide = replace(PLAIN, extension={"txt": "markdown"})
    nearest = {str(root / "a"): strict, str(root / "b"): wide}
    files = discover(["."], PLAIN, lambda folder: nearest.get(folder, PLAIN))
    assert [Path(file).as_posix() for file in files] == ["a/keep.py", "b/notes.txt", "b/skip.py"]


def test_pathspec_is_imported_only_for_an_ignore_file(tmp_path: Path) -> None:
    tree(tmp_path, "a.py")
    program = (
        "import sys; from gradlint.sources import DiscoverySettings, discover\n"
        "print(list(discover(['.'], DiscoverySettings())), 'pathspec' in sys.modules)"
    )
    assert printed(program, cwd=tmp_path) == "['a.py'] False\n"
    (tmp_path / ".gitignore").write_text("a.py\n")
    assert printed(program, cwd=tmp_path) == "[] True\n"


def test_a_large_tree_is_quick(root: Path) -> None:
    for number in range(30):
        folder = root / f"pkg{number}" / "sub"
        folder.mkdir(parents=True)
        for name in range(50):
            (folder / f"m{name}.py").touch()
            (folder / f"m{name}.txt").touch()
    start = time.process_time()
    assert len(found()) == 1500
    # Measured: 0.03 s. The bound only catches work that grows with the square of the tree.
    assert time.process_time() - start < 2


@pytest.mark.parametrize(
    ("pattern", "path", "is_folder", "matches"),
    [
        ("*.py", "/p/a/b.py", False, True),
        ("a/*.py", "/p/a/b.py", False, True),
        ("a/*.py", "/p/x/a/b.py", False, False),
        ("**/a/*.py", "/p/x/a/b.py", False, True),
        ("a/**", "/p/a/x/y.py", False, True),
        ("a/**", "/p/a", True, False),
        ("a/**/b.py", "/p/a/b.py", False, True),
        ("/b.py", "/p/a/b.py", False, False),
        ("b/", "/p/a/b", True, True),
        ("b/", "/p/a/b", False, False),
        ("x?.py", "/p/x1.py", False, True),
        ("x[0-9].py", "/p/x1.py", False, True),
        ("x[!0-9].py", "/p/x1.py", False, False),
        ("a/x[!0-9]y", "/p/a/x/y", False, False),
        (r"\*.py", "/p/a.py", False, False),
        (r"\*.py", "/p/*.py", False, True),
        ("a.b", "/p/axb", False, False),
        ("a", "/p/a\n", False, False),
    ],
)
def test_globs_match_like_gitignore(pattern: str, path: str, is_folder: bool, matches: bool) -> None:
    if os.name != "posix":
        pytest.skip("POSIX paths")
    assert flaw(pattern) is None
    assert matcher((Glob(pattern, "/p"),)).matches(path, is_folder) is matches


@pytest.mark.parametrize("pattern", ["", "  ", "/", "[", "a[b", "!a", "a\\", "[z-a]"])
def test_a_glob_that_cannot_match_is_called_flawed(pattern: str) -> None:
    assert flaw(pattern)
