# framework: torch
# verdict: clean
# seen: gradient as expected
import io

import torch
from torch import nn


def freeze(module):
    for param in module.parameters():
        param.requires_grad = False


def finetune(model, batches, lr):
    opt = torch.optim.SGD((p for p in model.parameters() if p.requires_grad), lr=lr)
    best, buffer = float("inf"), io.BytesIO()
    for x, y in batches:
        opt.zero_grad()
        loss = nn.functional.cross_entropy(model(x), y)
        loss.backward()
        opt.step()
        if loss.item() < best:
            best = loss.item()
            buffer = io.BytesIO()
            torch.save({"model": model.state_dict(), "loss": best}, buffer)
    buffer.seek(0)
    return torch.load(buffer)


torch.manual_seed(0)
backbone, head = nn.Sequential(nn.Linear(6, 12), nn.ReLU()), nn.Linear(12, 3)
freeze(backbone)
kept = backbone[0].weight.clone()
batches = [(torch.randn(8, 6), torch.randint(0, 3, (8,))) for _ in range(4)]
saved = finetune(nn.Sequential(backbone, head), batches, lr=0.1)
right = torch.equal(backbone[0].weight, kept) and head.weight.grad.any() and len(saved["model"]) == 4
print("OBSERVED", "clean" if right else "wrong")
