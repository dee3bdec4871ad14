"""Processes that hear Ctrl-C, also where ours does not: whoever starts tests in the background has them ignore it."""

from __future__ import annotations

import signal


def hears_ctrl_c() -> None:
    """For `preexec_fn`: what is ignored would stay ignored in the new program."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
