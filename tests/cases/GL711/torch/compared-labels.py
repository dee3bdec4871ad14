# framework: torch
# verdict: nan
# seen: one row without labels makes everything NaN
import torch
import torch.nn.functional as F

torch.manual_seed(0)
model = torch.nn.Linear(3, 4)
labels = torch.tensor([[1, 2], [-100, -100]])
valid = (labels != -100).float()
logp = F.log_softmax(model(torch.randn(2, 2, 3)), dim=-1)
token = -logp.gather(-1, labels.clamp(min=0).unsqueeze(-1)).squeeze(-1)
loss = ((token * valid).sum(1) / valid.sum(1)).mean()  # HAZARD GL711
loss.backward()
assert torch.isnan(model.weight.grad).any()
print("OBSERVED nan")
