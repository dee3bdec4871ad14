# framework: torch
# verdict: none
# seen: None
import torch
from torch import nn

torch.manual_seed(0)
encoder, head = nn.Linear(4, 4), nn.Linear(4, 1)
optimizer = torch.optim.SGD([*encoder.parameters(), *head.parameters()], lr=0.1)
x = torch.randn(8, 4)
code = torch.tanh(encoder(x)).detach()  # HAZARD GL401
shares = torch.tensor(torch.softmax(code, dim=1))  # HAZARD GL105
loss = head(shares).square().mean()
optimizer.zero_grad()
loss.backward()
optimizer.step()
print("OBSERVED", "none" if encoder.weight.grad is None else "clean")
