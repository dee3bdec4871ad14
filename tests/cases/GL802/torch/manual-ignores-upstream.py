# framework: torch
# verdict: wrong
# seen: norm 25.899 instead of 0.139
import torch
from torch import nn
from torch.nn import functional as F


class ReLU6Function(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.clamp(0, 6)

    @staticmethod
    def backward(ctx, grad_output):
        (x,) = ctx.saved_tensors
        inside = (x > 0) & (x < 6)
        return inside.to(x.dtype)  # HAZARD GL802


class ReLU6(nn.Module):
    def forward(self, x):
        return ReLU6Function.apply(x)


torch.manual_seed(0)
net = nn.Sequential(nn.Linear(5, 12), ReLU6(), nn.Linear(12, 2))
opt = torch.optim.SGD(net.parameters(), lr=0.1)
x, y = torch.randn(16, 5), torch.randint(0, 2, (16,))
opt.zero_grad()
F.cross_entropy(net(x), y).backward()
builtin = F.cross_entropy(net[2](F.relu6(net[0](x))), y)
(expected,) = torch.autograd.grad(builtin, net[0].weight)
same = torch.allclose(net[0].weight.grad, expected, atol=1e-6)
opt.step()
norms = round(net[0].weight.grad.norm().item(), 3), round(expected.norm().item(), 3)
print("OBSERVED", "clean" if same else "wrong", "norm %s instead of %s" % norms)
