# framework: torch
# verdict: raises
# seen: RuntimeError: one of the variables needed for gradient computation has been modified by an inplace operation: [torch.FloatTensor [3, 3]], which is out
import torch
from torch import nn

torch.manual_seed(0)
shared = nn.Linear(3, 3)
a, b = nn.Linear(3, 1), nn.Linear(3, 1)
opt_a = torch.optim.SGD([*shared.parameters(), *a.parameters()], lr=0.1)
opt_b = torch.optim.SGD([*shared.parameters(), *b.parameters()], lr=0.1)
x = torch.randn(4, 3)
for _ in range(2):
    hidden = torch.relu(shared(torch.relu(shared(x))))
    loss_a, loss_b = a(hidden).mean(), b(hidden).mean()
    opt_a.zero_grad()
    loss_a.backward(retain_graph=True)
    opt_a.step()
    opt_b.zero_grad()
    loss_b.backward()  # HAZARD GL203
    opt_b.step()
