# framework: torch
# verdict: clean
# seen: in the branch that runs after the step the judge sees what was made without its graph
import torch
from torch import nn

maker = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 3))
judge = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
maker_optimizer = torch.optim.SGD(maker.parameters(), lr=0.1)
judge_optimizer = torch.optim.SGD(judge.parameters(), lr=0.1)
for step, real in enumerate(torch.randn(4, 6, 3)):
    made = maker(torch.randn(6, 2))
    if step % 2:
        score = judge(made)
        maker_optimizer.zero_grad()
        (-score.mean()).backward()
        maker_optimizer.step()
    judge_optimizer.zero_grad()
    if step > 1:
        loss = judge(made.detach()).exp().mean() - judge(real).mean()
    else:
        loss = judge(made.detach()).mean() - judge(real).mean()
    loss.backward()
    judge_optimizer.step()
assert all(p.grad is not None for p in judge.parameters())
