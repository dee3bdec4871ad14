# framework: torch
# verdict: none
# seen: the scorer has no gradient
import torch
from torch import nn

torch.manual_seed(0)
scorer, reader = nn.Linear(6, 1), nn.Linear(6, 4)
optimizer = torch.optim.Adam([*scorer.parameters(), *reader.parameters()], lr=1e-3)
passages, answers = torch.randn(5, 3, 6), torch.randint(0, 4, (5,))
best = scorer(passages).squeeze(-1).argmax(dim=1)
evidence = reader(passages)[torch.arange(5), best]  # HAZARD GL403
loss = nn.functional.cross_entropy(evidence, answers)
optimizer.zero_grad()
loss.backward()
optimizer.step()
print("OBSERVED", "none" if scorer.weight.grad is None else "clean")
