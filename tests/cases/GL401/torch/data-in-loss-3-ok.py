# framework: torch
# verdict: clean
# seen: t=
import torch
from torch import Tensor, nn
from torch.nn import functional as F


class PrototypeHead(nn.Module):
    def __init__(self, dim: int, classes: int) -> None:
        super().__init__()
        self.prototypes = nn.Parameter(torch.randn(classes, dim))
        self.prototypes.data = F.normalize(self.prototypes.data, dim=1)
        self.temperature = nn.Parameter(torch.tensor(0.5))

    def logits(self, z: Tensor) -> Tensor:
        similarity = F.normalize(z, dim=1) @ F.normalize(self.prototypes, dim=1).t()
        return similarity / self.temperature

    def forward(self, z: Tensor, target: Tensor) -> Tensor:
        return F.cross_entropy(self.logits(z), target)

    def summary(self) -> str:
        return f"t={self.temperature.data:.3f} norm={self.prototypes.data.norm():.2f}"


torch.manual_seed(0)
head = PrototypeHead(4, 3)
opt = torch.optim.Adam(head.parameters(), lr=1e-2)
z, target = torch.randn(15, 4), torch.randint(0, 3, (15,))
for _ in range(10):
    opt.zero_grad()
    loss = head(z, target)
    loss.backward()
    opt.step()
moved = head.temperature.item() != 0.5 and head.temperature.grad.abs() > 0
print("OBSERVED", "clean" if moved else "none", head.summary()[:2])
