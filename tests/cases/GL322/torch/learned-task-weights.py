# framework: torch
# verdict: wrong
# seen: the task weights never move
import torch


class TaskWeights(torch.nn.Module):
    def __init__(self, tasks):
        super().__init__()
        self.log_vars = torch.nn.Parameter(torch.zeros(tasks))

    def forward(self, *losses):
        return sum(torch.exp(-v) * loss + v for v, loss in zip(self.log_vars, losses))


torch.manual_seed(0)
net = torch.nn.Linear(3, 2)
combine = TaskWeights(2)
optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)  # HAZARD GL322
x, y = torch.randn(8, 3), torch.randn(8, 2)
for _ in range(2):
    optimizer.zero_grad()
    out = net(x)
    total = combine((out[:, 0] - y[:, 0]).pow(2).mean(), (out[:, 1] - y[:, 1]).abs().mean())
    total.backward()
    optimizer.step()
assert torch.equal(combine.log_vars.detach(), torch.zeros(2))
