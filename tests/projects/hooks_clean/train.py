import torch

from losses import sparse_loss
from network import SparseCoder, reset
from taps import ActivationStats, Recorder


def main():
    torch.manual_seed(0)
    model = SparseCoder(6, 10)
    reset(model)
    stats = ActivationStats(model)
    recorder = Recorder(model, {"encoder"})
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for _ in range(10):
        x = torch.randn(32, 6)
        optimizer.zero_grad()
        loss = sparse_loss(model(x), x, recorder, 0.1)
        loss.backward()
        optimizer.step()
    recorder.close()
    print(f"loss {loss.item():.4f} code {stats.means['encoder'][-1]:.3f} out {stats.means['decoder'][-1]:.3f}")


if __name__ == "__main__":
    main()
