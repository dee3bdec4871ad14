# framework: torch
# verdict: wrong
# seen: the step sees the last micro-batch alone
import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(3, 1)
opt = torch.optim.SGD(model.parameters(), lr=0.1)
several, whole = 4, torch.zeros(1, 3)
for i in range(4):
    x, y = torch.randn(8, 3), torch.randn(8, 1)
    opt.zero_grad()  # HAZARD GL611
    loss = nn.functional.mse_loss(model(x), y) / several
    whole += torch.autograd.grad(nn.functional.mse_loss(model(x), y) / several, model.weight)[0]
    loss.backward()
    if (i + 1) % several == 0:
        assert not torch.allclose(model.weight.grad, whole)
        opt.step()
print("OBSERVED wrong")
