"""Where a page comes from: when it was made, of which project and revision, by which command."""

from __future__ import annotations

import os
from datetime import datetime, timezone

from gradlint.report.html.text import safe
from gradlint.sources.git import output, work_tree


def origin(command: str) -> str:
    """A list of what is known."""
    here = os.getcwd()
    root = work_tree(here)
    known = {
        "Made": _date(),
        "Project": os.path.basename(root or here),
        "Revision": _revision(root) if root is not None else "",
        "Command": command,
    }
    entries = "".join(f"<dt>{name}</dt><dd>{safe(value)}</dd>" for name, value in known.items() if value)
    return f'<dl class="origin">{entries}</dl>'


def _date() -> str:
    """To the minute; a build that has to come out the same each time says when it is."""
    said = os.environ.get("SOURCE_DATE_EPOCH", "")
    at = datetime.fromtimestamp(int(said), timezone.utc) if said.isdecimal() else datetime.now(timezone.utc)
    return at.strftime("%Y-%m-%d %H:%M UTC")


def _revision(root: str) -> str:
    """The commit and its branch; git is asked for nothing that would start a program."""
    commit = (output(root, "rev-parse", "--short=12", "HEAD") or b"").decode("utf-8", "replace").strip()
    branch = (output(root, "rev-parse", "--abbrev-ref", "HEAD") or b"").decode("utf-8", "replace").strip()
    return f"{commit} ({branch})" if commit and branch not in ("", "HEAD") else commit
