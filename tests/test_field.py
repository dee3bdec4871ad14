"""What was found in repositories that nobody had linted before has been read, finding by finding."""

from __future__ import annotations

from pathlib import Path

import pytest
import tomllib

LABELS = {"true", "harmless", "version", "debatable", "false"}
REPOSITORIES = tomllib.loads(
    (Path(__file__).parent / "ecosystem" / "field_tensorflow_jax.toml").read_text(encoding="utf-8")
)["repository"]


@pytest.mark.parametrize("repository", REPOSITORIES, ids=lambda each: each["name"])
def test_every_finding_has_a_label_and_a_reason(repository: dict[str, object]) -> None:
    assert len(str(repository["commit"])) == 40
    findings = repository.get("finding", [])
    assert isinstance(findings, list)
    for each in findings:
        assert each["label"] in LABELS and each["reason"].endswith((".", ")"))


def test_what_is_still_reported_is_hardly_ever_false() -> None:
    lines = sum(each["lines"] for each in REPOSITORIES)
    shown = [one for each in REPOSITORIES for one in each.get("finding", ()) if one.get("now") != "silent"]
    false = [one for one in shown if one["label"] == "false"]
    assert lines > 400_000 and len(false) * 100_000 <= lines
    assert not [one for one in false if one.get("now", one["severity"]) == "error"]
