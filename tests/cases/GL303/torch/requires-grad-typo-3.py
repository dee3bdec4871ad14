# framework: torch
# verdict: wrong
# seen: tensor(0.0177)
import torch
from torch import nn


def freeze(module):
    for param in module.parameters():
        param.required_grad = False  # HAZARD GL303


def finetune(model, batches, lr):
    opt = torch.optim.SGD(model.parameters(), lr=lr)
    for x, y in batches:
        opt.zero_grad()
        loss = nn.functional.cross_entropy(model(x), y)
        loss.backward()
        opt.step()


torch.manual_seed(0)
backbone, head = nn.Sequential(nn.Linear(6, 12), nn.ReLU()), nn.Linear(12, 3)
freeze(backbone)
kept = backbone[0].weight.detach().clone()
batches = [(torch.randn(8, 6), torch.randint(0, 3, (8,))) for _ in range(4)]
finetune(nn.Sequential(backbone, head), batches, lr=0.1)
drift = (backbone[0].weight.detach() - kept).abs().max()
print("OBSERVED", "clean" if drift == 0 else "wrong", drift)
