# framework: torch
# verdict: raises
# seen: AssertionError: No inf checks were recorded prior to update.
import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
scaler = torch.amp.GradScaler("cpu")
x, y = torch.randn(8, 4), torch.randn(8, 1)
optimizer.zero_grad()
with torch.autocast("cpu"):
    loss = nn.functional.mse_loss(model(x).float(), y)
scaler.scale(loss).backward()
optimizer.step()  # HAZARD GL610
scaler.update()
