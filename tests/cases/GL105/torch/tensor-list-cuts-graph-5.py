# framework: torch
# verdict: caught
# seen: torch.tensor(list of losses) cuts the graph; backward raises
"""Multi-task trainer that averages the losses of all heads."""
from typing import Dict, List

import torch
from torch import Tensor, nn


class MultiHead(nn.Module):
    def __init__(self, d_in: int, heads: Dict[str, int]):
        super().__init__()
        self.shared = nn.Linear(d_in, 16)
        self.heads = nn.ModuleDict({k: nn.Linear(16, n) for k, n in heads.items()})

    def forward(self, x: Tensor) -> Dict[str, Tensor]:
        z = torch.relu(self.shared(x))
        return {k: head(z) for k, head in self.heads.items()}


class Averager:
    def __init__(self, criteria: Dict[str, nn.Module]):
        self.criteria = criteria

    def collect(self, out: Dict[str, Tensor], target: Dict[str, Tensor]) -> List[Tensor]:
        return [self.criteria[k](out[k], target[k]) for k in sorted(out)]

    def __call__(self, out, target):
        values = self.collect(out, target)
        return torch.tensor(values).mean()  # HAZARD GL105


def train_one_epoch(model, loader, averager, opt):
    model.train()
    seen = 0
    for x, target in loader:
        opt.zero_grad()
        loss = averager(model(x), target)
        loss.backward()
        opt.step()
        seen += len(x)
    return seen


def build():
    torch.manual_seed(0)
    model = MultiHead(5, {"age": 1, "kind": 3})
    averager = Averager({"age": nn.MSELoss(), "kind": nn.CrossEntropyLoss()})
    loader = [(torch.randn(8, 5), {"age": torch.randn(8, 1), "kind": torch.randint(0, 3, (8,))}) for _ in range(2)]
    return model, loader, averager, torch.optim.Adam(model.parameters())


if __name__ == "__main__":
    try:
        train_one_epoch(*build())
    except RuntimeError as e:
        assert "does not require grad" in str(e)
    else:
        raise AssertionError("expected a broken graph")
