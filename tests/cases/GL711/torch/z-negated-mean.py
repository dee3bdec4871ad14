# framework: torch
# verdict: nan
# seen: the second row has no label, and the gradient of every weight is NaN
import torch
from torch import nn

torch.manual_seed(0)
model = nn.Sequential(nn.Embedding(10, 8), nn.Linear(8, 10))
labels = torch.randint(0, 10, (2, 6))
labels[1] = -100
keep = labels.ne(-100)
scores = model(torch.randint(0, 10, (2, 6))).log_softmax(-1)
scores = scores.gather(-1, labels.clamp_min(0).unsqueeze(-1)).squeeze(-1)
per_row = -(scores * keep).sum(1) / keep.sum(1)  # HAZARD GL711
per_row.mean().backward()
print("OBSERVED", "nan" if model[1].weight.grad.isnan().any() else "clean")
