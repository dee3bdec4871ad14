# framework: torch
# verdict: clean
# seen: the threshold is trained beside the function, the bound is a buffer, and the frozen gain is in no optimizer
import torch
from torch import nn


class Gate(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, threshold, bound):
        ctx.save_for_backward(x, threshold, bound)
        return x * (x > threshold) * bound

    @staticmethod
    def backward(ctx, upstream):
        x, threshold, bound = ctx.saved_tensors
        return upstream * (x > threshold) * bound, None, None


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.threshold = nn.Parameter(torch.zeros(3))
        self.weight = nn.Parameter(torch.ones(3))
        self.register_buffer("bound", torch.ones(3))

    def forward(self, x):
        soft = torch.sigmoid(x - self.threshold)
        return Gate.apply(x * self.weight, self.threshold, self.bound) * soft


layer, gain = Layer(), nn.Parameter(torch.ones(3))
optimizer = torch.optim.SGD(layer.parameters(), lr=0.1)
out = layer(torch.randn(2, 3)) + Gate.apply(torch.randn(2, 3), gain, torch.ones(3))
out.pow(2).sum().backward()
optimizer.step()
assert layer.threshold.grad is not None and gain.grad is None
print("OBSERVED clean")
