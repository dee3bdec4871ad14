# framework: torch
# verdict: raises
# seen: RuntimeError: function LinearFunctionBackward returned an incorrect number of gradients (expected 3, got 2)
import torch
from torch import nn
from torch.nn import functional as F


class LinearFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, weight, bias):
        ctx.save_for_backward(x, weight)
        return x @ weight.t() + bias

    @staticmethod
    def backward(ctx, grad_output):
        x, weight = ctx.saved_tensors
        grad_x = grad_output @ weight
        grad_weight = grad_output.t() @ x
        return grad_x, grad_weight  # HAZARD GL801


class Linear(nn.Module):
    def __init__(self, n_in, n_out):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(n_out, n_in) * n_in**-0.5)
        self.bias = nn.Parameter(torch.zeros(n_out))

    def forward(self, x):
        return LinearFunction.apply(x, self.weight, self.bias)


torch.manual_seed(0)
net = nn.Sequential(Linear(5, 8), nn.ReLU(), Linear(8, 2))
opt = torch.optim.SGD(net.parameters(), lr=0.1)
opt.zero_grad()
F.cross_entropy(net(torch.randn(6, 5)), torch.randint(0, 2, (6,))).backward()
opt.step()
