# framework: torch
# verdict: wrong
# seen: wrong
import torch
from torch import nn


def finetune(backbone, classes, x, y):
    optimizer = torch.optim.SGD(backbone.parameters(), lr=0.5)
    backbone.fc = nn.Linear(4, classes)  # HAZARD GL310
    for _ in range(2):
        optimizer.zero_grad()
        nn.functional.cross_entropy(backbone(x), y).backward()
        optimizer.step()
    return backbone


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(3, 4)
        self.fc = nn.Linear(4, 10)

    def forward(self, x):
        return self.fc(torch.relu(self.body(x)))


torch.manual_seed(0)
net = finetune(Net(), 2, torch.randn(6, 3), torch.randint(0, 2, (6,)))
torch.manual_seed(1)
print("OBSERVED", "wrong" if len(net.fc.weight) == 2 else "clean")
