import torch

from . import Settings, build_forecaster
from .data import batches, hourly_load, windows
from .losses import forecast_loss


def train(settings: Settings):
    x, y = windows(hourly_load(30), settings.history, settings.horizon)
    model = build_forecaster(settings)
    optimizer = torch.optim.Adam(model.parameters(), lr=settings.lr)
    for epoch in range(settings.epochs):
        running = 0.0
        count = 0
        for inputs, targets in batches(x, y, settings.batch_size):
            optimizer.zero_grad()
            loss, parts = forecast_loss(model(inputs), targets, settings.smoothness)
            loss.backward()
            optimizer.step()
            running += loss.item() * len(inputs)
            count += len(inputs)
        print(f"epoch {epoch} loss {running / count:.4f} fit {parts['fit']:.4f} rough {parts['roughness']:.4f}")
    return model


if __name__ == "__main__":
    torch.manual_seed(0)
    train(Settings())
