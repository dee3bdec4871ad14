import torch

from tabular import make_model, squared_error
from tabular.data import table


def main():
    torch.manual_seed(0)
    x, y = table()
    model = make_model()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for _ in range(50):
        optimizer.zero_grad()
        loss = squared_error(model(x), y)
        loss.backward()
        optimizer.step()
    with torch.no_grad():
        residual = (model(x).squeeze(-1) - y).pow(2).mean() / y.var()
    print(f"loss {loss.item():.4f} unexplained {residual.item():.3f}")


if __name__ == "__main__":
    main()
