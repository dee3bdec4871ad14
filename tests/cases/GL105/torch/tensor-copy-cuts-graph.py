# framework: torch
# verdict: none
# seen: torch.Size([16, 2])
import warnings

import torch
from torch import nn

warnings.simplefilter("ignore")


class Autoencoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(8, 4), nn.ReLU(), nn.Linear(4, 2))
        self.decoder = nn.Linear(2, 8)

    def forward(self, x):
        code = torch.tensor(self.encoder(x), dtype=torch.float32)  # HAZARD GL105
        return self.decoder(code), code


torch.manual_seed(0)
model = Autoencoder()
opt = torch.optim.Adam(model.parameters(), lr=1e-3)
batches = torch.randn(3, 16, 8)
for x in batches:
    opt.zero_grad()
    recon, code = model(x)
    loss = nn.functional.mse_loss(recon, x)
    loss.backward()
    opt.step()
lost = [p.grad is None for p in model.encoder.parameters()]
print("OBSERVED", "none" if all(lost) else "clean", code.shape)
