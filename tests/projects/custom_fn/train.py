import torch

from model import ClippedNet


def weighted_huber(prediction, target):
    error = prediction - target
    weight = 1.0 / (1.0 + error.detach().abs())
    return (weight * error.pow(2)).mean()


def main():
    torch.manual_seed(0)
    model = ClippedNet(4)
    optimizer = torch.optim.LBFGS(model.parameters(), lr=0.1, max_iter=5)
    x = torch.randn(64, 4)
    y = x[:, 0] * x[:, 1]

    def closure():
        optimizer.zero_grad()
        loss = weighted_huber(model(x), y)
        loss.backward()
        return loss

    for _ in range(4):
        value = optimizer.step(closure)
    print(f"loss {value.item():.4f}")


if __name__ == "__main__":
    main()
