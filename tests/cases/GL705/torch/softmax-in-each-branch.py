# framework: torch
# verdict: wrong
# seen: whichever head is chosen ends in a softmax
import torch
from torch import nn


class Head(nn.Module):
    def __init__(self, inputs, classes):
        super().__init__()
        self.dense = nn.Linear(inputs, classes)
        self.last = nn.Softmax(dim=-1) if classes > 1 else nn.Sigmoid()
        self.classes = classes

    def forward(self, x):
        out = self.dense(x)
        if self.classes > 1:
            out = self.last(out)
        return out


class Model(nn.Module):
    def __init__(self, kind):
        super().__init__()
        self.kind = kind
        self.wide, self.narrow = Head(4, 3), Head(2, 3)

    def forward(self, x):
        if self.kind == "wide":
            scores = self.wide(x)
        else:
            scores = self.narrow(x[:, :2])
        return scores


def train(kind, batches):
    model = Model(kind)
    opt = torch.optim.SGD(model.parameters(), lr=0.1)
    criterion = nn.CrossEntropyLoss()
    for x, y in batches:
        opt.zero_grad()
        loss = criterion(model(x), y)  # HAZARD GL705
        loss.backward()
        opt.step()
    return model


if __name__ == "__main__":
    model = train("wide", [(torch.randn(5, 4), torch.randint(0, 3, (5,)))])
    assert torch.allclose(model(torch.randn(5, 4)).sum(-1), torch.ones(5))
    print("OBSERVED wrong")
