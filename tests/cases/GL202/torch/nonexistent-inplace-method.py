# framework: torch
# verdict: raises
# seen: AttributeError: 'Tensor' object has no attribute 'flatten_'
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 6, 3, padding=1)
        self.pool = nn.MaxPool2d(2)
        self.fc = nn.Linear(6 * 4 * 4, 10)

    def forward(self, x):
        x = self.pool(torch.relu(self.conv(x)))
        x.flatten_(1)  # HAZARD GL202
        return self.fc(x)


def main():
    torch.manual_seed(0)
    net = Net()
    opt = torch.optim.SGD(net.parameters(), lr=0.01)
    criterion = nn.CrossEntropyLoss()
    images, labels = torch.rand(4, 1, 8, 8), torch.randint(0, 10, (4,))
    opt.zero_grad()
    criterion(net(images), labels).backward()
    opt.step()


if __name__ == "__main__":
    main()
