# framework: torch
# verdict: zero
# seen: tensor([0., 0., 0., 0., 0., 0.])
import torch
from torch import nn


class Scheduler(nn.Module):
    def __init__(self, tasks, slot=0.5):
        super().__init__()
        self.start = nn.Parameter(torch.rand(tasks) * 4)
        self.slot = slot

    def aligned(self):
        return (self.start / self.slot).floor() * self.slot  # HAZARD GL403

    def cost(self, duration, deadline):
        finish = self.aligned() + duration
        late = torch.relu(finish - deadline)
        return late.sum() + 0.1 * finish.mean()


torch.manual_seed(0)
plan = Scheduler(tasks=6)
opt = torch.optim.SGD(plan.parameters(), lr=0.2)
duration, deadline = torch.rand(6), torch.linspace(1, 4, 6)
for _ in range(20):
    opt.zero_grad()
    loss = plan.cost(duration, deadline)
    loss.backward()
    opt.step()
print("OBSERVED", "zero" if not plan.start.grad.any() else "clean", plan.start.grad)
