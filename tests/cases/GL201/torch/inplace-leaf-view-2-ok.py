# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import Tensor, nn


class DropPath(nn.Module):
    def __init__(self, dim: int, keep: float) -> None:
        super().__init__()
        self.fc = nn.Linear(dim, dim)
        self.keep = keep

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        h = self.fc(x)
        flat = h.view(h.shape[0], -1)
        flat.mul_(mask.unsqueeze(1)).div_(self.keep)
        h[:, 0].add_(1.0)
        return x + h


def perturb(params, scale):
    for p in params:
        flat = p.detach().view(-1)
        flat.add_(scale * torch.randn_like(flat))


torch.manual_seed(0)
layer = DropPath(4, keep=0.5)
opt = torch.optim.SGD(layer.parameters(), lr=0.1)
x, mask = torch.randn(6, 4), torch.tensor([1.0, 0.0, 1.0, 1.0, 0.0, 1.0])
perturb(layer.parameters(), 0.01)
opt.zero_grad()
layer(x, mask).sum().backward()
expected = (x * mask.unsqueeze(1) / 0.5).sum(dim=0).expand(4, 4)
right = torch.allclose(layer.fc.weight.grad, expected, atol=1e-5)
opt.step()
print("OBSERVED", "clean" if right else "wrong")
