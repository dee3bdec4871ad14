import torch

from pipeline.evaluation import *
from pipeline.modeling import *
from pipeline.objective import *


def blobs(n, classes=3):
    labels = torch.randint(0, classes, (n,))
    return torch.randn(n, 5) + labels[:, None], labels


def main():
    torch.manual_seed(0)
    history = History()
    x, y = blobs(120)
    model = build(5, 3)
    weights = class_weights(y, 3)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
    for epoch in range(5):
        for i in range(0, len(x), 40):
            loss = weighted_loss(model(x[i:i + 40]), y[i:i + 40], weights)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        history.add(loss, **evaluate(model, x, y, 3))
    print({k: round(history.smoothed(k), 3) for k in ("loss", "accuracy", "entropy")})


if __name__ == "__main__":
    main()
