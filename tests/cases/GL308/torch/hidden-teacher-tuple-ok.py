# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
import torch.nn as nn
import torch.nn.functional as F


class Distilled(nn.Module):
    def __init__(self, width, teacher):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(width, 8), nn.ReLU(), nn.Linear(8, 2))
        self._frozen = (teacher,)  # not a submodule: .parameters() must not list it

    def forward(self, x):
        soft = F.softmax(self._frozen[0](x).detach(), dim=-1)
        return F.kl_div(F.log_softmax(self.body(x), dim=-1), soft, reduction="batchmean")


big = nn.Linear(6, 2)
model = Distilled(6, big)
opt = torch.optim.Adam(model.parameters(), lr=1e-2)
opt.zero_grad()
loss = model(torch.randn(7, 6))
loss.backward()
opt.step()
