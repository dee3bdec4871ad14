# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn
from torch.nn import functional as F


class Learner(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(3, 3)
        self.head = nn.Linear(3, 2)
        self.optimizer = torch.optim.SGD(self.parameters(), lr=0.1)

    def update(self, x, y):
        logits = self.head(self.body(x))
        objective = F.cross_entropy(logits, y) + self.penalty(logits, y)
        self.optimizer.zero_grad()
        objective.backward()
        self.optimizer.step()

    def penalty(self, logits, y):
        self.optimizer.zero_grad()
        loss = F.cross_entropy(logits, y)
        loss.backward(inputs=list(self.head.parameters()), retain_graph=True, create_graph=True)
        return sum(each.grad.clone().pow(2).sum() for each in self.head.parameters())
