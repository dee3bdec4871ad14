# framework: torch
# verdict: clean
# seen: the halves of a batch differ
import torch
from torch import nn

torch.manual_seed(0)
scorer = nn.Linear(3, 1)
pairs, lengths = torch.randn(6, 4, 3), torch.full((6, 1), 3)
values = scorer(pairs).squeeze(-1)
better, worse = torch.split(values, 3, dim=0)
first, second = torch.split(lengths, 3, dim=0)
better = better.gather(-1, first).squeeze()
worse = worse.gather(-1, second).squeeze()
loss = nn.functional.softplus(-(better - worse)).mean()
loss.backward()
assert scorer.weight.grad.abs().sum() > 0
print("OBSERVED clean")
