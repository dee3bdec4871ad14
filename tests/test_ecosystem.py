"""The ecosystem check without the ecosystem: its lists are sound and it notices what changes."""

from __future__ import annotations

import io
import tarfile
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from gradlint.core import catalog
from gradlint.core.errors import GradlintError
from tests.ecosystem import __main__ as command
from tests.ecosystem import expectation, field
from tests.ecosystem.expectation import FOLDER, LABELS, Judgement, Key, Seen, compare, keyed, updated
from tests.ecosystem.linting import Linted, lint
from tests.ecosystem.obtain import sources, unpack
from tests.ecosystem.projects import Project, chosen, listed
from tests.ecosystem.summary import Outcome, about, about_all

BROKEN = """\
import torch

x = torch.ones(3, requires_grad=True)
x.exp_()
x.sum().backward()
"""
TOY = Project("toy", "1.0")
Capture = pytest.CaptureFixture[str]


class TestLists:
    def test_there_are_enough_projects_and_each_is_pinned_once(self) -> None:
        projects = listed()
        assert len(projects) >= 15
        assert len({project.name for project in projects}) == len(projects)
        assert all(project.version and project.sha256 for project in projects)

    def test_each_expectation_is_about_a_project_of_the_list(self) -> None:
        assert {file.stem for file in FOLDER.glob("*")} <= {project.name for project in listed()}

    @pytest.mark.parametrize("project", [project.name for project in listed()])
    def test_each_finding_was_read(self, project: str) -> None:
        codes = set(catalog.headings())
        for key, judgement in expectation.load(project).items():
            assert judgement.label in LABELS, key
            assert judgement.reason.strip() and "\n" not in judgement.reason, key
            assert key.code in codes
            assert key.line == key.line.strip()

    @pytest.mark.parametrize("project", [project.name for project in listed()])
    def test_each_expectation_is_as_update_would_write_it(self, project: str, tmp_path: Path) -> None:
        file = FOLDER / f"{project}.toml"
        expectation.save(project, expectation.load(project), tmp_path)
        written = tmp_path / file.name
        assert written.exists() == file.exists()
        assert not file.exists() or written.read_text("utf-8") == file.read_text("utf-8")

    def test_a_project_is_chosen_by_its_name(self) -> None:
        other = Project("other", "2.0")
        assert chosen([], (TOY, other)) == (TOY, other)
        assert chosen(["other"], (TOY, other)) == (other,)
        with pytest.raises(GradlintError, match="'toi'"):
            chosen(["toi"], (TOY, other))


class TestMatching:
    def lint(self, folder: Path) -> Linted:
        with ThreadPoolExecutor(1) as pool:
            return lint(folder, pool)

    def outcome(self, folder: Path, expected: expectation.Expectation) -> Outcome:
        linted = self.lint(folder)
        keys = tuple(keyed(located.seen for located in linted.findings))
        return Outcome(TOY, linted, keys, expected, compare(expected, keys))

    def test_a_finding_is_found_and_new(self, tmp_path: Path) -> None:
        (tmp_path / "toy").mkdir()
        (tmp_path / "toy" / "train.py").write_text(BROKEN)
        outcome = self.outcome(tmp_path, {})
        assert outcome.keys == (Key("toy/train.py", "GL201", "x.exp_()", 0),)
        assert (outcome.linted.files, outcome.linted.lines) == (1, 5)
        assert outcome.changed and outcome.comparison.new == outcome.keys
        assert any(line.startswith("  new   toy/train.py:4: GL201 ") for line in about(outcome))

    def test_a_finding_that_moved_is_the_same(self, tmp_path: Path) -> None:
        file = tmp_path / "train.py"
        file.write_text(BROKEN)
        expected = updated({}, self.outcome(tmp_path, {}).keys)
        file.write_text(f"\n\n{BROKEN}")
        assert not self.outcome(tmp_path, expected).changed

    def test_a_finding_that_is_gone_is_told(self, tmp_path: Path) -> None:
        (tmp_path / "train.py").write_text(BROKEN.replace("x.exp_()", "y = x.exp()"))
        key = Key("train.py", "GL201", "x.exp_()", 0)
        outcome = self.outcome(tmp_path, {key: Judgement("true", "a leaf")})
        assert outcome.changed and outcome.comparison.gone == (key,)
        assert "  gone  train.py: GL201 (true)" in list(about(outcome))

    def test_equal_lines_are_counted(self) -> None:
        one = Seen("a.py", "GL201", "x.exp_()")
        first, second = keyed([one, one])
        assert (first.ordinal, second.ordinal) == (0, 1)
        assert compare({first: Judgement("true", "")}, [first, second]).new == (second,)

    def test_an_update_keeps_what_was_read(self, tmp_path: Path) -> None:
        kept, gone, new = keyed([Seen("a.py", "GL201", line) for line in ('x["\\u00e9"] = "é"', "b", "c")])
        read = Judgement("false", "not a leaf")
        made = updated({kept: read, gone: read}, [kept, new])
        assert made == {kept: read, new: Judgement("unread")}
        expectation.save("toy", made, tmp_path)
        assert expectation.load("toy", tmp_path) == made
        expectation.save("toy", {}, tmp_path)
        assert not list(tmp_path.iterdir())

    def test_false_alarms_are_counted_per_line(self) -> None:
        right, wrong = keyed([Seen("a.py", "GL201", "x"), Seen("a.py", "GL201", "y")])
        expected = {right: Judgement("true", "."), wrong: Judgement("false", ".")}
        linted = Linted(files=1, lines=50_000, findings=())
        told = list(about_all([Outcome(TOY, linted, (right, wrong), expected, compare(expected, [right]))]))
        assert "2 findings: 1 true, 1 false" in told
        assert "false alarms per 100,000 lines: 2.00" in told


