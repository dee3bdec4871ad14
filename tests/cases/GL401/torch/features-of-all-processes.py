# framework: torch
# verdict: clean
# seen: one process alone never gathers; with two the features carry no gradient
import torch
import torch.distributed as dist
import torch.nn.functional as F
from torch import nn


def everybody(rows):
    if dist.is_available() and dist.is_initialized() and dist.get_world_size() > 1:
        parts = [torch.zeros_like(rows) for _ in range(dist.get_world_size())]
        dist.all_gather(parts, rows)  # HAZARD GL401
        return torch.cat(parts)
    return rows


def contrast(encoder, images, texts):
    a, b = F.normalize(encoder(images), dim=-1), F.normalize(encoder(texts), dim=-1)
    similar = everybody(a) @ everybody(b).t()
    return F.cross_entropy(similar / 0.1, torch.arange(len(similar)))


torch.manual_seed(0)
encoder = nn.Linear(6, 3)
optimizer = torch.optim.Adam(encoder.parameters(), lr=1e-3)
loss = contrast(encoder, torch.randn(4, 6), torch.randn(4, 6))
optimizer.zero_grad()
loss.backward()
optimizer.step()
print("OBSERVED clean")
