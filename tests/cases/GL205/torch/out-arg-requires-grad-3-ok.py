# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


class Pool:
    def __init__(self, shape):
        self.buffer = torch.empty(shape)

    @torch.no_grad()
    def run(self, layer, x):
        return torch.tanh(layer(x), out=self.buffer)

    def noise(self, x, scale):
        torch.mul(torch.randn(self.buffer.shape), scale, out=self.buffer)
        return x + self.buffer


torch.manual_seed(0)
layer, pool = nn.Linear(4, 3), Pool((2, 3))
x = torch.randn(2, 4)
pool.run(layer, x)
pool.noise(layer(x), 0.1).sum().backward()
norm = torch.empty(())
torch.linalg.norm(layer.weight.grad, out=norm)
print("OBSERVED", "clean" if norm > 0 else "wrong")
