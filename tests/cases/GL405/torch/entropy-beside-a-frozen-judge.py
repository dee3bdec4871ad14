# framework: torch
# verdict: wrong
# seen: what the judge says does not reach the generator
import torch
from torch import nn
from torch.distributions import Laplace

torch.manual_seed(0)
writer, judge = nn.Linear(4, 3), nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 1))
judge.requires_grad_(False)
optimizer = torch.optim.Adam(writer.parameters(), lr=1e-2)


def objective(given):
    law = Laplace(writer(given), 0.5)
    drawn = law.sample()  # HAZARD GL405
    return law.log_prob(drawn).mean() * 0.01 - judge(drawn).mean(), law.log_prob(drawn).mean() * 0.01


for _ in range(3):
    loss, _ = objective(torch.randn(6, 4))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
loss, entropy = objective(torch.randn(6, 4))
whole = torch.autograd.grad(loss, writer.weight, retain_graph=True)[0]
alone = torch.autograd.grad(entropy, writer.weight)[0]
print("OBSERVED", "wrong" if torch.allclose(whole, alone) else "clean")
