# framework: torch
# verdict: none
# seen: the gradient of the gain is None
import torch
from torch import nn


class Scale(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, gain):
        ctx.save_for_backward(x, gain)
        return x * gain

    @staticmethod
    def backward(ctx, upstream):
        x, gain = ctx.saved_tensors
        return upstream * gain, None  # HAZARD GL803


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.gain = nn.Parameter(torch.ones(3))
        self.shift = nn.Parameter(torch.zeros(3))

    def forward(self, x):
        return Scale.apply(x, self.gain) + self.shift


layer = Layer()
optimizer = torch.optim.SGD(layer.parameters(), lr=0.1)
layer(torch.randn(2, 3)).pow(2).sum().backward()
optimizer.step()
assert layer.gain.grad is None and layer.shift.grad is not None
print("OBSERVED none")
