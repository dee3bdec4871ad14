# framework: torch
# verdict: zero
# seen: eval() gives the module itself: the log-ratio is zero, and so is its gradient
import torch
from torch import nn


class Preference:
    def __init__(self, policy):
        self.policy = policy
        self.reference = policy.eval()  # HAZARD GL411

    def loss(self, chosen, rejected):
        wanted = self.policy(chosen) - self.policy(rejected)
        before = self.reference(chosen) - self.reference(rejected)
        return -nn.functional.logsigmoid(wanted - before).mean()


torch.manual_seed(0)
policy = nn.Linear(3, 1)
optimizer = torch.optim.SGD(policy.parameters(), lr=0.1)
loss = Preference(policy).loss(torch.ones(4, 3), torch.zeros(4, 3))
optimizer.zero_grad()
loss.backward()
optimizer.step()
print(policy.weight.grad)
