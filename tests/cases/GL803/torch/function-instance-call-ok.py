# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn
from torch.autograd import Function


class BinaryStepFunction(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return (x > 0).to(x.dtype)

    @staticmethod
    def backward(ctx, grad_output):
        (x,) = ctx.saved_tensors
        return grad_output * (x.abs() < 1).to(x.dtype)


class BinaryStep(nn.Module):
    def forward(self, x):
        return BinaryStepFunction.apply(x)


binarize = BinaryStepFunction.apply


class BinaryLayer(nn.Module):
    def __init__(self, n_in, n_out):
        super().__init__()
        self.fc = nn.Linear(n_in, n_out)
        self.step = BinaryStepFunction.apply

    def forward(self, x):
        return self.step(self.fc(x)) + BinaryStep()(self.fc(x)) - binarize(self.fc(x))


torch.manual_seed(0)
layer = BinaryLayer(5, 8)
x = torch.randn(4, 5)
layer(x).sum().backward()
inside = (layer.fc(x).abs() < 1).float()
print("OBSERVED", "clean" if torch.allclose(layer.fc.weight.grad, inside.t() @ x, atol=1e-5) else "wrong")
