# framework: torch
# verdict: none
# seen: the helper that clears gradients runs between backward and step; nothing moves
from contextlib import contextmanager

import torch
import torch.nn as nn
import torch.nn.functional as F


class Harness:
    def __init__(self, nets, lr=0.05):
        self.nets = nets
        self.opts = {k: torch.optim.SGD(n.parameters(), lr=lr) for k, n in nets.items()}

    def clear(self):
        for opt in self.opts.values():
            opt.zero_grad()  # HAZARD GL602

    def apply(self):
        for opt in self.opts.values():
            opt.step()

    @contextmanager
    def update(self):
        yield self
        self.apply()

    def losses(self, x, y):
        z = torch.tanh(self.nets["enc"](x))
        return {"task": F.cross_entropy(self.nets["head"](z), y), "l2": 1e-3 * z.square().mean()}


def train(harness, batches):
    for x, y in batches:
        with harness.update():
            losses = harness.losses(x, y)
            total = sum(losses.values())
            total.backward()
            harness.clear()
    return total.item()


if __name__ == "__main__":
    torch.manual_seed(0)
    nets = {"enc": nn.Linear(4, 6), "head": nn.Linear(6, 3)}
    before = nets["enc"].weight.detach().clone()
    train(Harness(nets), [(torch.randn(8, 4), torch.randint(0, 3, (8,))) for _ in range(3)])
    assert torch.equal(before, nets["enc"].weight)
