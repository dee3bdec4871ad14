# framework: torch
# verdict: clean
# seen: gradient as expected; the sum is that of one evaluation
import torch
from torch import nn


class Fitting:
    def __init__(self, tasks):
        self.net = nn.Linear(2, 1)
        self.tasks = tasks
        self.optimizer = torch.optim.LBFGS(self.net.parameters(), lr=0.2, max_iter=3)

    def parts(self):
        return [(self.net(x) - y).square().mean() for x, y in self.tasks]

    def closure(self):
        self.optimizer.zero_grad()
        whole = torch.zeros(())
        for part in self.parts():
            part.backward()
            whole = whole + part / len(self.tasks)
        return whole

    def fit(self, rounds):
        for _ in range(rounds):
            self.optimizer.step(self.closure)


torch.manual_seed(0)
fitting = Fitting([(torch.randn(5, 2), torch.randn(5, 1)) for _ in range(3)])
fitting.fit(2)
print("OBSERVED", "clean" if fitting.net.weight.grad is not None else "none")
