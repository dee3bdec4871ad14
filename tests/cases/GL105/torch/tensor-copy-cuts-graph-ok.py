# framework: torch
# verdict: clean
# seen: torch.Size([16, 2])
import torch
from torch import nn


class Autoencoder(nn.Module):
    def __init__(self, noise=0.1):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(8, 4), nn.ReLU(), nn.Linear(4, 2))
        self.decoder = nn.Linear(2, 8)
        self.register_buffer("noise", torch.tensor(noise))

    def forward(self, x):
        code = torch.as_tensor(self.encoder(x), dtype=torch.float32)
        jitter = self.noise * torch.tensor([1.0, -1.0], dtype=code.dtype)
        return self.decoder(code.clone() + jitter), code


torch.manual_seed(0)
model = Autoencoder()
opt = torch.optim.Adam(model.parameters(), lr=1e-3)
batches = torch.tensor([[[float(i * j % 5) for i in range(8)] for j in range(16)] for _ in range(3)])
for x in batches:
    opt.zero_grad()
    recon, code = model(x)
    loss = nn.functional.mse_loss(recon, x)
    loss.backward()
    opt.step()
snapshot = torch.tensor(code.tolist())
lost = [p.grad is None for p in model.encoder.parameters()]
print("OBSERVED", "none" if any(lost) else "clean", snapshot.shape)
