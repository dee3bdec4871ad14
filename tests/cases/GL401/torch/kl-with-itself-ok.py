# framework: torch
# verdict: clean
# seen: the second derivative of a divergence from its own values is the Fisher matrix
import torch
import torch.nn as nn
from torch.autograd import Variable


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.mean = nn.Linear(3, 2)
        self.log_std = nn.Parameter(torch.zeros(1, 2))

    def forward(self, x):
        mean = self.mean(x)
        log_std = self.log_std.expand_as(mean)
        return mean, log_std, torch.exp(log_std)


policy = Policy()
states = torch.ones(4, 3)


def divergence():
    mean1, log_std1, std1 = policy(states)
    mean0, log_std0, std0 = Variable(mean1.data), Variable(log_std1.data), Variable(std1.data)
    kl = log_std1 - log_std0 + (std0.pow(2) + (mean0 - mean1).pow(2)) / (2.0 * std1.pow(2)) - 0.5
    return kl.sum(1).mean()


grads = torch.autograd.grad(divergence(), list(policy.parameters()), create_graph=True)
flat = torch.cat([each.reshape(-1) for each in grads])
product = torch.autograd.grad((flat * torch.ones_like(flat)).sum(), list(policy.parameters()))
assert all(float(each.abs().sum()) > 0 for each in product)
print("OBSERVED clean", len(product))
