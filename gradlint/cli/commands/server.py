"""`gradlint server`: the language server, if what it needs is installed."""

from __future__ import annotations

from gradlint.core.errors import GradlintError


def serve() -> int:
    """Serve until the editor says goodbye."""
    try:
        import pygls  # noqa: F401
    except ImportError as error:
        raise GradlintError("the server needs pygls: install gradlint-autodiff[lsp]") from error
    from gradlint.lsp.server import serve as speak

    return speak()
