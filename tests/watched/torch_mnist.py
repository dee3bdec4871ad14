"""A convolutional classifier on made-up digits."""

import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 4, 3)
        self.drop = nn.Dropout(0.25)
        self.fc = nn.Linear(4 * 5 * 5, 10)

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.conv(x)), 2)
        return self.fc(self.drop(torch.flatten(x, 1)))


def accuracy(model, images, labels):
    model.eval()
    with torch.no_grad():
        right = (model(images).argmax(1) == labels).float().mean().item()
    model.train()
    return right


def main():
    torch.manual_seed(0)
    images = torch.rand(64, 1, 12, 12)
    labels = images.mean(dim=(1, 2, 3)).argsort() % 10
    model = Net()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    for step in range(6):
        batch = torch.randperm(64)[:32]
        optimizer.zero_grad()
        loss = F.cross_entropy(model(images[batch]), labels[batch])
        loss.backward()
        optimizer.step()
        print(step, loss.item().hex(), accuracy(model, images, labels))


if __name__ == "__main__":
    main()
