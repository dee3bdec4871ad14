"""Rules of which a test needs no more than code, name and severity."""

from __future__ import annotations

from gradlint.core.model import Rule, Severity


def rule(code: str, name: str, severity: Severity = Severity.ERROR) -> Rule:
    return Rule(code, name, "", ("torch",), severity, "stable", "0.1.0", "", "", "", "", (), ())
