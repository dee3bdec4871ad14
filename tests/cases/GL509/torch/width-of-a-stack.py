# framework: torch
# verdict: raises
# seen: RuntimeError: mat1 and mat2 shapes cannot be multiplied (1000x1 and 3x1)
import torch
from torch import nn

x = torch.linspace(-1, 1, 1000)
features = torch.stack((x, x**2, x**3), dim=1)
model = nn.Linear(features.size(1), 1)
opt = torch.optim.SGD(model.parameters(), lr=0.01)
x = x.view(-1, 1)
for _ in range(2):
    out = model(x)  # HAZARD GL509
    loss = nn.MSELoss()(out, torch.sin(x))
    opt.zero_grad()
    loss.backward()
    opt.step()
