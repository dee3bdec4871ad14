# framework: torch
# verdict: none
# seen: encoder output detached, the only way to the encoder: its grads stay None
import torch
import torch.nn as nn
import torch.nn.functional as F


class Autoencoder(nn.Module):
    def __init__(self, d=10, z=3):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(d, 16), nn.ReLU(), nn.Linear(16, z))
        self.decoder = nn.Sequential(nn.Linear(z, 16), nn.ReLU(), nn.Linear(16, d))
        self.codes = None

    def encode(self, x):
        self.codes = self.encoder(x).detach()  # HAZARD GL401
        return self.codes

    def forward(self, x):
        return self.decoder(self.encode(x))


class Session:
    def __init__(self, model):
        self.model = model
        self.opt = torch.optim.Adam(
            [
                {"params": model.encoder.parameters(), "lr": 1e-3},
                {"params": model.decoder.parameters(), "lr": 1e-2},
            ]
        )

    def epoch(self, xs):
        for x in xs:
            recon = self.model(x)
            loss = F.mse_loss(recon, x)
            self.opt.zero_grad()
            loss.backward()
            self.opt.step()
        return loss.item(), self.model.codes.std(0).numpy()


if __name__ == "__main__":
    torch.manual_seed(0)
    model = Autoencoder()
    Session(model).epoch(torch.randn(3, 8, 10))
    assert all(p.grad is None for p in model.encoder.parameters())
    assert all(p.grad is not None for p in model.decoder.parameters())
