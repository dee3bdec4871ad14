# framework: torch
# verdict: clean
# seen: gradient as expected
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
        x = x.flatten(1).unsqueeze_(1)
        return self.fc(x.squeeze_(1))


def main():
    torch.manual_seed(0)
    net = Net()
    opt = torch.optim.SGD(net.parameters(), lr=0.01)
    criterion = nn.CrossEntropyLoss()
    images = torch.rand(1, 4, 8, 8)
    images.transpose_(0, 1).sub_(0.5).clip_(-0.4, 0.4)
    labels = torch.zeros(4, dtype=torch.long).random_(0, 10)
    opt.zero_grad()
    loss = criterion(net(images), labels)
    loss.backward()
    opt.step()
    again = criterion(net(images), labels)
    print("OBSERVED", "clean" if again < loss and net.conv.weight.grad.any() else "wrong")


if __name__ == "__main__":
    main()
