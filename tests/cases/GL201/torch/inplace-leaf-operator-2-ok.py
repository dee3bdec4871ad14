# framework: torch
# verdict: clean
# seen: tensor(1.9406)
import torch
import torch.nn.functional as F
from torch import Tensor, nn


class GumbelRouter(nn.Module):
    def __init__(self, dim: int, experts: int) -> None:
        super().__init__()
        self.gate = nn.Linear(dim, experts)
        self.register_buffer("temperature", torch.tensor(2.0))
        self.experts = nn.ModuleList([nn.Linear(dim, dim) for _ in range(experts)])
        with torch.no_grad():
            for expert in self.experts:
                expert.weight /= expert.weight.norm(dim=1, keepdim=True)

    def anneal(self) -> None:
        self.temperature *= 0.99

    def forward(self, x: Tensor) -> Tensor:
        weights = F.softmax(self.gate(x) / self.temperature, dim=-1)
        out = 0
        for i, expert in enumerate(self.experts):
            out += expert(x) * weights[:, i : i + 1]
        return out


def main() -> None:
    torch.manual_seed(0)
    model = GumbelRouter(dim=6, experts=3)
    unit = model.experts[0].weight.norm(dim=1)
    opt = torch.optim.AdamW(model.parameters(), lr=1e-3)
    x, seen = torch.randn(9, 6), 0
    for _ in range(3):
        opt.zero_grad()
        loss = F.mse_loss(model(x), x)
        loss.backward()
        model.gate.weight.grad *= 0.5
        opt.step()
        model.anneal()
        seen += 1
    alive = all(p.grad.abs().sum() > 0 for p in model.parameters())
    unit_rows = torch.allclose(unit, torch.ones(6), atol=1e-5)
    print("OBSERVED", "clean" if alive and unit_rows and seen == 3 else "none", model.temperature)


main()
