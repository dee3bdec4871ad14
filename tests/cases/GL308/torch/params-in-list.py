# framework: torch
# verdict: wrong
# seen: ['mix.weight', 'mix.bias']
import torch
from torch import nn


class LeakyFilter(nn.Module):
    def __init__(self, n_in, rates=(("fast", 0.5), ("slow", 3.0))):
        super().__init__()
        self.mix = nn.Linear(len(rates) * n_in, 1)
        self.decay = {key: nn.Parameter(torch.full((n_in,), r)) for key, r in rates}  # HAZARD GL308

    def forward(self, seq):
        traces = []
        for logit in self.decay.values():
            keep = torch.sigmoid(logit)
            state = torch.zeros_like(seq[0])
            for frame in seq:
                state = keep * state + (1 - keep) * frame
            traces.append(state)
        return self.mix(torch.cat(traces, dim=-1)).squeeze(-1)


torch.manual_seed(0)
model = LeakyFilter(3)
opt = torch.optim.SGD(model.parameters(), lr=0.5)
seq, goal = torch.randn(7, 4, 3), torch.randn(4)
before = {name: logit.detach().clone() for name, logit in model.decay.items()}
for _ in range(4):
    opt.zero_grad()
    (model(seq) - goal).square().mean().backward()
    opt.step()
stuck = all(torch.equal(before[name], model.decay[name]) for name in before)
print("OBSERVED", "wrong" if stuck else "clean", [name for name, _ in model.named_parameters()])
