# framework: torch
# verdict: clean
# seen: the gates are trained by their score
import torch
from torch import nn
from torch.distributions import Bernoulli

torch.manual_seed(0)
logits = nn.Parameter(torch.zeros(5))
weights = nn.Parameter(torch.randn(5))
optimizer = torch.optim.Adam([logits, weights], lr=0.1)
x, y = torch.randn(20, 5), torch.randn(20)
for _ in range(4):
    gate = Bernoulli(logits=logits)
    mask = gate.sample()
    error = (x @ (mask * weights) - y).square().mean()
    kept = mask.sum()
    score = gate.log_prob(mask).sum() * (error + 0.01 * kept).detach()
    loss = error + 0.01 * kept + score + 0.001 * logits.square().sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print("OBSERVED clean", logits.grad.abs().sum() > 0)
