# framework: torch
# verdict: none
# seen: none
import torch
from torch import nn


def hit_loss(scores, labels):
    wrong = (scores.argmax(dim=1) != labels).float()
    loss = wrong.mean()
    loss.requires_grad = True  # HAZARD GL106
    return loss


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 3))
hit_loss(model(torch.randn(6, 4)), torch.randint(0, 3, (6,))).backward()
print("OBSERVED", "none" if model[0].weight.grad is None else "clean")
