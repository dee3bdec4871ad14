# framework: torch
# verdict: wrong
# seen: moved by 3.16 allowed 0.01
import torch
import torch.nn as nn


class RewardModel(nn.Module):
    def __init__(self, dim=5):
        super().__init__()
        self.score = nn.Sequential(nn.Linear(dim, 16), nn.ReLU(), nn.Linear(16, 1))

    def forward(self, chosen, rejected):
        return -nn.functional.logsigmoid(self.score(chosen) - self.score(rejected)).mean()


def update(model, optimizer, chosen, rejected, max_norm=1e-2):
    optimizer.zero_grad()
    loss = model(chosen, rejected)
    nn.utils.clip_grad_norm_(model.parameters(), max_norm)  # HAZARD GL602
    loss.backward()
    optimizer.step()


torch.manual_seed(0)
model = RewardModel()
optimizer = torch.optim.SGD(model.parameters(), lr=1.0)
start = [p.detach().clone() for p in model.parameters()]
update(model, optimizer, torch.randn(8, 5) * 20, torch.randn(8, 5) * 20)
largest = max((a - b).abs().max().item() for a, b in zip(start, model.parameters()))
print("OBSERVED", "wrong" if largest > 0.05 else "clean", "moved by", round(largest, 3), "allowed 0.01")
