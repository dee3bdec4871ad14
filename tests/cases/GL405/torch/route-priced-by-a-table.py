# framework: torch
# verdict: wrong
# seen: the planner gets the gradient of its entropy alone
import torch
from torch import nn
from torch.distributions import Categorical

torch.manual_seed(0)
planner = nn.Sequential(nn.Linear(6, 8), nn.Tanh(), nn.Linear(8, 4))
prices = nn.Embedding(4, 1)
plans = torch.optim.Adam(planner.parameters(), lr=1e-2)
learns = torch.optim.SGD(prices.parameters(), lr=0.1)


def objective(places):
    routes = Categorical(logits=planner(places))
    taken = routes.sample()  # HAZARD GL405
    return prices(taken).sum() / len(places) - 0.01 * routes.entropy().mean()


for _ in range(3):
    places = torch.randn(5, 6)
    plans.zero_grad()
    objective(places).backward()
    plans.step()
    learns.zero_grad()
    (prices(torch.randint(0, 4, (5,))) - torch.rand(5, 1)).abs().mean().backward()
    learns.step()
print("OBSERVED wrong")
