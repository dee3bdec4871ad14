# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn

def finetune(body, tasks, steps):
    head = nn.Linear(4, 2)
    crit = nn.CrossEntropyLoss()
    opt = torch.optim.SGD(head.parameters(), lr=0.1)
    loss = torch.zeros(1)
    for x, y in tasks:
        for _ in range(steps):
            logits = head(body(x).detach())
            loss = crit(logits, y)
            head.zero_grad()
            loss.backward()
            opt.step()
        loss += crit(head(body(x)), y)
    return float(loss)

body = nn.Linear(3, 4)
tasks = [(torch.randn(5, 3), torch.randint(0, 2, (5,))) for _ in range(3)]
assert finetune(body, tasks, 2) > 0
