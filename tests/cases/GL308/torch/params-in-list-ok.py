# framework: torch
# verdict: clean
# seen: 6
import torch
from torch import nn


class FilterBank(nn.Module):
    def __init__(self, n_taps=3, n_filters=4):
        super().__init__()
        self.taps = [nn.Parameter(torch.randn(n_taps) * 0.3) for _ in range(n_filters)]
        for i, tap in enumerate(self.taps):
            self.register_parameter(f"tap{i}", tap)
        self.gains = nn.ParameterDict({"left": torch.ones(n_filters), "right": torch.ones(n_filters)})
        self.names = ["left", "right"]

    def forward(self, frames):
        responses = torch.stack([frames @ tap for tap in self.taps], dim=-1)
        return sum((responses * self.gains[name]).sum(dim=-1) for name in self.names)


torch.manual_seed(0)
bank = FilterBank()
opt = torch.optim.SGD(bank.parameters(), lr=0.05)
frames, goal = torch.randn(20, 3), torch.randn(20)
before = [p.detach().clone() for p in [*bank.taps, *bank.gains.values()]]
for _ in range(3):
    opt.zero_grad()
    (bank(frames) - goal).square().mean().backward()
    opt.step()
after = [*bank.taps, *bank.gains.values()]
stuck = any(torch.equal(b, a) for b, a in zip(before, after))
print("OBSERVED", "wrong" if stuck else "clean", len(list(bank.parameters())))
