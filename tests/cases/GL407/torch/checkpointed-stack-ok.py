# framework: torch
# verdict: clean
# seen: checkpoint(use_reentrant=False): same gradients as without
import torch
import torch.nn as nn
from torch.utils.checkpoint import checkpoint, checkpoint_sequential


class FeedForward(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.norm, self.up, self.down = nn.LayerNorm(d), nn.Linear(d, 4 * d), nn.Linear(4 * d, d)

    def forward(self, x):
        return x + self.down(nn.functional.gelu(self.up(self.norm(x))))


class Stack(nn.Module):
    def __init__(self, d=8, depth=4, use_checkpoint=True):
        super().__init__()
        self.inp = nn.Linear(3, d)
        self.blocks = nn.ModuleList(FeedForward(d) for _ in range(depth))
        self.tail = nn.Sequential(nn.Linear(d, d), nn.Tanh(), nn.Linear(d, d), nn.Tanh())
        self.out = nn.Linear(d, 1)
        self.use_checkpoint = use_checkpoint

    def _run(self, block, x):
        if self.use_checkpoint and self.training:
            return checkpoint(block, x, use_reentrant=False)
        return block(x)

    def forward(self, x):
        x = self._run(self.inp, x)
        for block in self.blocks:
            x = self._run(block, x)
        if self.use_checkpoint:
            x = checkpoint_sequential(self.tail, 2, x, use_reentrant=False)
        else:
            x = self.tail(x)
        return self.out(x)


def grads(use_checkpoint):
    torch.manual_seed(0)
    model = Stack(use_checkpoint=use_checkpoint)
    x = torch.randn(5, 3)
    model(x).square().mean().backward()
    return {n: p.grad for n, p in model.named_parameters()}


if __name__ == "__main__":
    with_ckpt, without = grads(True), grads(False)
    assert all(torch.allclose(with_ckpt[k], without[k], atol=1e-6) for k in without)
