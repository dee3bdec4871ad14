# framework: torch
# verdict: leak
# seen: leak
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(2, 1)
x = torch.randn(4, 2)
loss = net(x).pow(2).mean()
loss.backward(create_graph=True)  # HAZARD GL604
curvature = sum(p.grad.pow(2).sum() for p in net.parameters())
print("OBSERVED", "leak" if net.weight.grad.grad_fn is not None else "clean")
