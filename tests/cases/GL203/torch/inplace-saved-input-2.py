# framework: torch
# verdict: raises
# seen: RuntimeError: one of the variables needed for gradient computation has been modified by an inplace operation: [torch.FloatTensor [5, 4]], which is output 0 of Div, is at version 1; expected version 0 instead. Hint: enable anomaly
import torch
import torch.nn.functional as F
from torch import Tensor, nn


class Projector(nn.Module):
    def __init__(self, dim: int, out: int) -> None:
        super().__init__()
        self.fc = nn.Linear(dim, out)

    def forward(self, x: Tensor) -> Tensor:
        h = self.fc(x)
        norm = (h ** 2).sum(dim=1, keepdim=True).add(1e-6).sqrt()
        h /= norm  # HAZARD GL203
        return h


def info_nce(a: Tensor, b: Tensor, temperature: float = 0.2) -> Tensor:
    logits = a @ b.t() / temperature
    return F.cross_entropy(logits, torch.arange(len(a)))


torch.manual_seed(0)
model = Projector(6, 4)
opt = torch.optim.SGD(model.parameters(), lr=0.1)
left, right = torch.randn(5, 6), torch.randn(5, 6)
opt.zero_grad()
info_nce(model(left), model(right)).backward()
opt.step()
