# framework: torch
# verdict: raises
# seen: RuntimeError: Legacy autograd function with non-static forward method is deprecated. Please use new-style autograd function with static forward method. (Example: https://pytorch.org/docs/stable/autograd.html#torch.autograd.Functio
import torch
from torch import nn
from torch.autograd import Function


class BinaryStep(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return (x > 0).to(x.dtype)

    @staticmethod
    def backward(ctx, grad_output):
        (x,) = ctx.saved_tensors
        return grad_output * (x.abs() < 1).to(x.dtype)


class BinaryLayer(nn.Module):
    def __init__(self, n_in, n_out):
        super().__init__()
        self.fc = nn.Linear(n_in, n_out)

    def forward(self, x):
        return BinaryStep()(self.fc(x))  # HAZARD GL803


torch.manual_seed(0)
net = nn.Sequential(BinaryLayer(5, 8), nn.Linear(8, 1))
opt = torch.optim.Adam(net.parameters(), lr=1e-2)
opt.zero_grad()
net(torch.randn(4, 5)).square().mean().backward()
opt.step()
