# framework: torch
# verdict: wrong
# seen: the gate is trained by its entropy alone
import torch
from torch import nn
from torch.distributions import Bernoulli

torch.manual_seed(0)
gate, price = nn.Linear(3, 1), nn.Sequential(nn.Linear(1, 4), nn.Tanh(), nn.Linear(4, 1))
of_gate = torch.optim.Adam(gate.parameters(), lr=1e-2)
of_price = torch.optim.Adam(price.parameters(), lr=1e-2)


def move_gate(x):
    chances = Bernoulli(logits=gate(x))
    opened = chances.sample()  # HAZARD GL405
    loss = price(opened).mean() - 0.05 * chances.entropy().mean()
    of_gate.zero_grad()
    loss.backward()
    of_gate.step()
    return opened


def move_price(opened, paid):
    loss = (price(opened) - paid).abs().mean()
    of_price.zero_grad()
    loss.backward()
    of_price.step()


for _ in range(2):
    opened = move_gate(torch.randn(6, 3))
    assert not opened.requires_grad
    move_price(opened, torch.rand(6, 1))
print("OBSERVED wrong")