class TestCommand:
    @pytest.mark.parametrize(
        ("text", "code"), [(BROKEN, 1), (BROKEN.replace("x.exp_()", ""), 0)], ids=["new", "same"]
    )
    def test_the_exit_code_says_whether_something_changed(
        self, text: str, code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
    ) -> None:
        held = tmp_path / "src" / TOY.release
        held.mkdir(parents=True)
        (held / "train.py").write_text(text)
        monkeypatch.setattr(command, "listed", lambda: (TOY,))
        assert command.main(["--cache", str(tmp_path)]) == code
        told = capsys.readouterr().out
        assert told.startswith("toy-1.0: 1 files, 5 lines, ")
        assert ("new   train.py:4: GL201" in told) == bool(code)

    def test_an_unknown_project_is_an_error(self, capsys: Capture) -> None:
        assert command.main(["--project", "toi"]) == 2
        assert "no project is called 'toi'" in capsys.readouterr().err


class TestUnpacking:
    def test_a_wheel_in_the_cache_is_unpacked_once(self, tmp_path: Path) -> None:
        held = tmp_path / "dl" / TOY.release
        held.mkdir(parents=True)
        with zipfile.ZipFile(held / "toy-1.0-py3-none-any.whl", "w") as wheel:
            wheel.writestr("toy/train.py", BROKEN)
            wheel.writestr("toy/data.bin", b"\0")
        folder = sources(TOY, tmp_path)
        assert [file.name for file in folder.rglob("*.*")] == ["train.py"]
        (held / "toy-1.0-py3-none-any.whl").unlink()
        assert sources(TOY, tmp_path) == folder

    def test_a_changed_release_is_refused(self, tmp_path: Path) -> None:
        held = tmp_path / "dl" / TOY.release
        held.mkdir(parents=True)
        (held / "toy-1.0.zip").write_bytes(b"")
        with pytest.raises(GradlintError, match="the list says 00"):
            sources(Project("toy", "1.0", "00"), tmp_path)

    @pytest.mark.parametrize("name", ["../evil.py", "/evil.py", "a/../../evil.py"])
    def test_nothing_is_written_outside(self, name: str, tmp_path: Path) -> None:
        archive = tmp_path / "toy.tar.gz"
        with tarfile.open(archive, "w:gz") as tar:
            member = tarfile.TarInfo(name)
            member.size = 1
            tar.addfile(member, io.BytesIO(b"\n"))
        with pytest.raises(GradlintError, match="outside of itself"):
            unpack(archive, tmp_path / "src")
        assert not list(tmp_path.rglob("evil.py"))

    def test_links_are_left_out(self, tmp_path: Path) -> None:
        archive = tmp_path / "toy.tar.gz"
        with tarfile.open(archive, "w:gz") as tar:
            member = tarfile.TarInfo("a.py")
            member.type, member.linkname = tarfile.SYMTYPE, "/etc/passwd"
            tar.addfile(member)
        unpack(archive, tmp_path / "src")
        assert not list((tmp_path / "src").iterdir())


def test_every_finding_in_the_field_has_a_label_and_a_reason() -> None:
    listed = field.repositories()
    assert len({each.name for each in listed}) == len(listed) >= 100
    assert all(len(each.commit) == 40 and each.lines > 0 for each in listed)
    labelled = [one for each in listed for one in each.findings]
    assert all(one.label in field.LABELS and one.reason for one in labelled)


def test_a_look_is_counted_by_label_and_lines() -> None:
    one = field.Labelled("a.py", "GL203", 0, 3, "error", "false", "because")
    listed = [field.Repository("owner/name", "0" * 40, 7, 50_000, (one,))]
    assert list(field.table(7, listed))[-1].endswith(": 2.00")
