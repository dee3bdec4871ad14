# framework: torch
# verdict: raises
# seen: RuntimeError: Trying to backward through the graph a second time (or directly access saved tensors after they have already been freed). Saved intermediate values of the graph are freed when you call .backward() or autograd.grad().
import torch
from torch import nn
from torch.nn import functional as F


class Autoencoder(nn.Module):
    def __init__(self, n_in=8, latent=3, n_classes=4):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(n_in, 16), nn.Tanh(), nn.Linear(16, latent))
        self.decoder = nn.Linear(latent, n_in)
        self.classifier = nn.Linear(latent, n_classes)

    def forward(self, x):
        z = self.encoder(x)
        return self.decoder(z), self.classifier(z)


torch.manual_seed(0)
model = Autoencoder()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
x, y = torch.randn(16, 8), torch.randint(0, 4, (16,))
for _ in range(2):
    optimizer.zero_grad()
    reconstruction, logits = model(x)
    reconstruction_loss = F.mse_loss(reconstruction, x)
    class_loss = F.cross_entropy(logits, y)
    reconstruction_loss.backward()
    class_loss.backward()  # HAZARD GL603
    optimizer.step()
