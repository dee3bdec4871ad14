# framework: torch
# verdict: wrong
# seen: the weight shrinks through .data at every use, so backward uses another value than forward did
import torch
from torch import nn

torch.manual_seed(0)
layer = nn.Linear(2, 2, bias=False).double()
x = torch.ones(1, 2, dtype=torch.double, requires_grad=True)
nn.init.constant_(layer.weight, 4.0)
first = layer.weight.detach().clone()


def shrunk(given):
    layer.weight.data *= 0.5  # HAZARD GL206
    return layer(given)


h = shrunk(x)
h = shrunk(h)
h.sum().backward()
print("OBSERVED", f"autodiff={x.grad[0].tolist()}", f"fd={(torch.ones(2).double() @ (first / 4) @ (first / 2))[:].tolist()}")
