# framework: torch
# verdict: clean
# seen: in-place ReLU/sigmoid_/+=/dropout/*= only on results that nobody saved
from functools import partial

import torch
import torch.nn as nn
import torch.nn.functional as F


def drop_path(x, p, training):
    if p == 0.0 or not training:
        return x
    keep = x.new_empty((x.shape[0],) + (1,) * (x.ndim - 1)).bernoulli_(1 - p)
    keep.div_(1 - p)
    return x * keep


class SE(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.fc1, self.fc2 = nn.Conv2d(c, c // 2, 1), nn.Conv2d(c // 2, c, 1)

    def forward(self, x):
        s = F.relu(self.fc1(x.mean((2, 3), keepdim=True)), inplace=True)
        return x * self.fc2(s).sigmoid_()


class Block(nn.Module):
    expansion = 1

    def __init__(self, cin, c, stride=1, norm=nn.BatchNorm2d, p=0.1):
        super().__init__()
        self.conv1, self.bn1 = nn.Conv2d(cin, c, 3, stride, 1, bias=False), norm(c)
        self.conv2, self.bn2 = nn.Conv2d(c, c, 3, 1, 1, bias=False), norm(c)
        self.relu, self.se, self.p = nn.ReLU(inplace=True), SE(c), p
        self.down = nn.Identity()
        if stride != 1 or cin != c:
            self.down = nn.Sequential(nn.Conv2d(cin, c, 1, stride, bias=False), norm(c))

    def forward(self, x):
        identity = self.down(x)
        out = self.relu(self.bn1(self.conv1(x)))
        out = self.se(self.bn2(self.conv2(out)))
        out = drop_path(out, self.p, self.training)
        out += identity
        return self.relu(out)


class ResNet(nn.Module):
    def __init__(self, block=Block, widths=(8, 16), norm=partial(nn.BatchNorm2d, momentum=0.05)):
        super().__init__()
        self.stem = nn.Sequential(nn.Conv2d(3, 8, 3, 1, 1, bias=False), norm(8), nn.ReLU(inplace=True))
        layers, cin = [], 8
        for i, w in enumerate(widths):
            layers += [block(cin, w, 1 + (i > 0), norm)]
            cin = w * block.expansion
        self.layers, self.fc = nn.Sequential(*layers), nn.Linear(cin, 10)
        for m in self.modules():
            if isinstance(m, nn.Conv2d):
                nn.init.kaiming_normal_(m.weight, mode="fan_out")
            elif isinstance(m, nn.BatchNorm2d):
                m.weight.data.fill_(1)
                m.bias.data.zero_()

    def forward(self, x):
        x = self.layers(self.stem(x))
        x = F.adaptive_avg_pool2d(x, 1).flatten(1)
        x = F.dropout(x, 0.1, self.training, inplace=True)
        logits = self.fc(x)
        logits *= 0.5
        return logits


def train(steps=2):
    net = ResNet()
    opt = torch.optim.SGD(net.parameters(), 0.1, momentum=0.9, weight_decay=1e-4)
    for _ in range(steps):
        loss = F.cross_entropy(net(torch.randn(4, 3, 8, 8)), torch.randint(0, 10, (4,)))
        opt.zero_grad()
        loss.backward()
        opt.step()
    return net


if __name__ == "__main__":
    torch.manual_seed(0)
    assert all(p.grad is not None and p.grad.abs().sum() > 0 for p in train().parameters())
