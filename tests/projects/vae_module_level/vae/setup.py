from types import SimpleNamespace

import torch

from vae.network import VAE

options = SimpleNamespace(dim=5, latent=2, lr=5e-3, steps=20, beta=0.5)

torch.manual_seed(0)
model = VAE(options.dim, options.latent)
optimizer = torch.optim.Adam(model.parameters(), lr=options.lr)
