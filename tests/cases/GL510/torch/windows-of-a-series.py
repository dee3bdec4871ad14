# framework: torch
# verdict: wrong
# seen: the loss is the mean over 8 x 8 pairs
import torch
import torch.nn.functional as F
from torch import nn


class Forecaster(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = nn.GRU(1, 4, batch_first=True)
        self.out = nn.Linear(4, 1)

    def forward(self, x):
        states, _ = self.cell(x)
        return self.out(states[:, -1])


torch.manual_seed(0)
series = torch.sin(torch.linspace(0, 20, 71))
windows, following = series.unfold(0, 6, 1)[:64], series[6:70]
model = Forecaster()
prediction = model(windows[:8, :, None])
F.mse_loss(prediction, following[:8]).backward()  # HAZARD GL510
wrong = model.out.weight.grad.clone()
model.zero_grad()
(model(windows[:8, :, None]).squeeze(-1) - following[:8]).square().mean().backward()
print("OBSERVED", "clean" if torch.allclose(wrong, model.out.weight.grad) else "wrong")
