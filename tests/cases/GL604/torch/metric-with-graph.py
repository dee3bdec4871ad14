# framework: torch
# verdict: leak
# seen: predictions and metrics made from them are stored with their graphs
import torch
from torch import nn


def psnr(a, b):
    return -10 * torch.log10(torch.mean((a - b) ** 2))


net = nn.Linear(3, 3)
opt = torch.optim.Adam(net.parameters())
predictions, metrics, by_step = [], [], {}
for step, x in enumerate(torch.randn(3, 4, 3)):
    out = net(x)
    loss = nn.functional.mse_loss(out, x)
    opt.zero_grad()
    loss.backward()
    opt.step()
    predictions.append(out)  # HAZARD GL604
    metrics.append(psnr(out, x))  # HAZARD GL604
    by_step[step] = loss  # HAZARD GL604
assert all(each.grad_fn is not None for each in (*predictions, *metrics, *by_step.values()))
print("OBSERVED leak")
