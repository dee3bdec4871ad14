# framework: torch
# verdict: clean
# seen: the learner begins with the weights themselves, and they get the gradients of the query loss
import higher
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
model = nn.Linear(2, 1)
meta = torch.optim.Adam(model.parameters(), lr=1e-3)
inner = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(2):
    meta.zero_grad()
    learner = higher.monkeypatch(model, copy_initial_weights=False)
    inside = higher.get_diff_optim(inner, model.parameters(), fmodel=learner)
    inside.step(F.mse_loss(learner(torch.randn(4, 2)), torch.randn(4, 1)))
    F.mse_loss(learner(torch.randn(4, 2)), torch.randn(4, 1)).backward()
    meta.step()
print("OBSERVED", "clean" if model.weight.grad is not None else "none")
