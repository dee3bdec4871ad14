# framework: torch
# verdict: wrong
# seen: the temperature gets gradients and never a step
import torch
import torch.nn as nn
import torch.nn.functional as F


class Tempered(nn.Module):
    def __init__(self):
        super().__init__()
        self.log_scale = nn.Parameter(torch.zeros(()))

    def forward(self, logits, labels):
        return F.cross_entropy(logits * self.log_scale.exp(), labels, reduction="none")


def fit(net, objective, batches):
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)  # HAZARD GL322
    for x, y in batches:
        loss = objective(net(x), y).sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


torch.manual_seed(0)
net, objective = nn.Linear(4, 3), Tempered()
fit(net, objective, [(torch.randn(5, 4), torch.randint(0, 3, (5,))) for _ in range(3)])
print("OBSERVED", "wrong" if objective.log_scale.item() == 0.0 else "clean")
