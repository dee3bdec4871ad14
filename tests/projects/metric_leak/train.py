import torch

from losses import huber
from model import autoencoder
from tracker import MetricTracker


def train_epoch(model, optimizer, data, tracker):
    for start in range(0, len(data), 16):
        batch = data[start:start + 16]
        optimizer.zero_grad()
        output = model(batch)
        loss = huber(output, batch)
        loss.backward()
        optimizer.step()
        tracker.update("loss", loss, len(batch))
        tracker.update("mae", (output - batch).abs().mean().item(), len(batch))


def main():
    torch.manual_seed(0)
    data = torch.randn(160, 3) @ torch.randn(3, 10)
    model = autoencoder(10, 3)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    tracker = MetricTracker()
    for epoch in range(3):
        train_epoch(model, optimizer, data, tracker)
        print(f"epoch {epoch} loss {tracker.mean('loss'):.4f} mae {tracker.mean('mae'):.4f}")


if __name__ == "__main__":
    main()
