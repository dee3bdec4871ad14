# framework: torch
# verdict: none
# seen: the stem never gets a gradient
import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.checkpoint import checkpoint


class SmallNet(nn.Module):
    def __init__(self, n_classes=3):
        super().__init__()
        self.stem = nn.Sequential(nn.Conv2d(3, 8, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2))
        self.body = nn.Sequential(nn.Conv2d(8, 8, 3, padding=1), nn.ReLU(), nn.AdaptiveAvgPool2d(1))
        self.head = nn.Linear(8, n_classes)

    def forward(self, images):
        x = checkpoint(self.stem, images, use_reentrant=True)  # HAZARD GL407
        return self.head(self.body(x).flatten(1))


torch.manual_seed(0)
net = SmallNet()
opt = torch.optim.SGD(net.parameters(), lr=0.1)
images, labels = torch.rand(4, 3, 8, 8), torch.randint(0, 3, (4,))
for _ in range(2):
    opt.zero_grad()
    F.cross_entropy(net(images), labels).backward()
    opt.step()
lost = net.stem[0].weight.grad is None and net.body[0].weight.grad is not None
print("OBSERVED", "none" if lost else "clean", "the stem never gets a gradient")
