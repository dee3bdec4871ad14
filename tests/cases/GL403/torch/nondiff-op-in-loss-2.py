# framework: torch
# verdict: raises
# seen: RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
import torch as th
import torch.nn.functional as F
from torch import nn


class CodebookPredictor(nn.Module):
    def __init__(self, n_in, codes, dim):
        super().__init__()
        self.logits = nn.Linear(n_in, codes)
        self.register_buffer("codes", th.randn(codes, dim))

    def forward(self, x):
        choice = F.one_hot(self.logits(x).argmax(dim=-1), len(self.codes))  # HAZARD GL403
        return choice.float() @ self.codes


th.manual_seed(0)
model = CodebookPredictor(6, codes=5, dim=3)
opt = th.optim.SGD(model.parameters(), lr=0.1)
x, y = th.randn(10, 6), th.randn(10, 3)
for _ in range(3):
    opt.zero_grad()
    loss = F.mse_loss(model(x), y)
    loss.backward()
    opt.step()
