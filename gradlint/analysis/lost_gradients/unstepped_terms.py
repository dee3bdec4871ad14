"""Terms of a loss that train nobody: cut off from what the next step moves, and alive only for what it leaves alone.

`critic(fake.detach())` in the turn of the generator: the critic gets a gradient that nobody uses.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gradlint.analysis.domain.graph import LostPath, Node, Trace
from gradlint.analysis.lost_gradients.path_queries import is_linear_to_target
from gradlint.knowledge.names.operations import ADDING

_KNOWN = frozenset({"parameter", "module", "leaf"})


def terms_of_others(each: Trace, moved: frozenset[Node]) -> Iterator[LostPath]:
    """The paths that end in such a term, where other terms train what is moved."""
    near = {node: found & moved for node, found in each.flows.items()} if moved else {}
    if not near.get(each.target):
        return
    for path in each.lost_paths:
        wanted = path.source in moved and path.source in each.live
        if wanted and path.cut.cut == "stop" and not path.weak and not path.replaced:
            if path.through is not path.source and _trains_nobody(each, near, path.cut):
                yield path


def _trains_nobody(each: Trace, near: Mapping[Node, frozenset[Node]], cut: Node) -> bool:
    stack, seen = [cut], {cut}
    while stack:
        here = stack.pop()
        for user, edge in each.consumers.get(here, ()):
            if edge.role != "value" or user in seen:
                continue
            seen.add(user)
            if not near.get(user):
                stack.append(user)
                continue
            others = each.flows.get(here, frozenset())
            known = all(one.source is not None and one.source.kind in _KNOWN for one in others)
            if others and known and user.op in ADDING and is_linear_to_target(each, user):
                return True
    return False
