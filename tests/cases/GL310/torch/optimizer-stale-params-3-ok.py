# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(3, 4)
        self.fc = nn.Linear(4, 10)

    def forward(self, x):
        return self.fc(torch.relu(self.body(x)))


def finetune(backbone, classes, x, y):
    backbone.fc = nn.Linear(4, classes)
    optimizer = torch.optim.SGD(backbone.fc.parameters(), lr=0.5)
    backbone = backbone.to(dtype=torch.float32)
    trace = []
    for epoch in range(4):
        if epoch == 2:
            optimizer = torch.optim.SGD(backbone.parameters(), lr=0.1)
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(backbone(x), y)
        loss.backward()
        optimizer.step()
        trace.append(loss.item())
    return trace


torch.manual_seed(0)
net = Net()
trace = finetune(net, 2, torch.randn(6, 3), torch.randint(0, 2, (6,)))
head = nn.Linear(4, 3)
extra = torch.optim.SGD(net.parameters(), lr=0.1)
extra.add_param_group({"params": head.parameters()})
print("OBSERVED", "clean" if trace[-1] < trace[0] else "wrong")
