# framework: torch
# verdict: nan
# seen: nan
import torch
from torch import nn


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(2, 3)

    def forward(self, s):
        return nn.functional.softmax(self.fc(s) * 500, dim=-1)


torch.manual_seed(0)
policy = Policy()
probs = policy(torch.randn(6, 2))
entropy = -(probs * probs.log()).sum(-1).mean()  # HAZARD GL703
entropy.backward()
print("OBSERVED", "nan" if not policy.fc.weight.grad.isfinite().all() else "clean")
