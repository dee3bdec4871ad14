"""A loss that ends at a leaf which only hides that nothing is behind it: `torch.tensor(array, requires_grad=True)`."""

from __future__ import annotations

from collections.abc import Set

from gradlint.analysis.domain.facts import Flow
from gradlint.analysis.domain.graph import LostPath, Node, Trace
from gradlint.knowledge.names.operations import Op


def hidden_behind(flow: Flow, read: Set[Node], each: Trace) -> list[LostPath]:
    """Ways to weights that an optimizer has, where all that the loss reaches are leaves that nobody has a use for."""
    target = each.target.edges[0].node if each.target.op == Op.SCALED else each.target
    known = [node for node in each.live if node.source is not None and node.source.kind != "unknown"]
    if not known or target in each.live or not all(_is_useless(flow, read, leaf) for leaf in known):
        return []
    return [
        path for path in each.lost_paths if path.replaced and not path.weak and path.source in flow.optimised
    ]


def _is_useless(flow: Flow, read: Set[Node], leaf: Node) -> bool:
    """A copy of what was computed that asks for a gradient, which no optimizer has and nobody looks at."""
    asked = (group for sink in flow.sinks for group in sink.asked or ())
    made = leaf.source is not None and leaf.source.kind == "leaf" and leaf.cut == "copy" and bool(leaf.edges)
    return (
        made and leaf not in flow.optimised and leaf not in read and not any(leaf in group for group in asked)
    )
