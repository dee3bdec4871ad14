# framework: torch
# verdict: wrong
# seen: the norm that is compared is 65536 times too large; the unused weight has no gradient
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 2)
        self.spare = nn.Parameter(torch.zeros(1))

    def forward(self, x):
        return self.body(x)


net = Net()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu")
for _ in range(3):
    optimizer.zero_grad()
    scaler.scale(net(torch.ones(2, 4)).pow(2).mean()).backward()
    nn.utils.clip_grad_norm_(net.parameters(), 1.0)  # HAZARD GL602
    scaler.step(optimizer)
    scaler.update()
