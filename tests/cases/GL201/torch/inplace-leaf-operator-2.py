# framework: torch
# verdict: raises
# seen: RuntimeError: a leaf Variable that requires grad is being used in an in-place operation.
import torch
import torch.nn.functional as F
from torch import Tensor, nn


class GumbelRouter(nn.Module):
    def __init__(self, dim: int, experts: int) -> None:
        super().__init__()
        self.gate = nn.Linear(dim, experts)
        self.temperature = nn.Parameter(torch.tensor(2.0))
        self.experts = nn.ModuleList([nn.Linear(dim, dim) for _ in range(experts)])

    def forward(self, x: Tensor) -> Tensor:
        if self.training:
            self.temperature *= 0.99  # HAZARD GL201
        weights = F.softmax(self.gate(x) / self.temperature, dim=-1)
        stacked = torch.stack([expert(x) for expert in self.experts], dim=-1)
        return (stacked * weights.unsqueeze(1)).sum(dim=-1)


def main() -> None:
    torch.manual_seed(0)
    model = GumbelRouter(dim=6, experts=3)
    opt = torch.optim.AdamW(model.parameters(), lr=1e-3)
    x = torch.randn(9, 6)
    for _ in range(2):
        opt.zero_grad()
        loss = F.mse_loss(model(x), x)
        loss.backward()
        opt.step()


main()
