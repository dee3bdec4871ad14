# framework: torch
# verdict: wrong
# seen: only the spread trains the encoder
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
encoder, reference = nn.Linear(5, 3), nn.Linear(5, 3).requires_grad_(False)
optimizer = torch.optim.SGD(encoder.parameters(), lr=0.1)


def match(codes, goals):
    codes = codes.detach()  # HAZARD GL401
    return 2 - 2 * (F.normalize(codes, dim=-1) * F.normalize(goals, dim=-1)).sum(-1).mean()


def uniformity(codes):
    return torch.log(torch.exp(-2 * torch.pdist(codes).square()).mean())


for _ in range(2):
    rows = torch.randn(6, 5)
    codes = encoder(rows)
    loss = match(codes, reference(rows)) + 0.5 * uniformity(F.normalize(codes, dim=-1))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print("OBSERVED wrong")
