# framework: torch
# verdict: raises
# seen: TypeError: 
import torch
import torch.nn.functional as F

margin = torch.nn.Parameter(torch.tensor(0.5))
a, b = torch.randn(4, requires_grad=True), torch.randn(4)
loss = F.softplus(a - b, beta=margin).sum()  # HAZARD GL412
loss.backward()
