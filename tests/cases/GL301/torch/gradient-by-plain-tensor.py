# framework: torch
# verdict: raises
# seen: RuntimeError: One of the differentiated Tensors does not require grad
import torch
from torch import nn


class Density(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = nn.Linear(5, 1)

    def slope(self, x, noise):
        both = torch.cat([x, noise], dim=1)
        log = -self.inner(both).pow(2).sum()
        return torch.autograd.grad(log, both, retain_graph=True)[0]  # HAZARD GL301


def sampled(model, x, state):
    return model.slope(x, state.detach())


sampled(Density(), torch.randn(4, 3), torch.randn(4, 2, requires_grad=True))
