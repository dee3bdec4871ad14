# framework: torch
# verdict: clean
# seen: this backend runs what PyTorch itself runs, second derivatives included
import torch
from torch import nn

critic = torch.compile(nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1)), backend="eager")
inputs = torch.randn(5, 3, requires_grad=True)
(slope,) = torch.autograd.grad(critic(inputs).sum(), inputs, create_graph=True)
((slope.norm(dim=1) - 1) ** 2).mean().backward()
print("OBSERVED", "clean" if list(critic.parameters())[0].grad is not None else "none")
