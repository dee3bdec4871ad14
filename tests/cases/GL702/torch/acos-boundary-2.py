# framework: torch
# verdict: nan
# seen: nan
import torch
from torch import nn


def angular_loss(a, b):
    cos = nn.functional.cosine_similarity(a, b).clamp(-1.0, 1.0)
    return torch.acos(cos).mean()  # HAZARD GL702


torch.manual_seed(0)
net = nn.Linear(2, 2)
x = torch.randn(3, 2)
z = net(x)
angular_loss(z, 2 * z.detach()).backward()
bad = not net.weight.grad.isfinite().all()
print("OBSERVED", "nan" if bad else "clean")
