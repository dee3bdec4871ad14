# framework: torch
# verdict: raises
# seen: RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
import warnings

import torch
import torch.nn.functional as F
from torch import nn

warnings.simplefilter("ignore")


class MultiTask(nn.Module):
    def __init__(self, tasks=("age", "height", "weight")):
        super().__init__()
        self.trunk = nn.Linear(6, 8)
        self.heads = nn.ModuleDict({name: nn.Linear(8, 1) for name in tasks})

    def forward(self, x):
        h = torch.relu(self.trunk(x))
        return {name: head(h) for name, head in self.heads.items()}


def combined(outputs, targets):
    losses = [F.mse_loss(outputs[name], targets[name]) for name in outputs]
    return torch.tensor(losses).mean()  # HAZARD GL105


torch.manual_seed(0)
model = MultiTask()
opt = torch.optim.Adam(model.parameters())
targets = {name: torch.randn(4, 1) for name in model.heads}
opt.zero_grad()
loss = combined(model(torch.randn(4, 6)), targets)
loss.backward()
opt.step()
