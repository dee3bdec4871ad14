# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
import torch.nn.functional as F

torch.manual_seed(0)
x = torch.randn(6, 3, requires_grad=True)
total = torch.zeros(())
for i in range(len(x)):
    mask = torch.ones(len(x), dtype=torch.bool)
    mask[i] = False
    one, others = F.normalize(x[i].unsqueeze(0), dim=1), F.normalize(x[mask], dim=1)
    total = total + torch.sqrt(torch.sum((one - others) ** 2, dim=1)).sum()
total.backward()
assert torch.isfinite(x.grad).all()
