"""What mkdocs calls while it builds the site: generated pages, and names of rules that become links.

`GL104` in brackets, `[GL104]`, is a link to the page of the rule with its name; `[GL104:]` on a line of its own also
shows what the rule reports, and `[GL104!]` the program that the rule starts with.
"""

from __future__ import annotations

import posixpath
import re
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from mkdocs.structure.files import File, Files

from gradlint.core import catalog
from website.reference import keys, reference_pages
from website.rule_pages import first_program, rule_pages

_NAMED = re.compile(r"(?<!`)\[(GL\d{3})([:!]?)\](?![(\[`])")


def on_files(files: Files, config: Any) -> Files:
    for path, text in (*rule_pages(), *reference_pages()):
        files.append(File.generated(config, path, content=text))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Files) -> str:
    folder = posixpath.dirname(page.file.src_uri)
    if page.file.src_uri == "configuration.md":
        markdown += keys()

    def shown(match: re.Match[str]) -> str:
        code, how = match[1], match[2]
        rule = catalog.rule(code)
        target = posixpath.relpath(f"rules/{code}.md", folder or ".")
        link = f"[{code} {rule.name}]({target})"
        if how == ":":
            return f"{link}: {rule.summary[0].lower() + rule.summary[1:]}."
        return first_program(rule, link) if how == "!" else link

    return _NAMED.sub(shown, markdown)
