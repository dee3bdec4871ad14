# framework: torch
# verdict: clean
# seen: made as zeros, and given other values before they are used
import torch
from torch import nn


class Adapter(nn.Module):
    def __init__(self, how):
        super().__init__()
        self.down = nn.Parameter(torch.zeros(4, 2))
        self.up = nn.Parameter(torch.zeros(2, 4))
        if how == "data":
            self.down.data.normal_(0, 0.02)
        elif how == "no_grad":
            with torch.no_grad():
                self.down.uniform_(-1, 1)
        elif how == "init":
            nn.init.kaiming_uniform_(self.down, a=5**0.5)
        else:
            for p in self.parameters():
                if p.dim() > 1:
                    nn.init.xavier_uniform_(p)

    def forward(self, x):
        return x @ self.down @ self.up


torch.manual_seed(0)
for how in ("data", "no_grad", "init", "all"):
    adapter = Adapter(how)
    (adapter(torch.randn(3, 4)) - 1.0).pow(2).mean().backward()
    assert adapter.up.grad.abs().max() > 0

loaded = Adapter("init")
other = Adapter("data")
other.load_state_dict(loaded.state_dict())
(other(torch.randn(3, 4)) - 1.0).pow(2).mean().backward()
assert other.up.grad.abs().max() > 0
