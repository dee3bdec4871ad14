# framework: torch
# verdict: none
# seen: the gain gets no gradient
import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(3, 4)
        self.log_gain = nn.Parameter(torch.zeros(()))

    def forward(self, x):
        return self.body(x) * torch.tensor(float(self.log_gain.exp()))  # HAZARD GL104


NO_DECAY = ("bias", "gain")
model = Model()
decayed, plain = [], []
for name, weight in model.named_parameters():
    if any(each in name for each in NO_DECAY):
        plain.append(weight)
    else:
        decayed.append(weight)
optimizer = torch.optim.AdamW([{"params": decayed}, {"params": plain, "weight_decay": 0.0}], lr=0.01)
optimizer.zero_grad()
model(torch.ones(5, 3)).square().mean().backward()
optimizer.step()
print("OBSERVED", "none" if model.log_gain.grad is None else "clean")
