# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


def train(encoder, head, batches, accumulate):
    opt = torch.optim.SGD([*encoder.parameters(), *head.parameters()], lr=0.1)
    for i, (x, y) in enumerate(batches):
        code = torch.tanh(encoder(x))
        task = nn.functional.cross_entropy(head(code), y)
        spread = code.var()
        task, spread = task / accumulate, spread / accumulate
        total = task + spread
        total.backward()
        if (i + 1) % accumulate == 0:
            opt.step()
            opt.zero_grad()


batches = [(torch.randn(4, 3), torch.randint(0, 2, (4,))) for _ in range(4)]
train(nn.Linear(3, 4), nn.Linear(4, 2), batches, 2)
