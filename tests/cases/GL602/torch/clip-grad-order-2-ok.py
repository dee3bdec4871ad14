# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
import torch.nn as nn


class ValueNet(nn.Module):
    def __init__(self, dim=5):
        super().__init__()
        self.v = nn.Sequential(nn.Linear(dim, 16), nn.ReLU(), nn.Linear(16, 1))

    def forward(self, obs):
        return self.v(obs).squeeze(-1)


def update(model, optimizer, obs, goal, limit):
    optimizer.zero_grad()
    loss = (model(obs) - goal).abs().mean()
    loss.backward()
    for p in model.parameters():
        p.grad.clamp_(-limit, limit)
    optimizer.step()


def update_hooked(model, optimizer, obs, goal):
    optimizer.zero_grad()
    (model(obs) - goal).abs().mean().backward()
    optimizer.step()


torch.manual_seed(0)
obs, goal = torch.randn(8, 5) * 20, torch.randn(8)
largest = []
for hooked in (False, True):
    model = ValueNet()
    optimizer = torch.optim.SGD(model.parameters(), lr=1.0)
    start = [p.detach().clone() for p in model.parameters()]
    if hooked:
        for p in model.parameters():
            p.register_hook(lambda g: g.clamp(-1e-3, 1e-3))
        update_hooked(model, optimizer, obs, goal)
    else:
        update(model, optimizer, obs, goal, limit=1e-3)
    largest.append(max((a - b).abs().max().item() for a, b in zip(start, model.parameters())))
print("OBSERVED", "clean" if all(9e-4 < value < 1.1e-3 for value in largest) else "wrong")
