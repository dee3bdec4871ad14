"""The life of a fresh interpreter: it imports the framework itself, does one job and is gone."""

from __future__ import annotations

import json
import os
import sys

from . import own, preload
from .child import die_with_parent, live
from .pipe import Pen
from .sandbox import Needs, absent_layers, too_weak


def obey(order: str) -> None:
    """A job of a zygote, which watches us; the order lies in a file that no other process may read."""
    die_with_parent()
    with open(order, encoding="utf-8") as file:
        request = json.load(file)
    os.unlink(order)
    pen = Pen(request["pipe"], request["nonce"])
    if _loaded(request["job"]["framework"], pen):
        pen.ready()
        live(request["job"], pen, request["work"], request["output"], request["absent"], request["strict"])


def alone() -> None:
    """A job of the host, where nothing can be forked; the order comes by standard input."""
    request = json.load(sys.stdin)
    # Whatever is printed from here on must not end up beside the report.
    pen = Pen(os.dup(1), request["nonce"])
    output = os.open(request["output"], os.O_CREAT | os.O_WRONLY | os.O_APPEND, 0o600)
    os.dup2(output, 1)
    absent = absent_layers(request["layers"], Needs(scratch=request["work"]))
    if request["strict"] and (weakness := too_weak(absent)):
        pen.trouble(f"the sandbox is not strong enough: {weakness}")
    elif _loaded(request["job"]["framework"], pen):
        pen.ready()
        live(request["job"], pen, request["work"], output, absent, request["strict"])


def _loaded(framework: str, pen: Pen) -> bool:
    own.restrict()
    try:
        preload.load(framework)
    except preload.Absent as error:
        pen.absent(str(error))
        return False
    return True
