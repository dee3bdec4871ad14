import torch

from losses import style_loss
from stylizer import Stylizer


def main():
    torch.manual_seed(0)
    model = Stylizer()
    style = torch.rand(1, 3, 12, 12)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    for step in range(5):
        content = torch.rand(1, 3, 12, 12)
        optimizer.zero_grad()
        loss = style_loss(model(content), style)
        loss.backward()
        optimizer.step()
        print(f"step {step} style {loss.item():.5f}")


if __name__ == "__main__":
    main()
