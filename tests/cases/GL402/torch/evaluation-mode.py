# framework: torch
# verdict: raises
# seen: element 0 of tensors does not require grad and does not have a grad_fn
import torch
from torch import nn


class Features(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(3, 3)

    def forward(self, x):
        if self.training:
            h = self.net(x)
        else:
            with torch.no_grad():
                h = self.net(x)  # HAZARD GL402
        return h


model = nn.Sequential(Features())
model.eval()
loss = model(torch.randn(2, 3)).sum()
loss.backward()
