# framework: torch
# verdict: wrong
# seen: one step of length 0.494 allowed 0.01
import torch
from torch import nn
from torch.nn import functional as F
from torch.nn.utils import clip_grad_norm_


def train(model, tokens, lr, max_norm, steps):
    optimizer = torch.optim.SGD(model.parameters(), lr=lr)
    for _ in range(steps):
        optimizer.zero_grad()
        logits = model(tokens[:, :-1])
        loss = F.cross_entropy(logits.flatten(0, 1), tokens[:, 1:].flatten())
        loss.backward()
        optimizer.step()
        clip_grad_norm_(model.parameters(), max_norm)  # HAZARD GL602


torch.manual_seed(0)
model = nn.Sequential(nn.Embedding(11, 6), nn.Linear(6, 11))
before = [p.detach().clone() for p in model.parameters()]
train(model, torch.randint(0, 11, (4, 9)), lr=1.0, max_norm=0.01, steps=1)
moved = sum((a - b).square().sum() for a, b in zip(before, model.parameters())).sqrt().item()
print("OBSERVED", "wrong" if moved > 0.05 else "clean", "one step of length", round(moved, 3), "allowed 0.01")
