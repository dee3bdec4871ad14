"""What a loss was multiplied by last: a number that its graph holds, such as one over the number of batches."""

from __future__ import annotations

from typing import Any

import torch


def share_of(loss: Any) -> float:
    """The product of the constants that came after everything else; to be read before the graph is freed."""
    node, found = getattr(loss, "grad_fn", None), 1.0
    while node is not None and node.name() in ("DivBackward0", "MulBackward0"):
        (before, _), *others = node.next_functions
        saved = node._saved_other
        if before is None or any(each is not None for each, _ in others):
            break  # the other one is computed as well
        if not isinstance(saved, torch.Tensor) or saved.numel() != 1 or not float(saved):
            break
        found = found / float(saved) if node.name() == "DivBackward0" else found * float(saved)
        node = before
    return found
