# framework: torch
# verdict: clean
# seen: torch.Size([6])
import torch
from torch import nn


class Scheduler(nn.Module):
    def __init__(self, tasks, slot=0.5):
        super().__init__()
        self.start = nn.Parameter(torch.rand(tasks) * 4)
        self.slot = slot

    @torch.no_grad()
    def aligned(self):
        return (self.start / self.slot).floor() * self.slot

    def cost(self, duration, deadline):
        finish = self.start + duration
        late = torch.relu(finish - deadline)
        return late.sum() + 0.1 * finish.mean()


def attack(plan, duration, deadline, eps):
    duration = duration.clone().requires_grad_()
    (grad,) = torch.autograd.grad(plan.cost(duration, deadline), duration)
    return (duration + eps * grad.sign()).detach()


torch.manual_seed(0)
plan = Scheduler(tasks=6)
opt = torch.optim.SGD(plan.parameters(), lr=0.2)
duration, deadline = torch.rand(6).mul(10).round() / 10, torch.linspace(1, 4, 6).ceil()
before = plan.cost(duration, deadline).item()
for _ in range(20):
    opt.zero_grad()
    loss = plan.cost(attack(plan, duration, deadline, eps=0.05), deadline)
    loss.backward()
    opt.step()
after = plan.cost(duration, deadline).item()
print("OBSERVED", "clean" if after < before and plan.start.grad.any() else "zero", plan.aligned().shape)
