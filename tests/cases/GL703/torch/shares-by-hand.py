# framework: torch
# verdict: nan
# seen: nan for large scores
import torch

scores = torch.tensor([[900.0, 3.0], [2.0, 1.0]], requires_grad=True)
shares = torch.exp(scores) / torch.exp(scores).sum(dim=1, keepdim=True)  # HAZARD GL703
loss = -torch.log(shares[:, 0]).mean()
loss.backward()
print("OBSERVED", "nan" if torch.isnan(scores.grad).any() else "clean")
