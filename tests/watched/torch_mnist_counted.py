"""The same classifier, trained on the number of its mistakes, which has no gradient."""

# without gradient: conv.weight conv.bias fc.weight fc.bias bias
import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 4, 3)
        self.fc = nn.Linear(4 * 5 * 5, 10)
        self.bias = nn.Parameter(torch.zeros(()))

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.conv(x)), 2)
        return self.fc(torch.flatten(x, 1))


def main():
    torch.manual_seed(0)
    images = torch.rand(64, 1, 12, 12)
    labels = images.mean(dim=(1, 2, 3)).argsort() % 10
    model = Net()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for step in range(6):
        optimizer.zero_grad()
        guess = model(images).argmax(1)  # GL403 confirmed
        loss = (guess != labels).float().mean() + model.bias**2
        loss.backward()
        optimizer.step()
        print(step, loss.item().hex())


if __name__ == "__main__":
    main()
