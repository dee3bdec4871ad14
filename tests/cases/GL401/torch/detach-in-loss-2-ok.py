# framework: torch
# verdict: clean
# seen: torch.Size([32])
import torch
import torch.nn.functional as F
from torch import nn


class VectorQuantizer(nn.Module):
    def __init__(self, codes, dim, beta=0.25):
        super().__init__()
        self.codebook = nn.Embedding(codes, dim)
        self.codebook.weight.data.uniform_(-1, 1)
        self.beta = beta

    def forward(self, z):
        index = torch.cdist(z, self.codebook.weight).argmin(dim=1)
        quantised = self.codebook(index)
        loss = F.mse_loss(quantised, z.detach()) + self.beta * F.mse_loss(z, quantised.detach())
        return z + (quantised - z).detach(), loss, index


class VQVAE(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Linear(6, 3)
        self.quantise = VectorQuantizer(8, 3)
        self.decoder = nn.Linear(3, 6)

    def forward(self, x):
        q, vq_loss, index = self.quantise(self.encoder(x))
        return F.mse_loss(self.decoder(q), x) + vq_loss, index


torch.manual_seed(0)
model = VQVAE()
opt = torch.optim.Adam(model.parameters(), lr=1e-2)
x = torch.randn(32, 6)
trace = []
for _ in range(40):
    opt.zero_grad()
    loss, index = model(x)
    loss.backward()
    opt.step()
    trace.append(loss.item())
alive = all(p.grad.any() for p in model.parameters())
print("OBSERVED", "clean" if alive and trace[-1] < trace[0] else "none", index.shape)
