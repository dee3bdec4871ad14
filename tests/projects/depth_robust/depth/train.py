import torch

from depth.config import LossConfig, TrainConfig
from depth.losses import make_loss
from depth.network import DepthNet


def scenes(n, size=8):
    image = torch.rand(n, 3, size, size)
    depth = image.mean(1, keepdim=True)
    holes = torch.rand_like(depth) < 0.2
    return image, depth.masked_fill(holes, 0.0)


def main():
    torch.manual_seed(0)
    cfg = TrainConfig(loss=LossConfig(kind="root"))
    model = DepthNet()
    criterion = make_loss(cfg.loss)
    optimizer = torch.optim.Adam(model.parameters(), lr=cfg.lr)
    for step in range(cfg.steps):
        image, depth = scenes(cfg.batch)
        loss = criterion(model(image), depth)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(f"step {step} loss {loss.item():.4f}")


if __name__ == "__main__":
    main()
