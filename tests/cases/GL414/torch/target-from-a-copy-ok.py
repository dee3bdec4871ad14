# framework: torch
# verdict: clean
# seen: gradient as expected
import copy

import torch
from torch import nn

torch.manual_seed(0)
q = nn.Linear(2, 3)
frozen = copy.deepcopy(q).requires_grad_(False)
optimizer = torch.optim.SGD(q.parameters(), lr=0.1)
s, s2, r = torch.randn(4, 2), torch.randn(4, 2), torch.randn(4)
expected = r + 0.9 * frozen(s2).max(1).values
loss = nn.functional.smooth_l1_loss(q(s)[:, 0], expected)
loss.backward()
optimizer.step()
