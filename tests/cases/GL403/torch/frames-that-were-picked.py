# framework: torch
# verdict: none
# seen: None
import torch
from torch import nn


class Summary(nn.Module):
    def __init__(self):
        super().__init__()
        self.scorer = nn.Linear(8, 1)
        self.reader = nn.Linear(8, 2)

    def forward(self, frames):
        best = self.scorer(frames).squeeze(-1).topk(3, dim=1).indices
        picked = frames.gather(1, best.unsqueeze(-1).expand(-1, -1, 8))  # HAZARD GL403
        return self.reader(torch.relu(picked)).mean(1)


torch.manual_seed(0)
model = Summary()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(2):
    loss = nn.functional.cross_entropy(model(torch.randn(4, 10, 8)), torch.tensor([0, 1, 1, 0]))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print("OBSERVED", "none" if model.scorer.weight.grad is None else "clean")
