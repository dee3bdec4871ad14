# framework: torch
# verdict: clean
# seen: gradient as expected
import torch as th
import torch.nn.functional as F
from torch import nn


class MixtureOfExperts(nn.Module):
    def __init__(self, n_in, experts):
        super().__init__()
        self.gate = nn.Linear(n_in, experts)
        self.experts = nn.ModuleList([nn.Linear(n_in, 1) for _ in range(experts)])

    def forward(self, x):
        probs = self.gate(x).softmax(dim=-1)
        choice = probs.argmax(dim=-1)
        outputs = th.stack([expert(x) for expert in self.experts], dim=1).squeeze(-1)
        picked = outputs.gather(1, choice.unsqueeze(1)) * probs.gather(1, choice.unsqueeze(1))
        share = F.one_hot(choice, len(self.experts)).float().mean(dim=0)
        return picked, (share * probs.mean(dim=0)).sum() * len(self.experts)


th.manual_seed(0)
model = MixtureOfExperts(6, experts=3)
opt = th.optim.Adam(model.parameters(), lr=2e-2)
x = th.randn(40, 6)
y = x[:, :1].abs() + x[:, 1:2]
trace = []
for _ in range(60):
    opt.zero_grad()
    pred, balance = model(x)
    loss = F.mse_loss(pred, y) + 0.01 * balance
    loss.backward()
    opt.step()
    trace.append(loss.item())
alive = model.gate.weight.grad.any()
print("OBSERVED", "clean" if alive and trace[-1] < 0.7 * trace[0] else "wrong")
