# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn

model = nn.Linear(3, 2)
opt = torch.optim.SGD(model.parameters())
several, penalised = 4, True
for step in range(1, 9):
    x, y = torch.randn(5, 3), torch.randn(5, 2)
    out = model(x)
    fit = nn.functional.mse_loss(out, y) / several
    loss = fit + 0.1 * out.abs().mean() / several
    if penalised:
        loss += model.weight.pow(2).mean() / several
    loss.backward()
    if step % several == 0:
        opt.step()
        opt.zero_grad()
assert model.weight.grad is None
