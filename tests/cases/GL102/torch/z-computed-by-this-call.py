# framework: torch
# verdict: raises
# seen: RuntimeError: Can't call numpy() on Tensor that requires grad
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.score = nn.Linear(3, 3)

    def importances(self, x):
        return self.score(x).softmax(dim=-1).mean(dim=0).cpu().numpy()  # HAZARD GL102


Net().importances(torch.randn(4, 3))
