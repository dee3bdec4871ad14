# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
import torch.nn.functional as F
from torch import Tensor, nn


class Projector(nn.Module):
    def __init__(self, dim: int, out: int) -> None:
        super().__init__()
        self.fc = nn.Linear(dim, out)
        self.gain = nn.Parameter(torch.ones(out))

    def forward(self, x: Tensor) -> Tensor:
        h = self.fc(x)
        h -= h.mean(dim=1, keepdim=True)
        summary = torch.cat([h, h + 1.0], dim=1).mean()
        h += self.gain
        h *= torch.sigmoid(h)
        return F.normalize(h, dim=1) + summary


def reference(model: Projector, x: Tensor) -> Tensor:
    h = model.fc(x)
    h = h - h.mean(dim=1, keepdim=True)
    summary = torch.cat([h, h + 1.0], dim=1).mean()
    return F.normalize(F.silu(h + model.gain), dim=1) + summary


torch.manual_seed(0)
model = Projector(6, 4)
x, y = torch.randn(5, 6), torch.randn(5, 4)
F.mse_loss(model(x), y).backward()
got = [p.grad.clone() for p in model.parameters()]
model.zero_grad()
F.mse_loss(reference(model, x), y).backward()
same = all(torch.allclose(a, p.grad, atol=1e-6) for a, p in zip(got, model.parameters()))
print("OBSERVED", "clean" if same else "wrong")
