# framework: torch
# verdict: wrong
# seen: the KL term adds nothing to the gradient of the encoder
import torch
from torch import nn

torch.manual_seed(0)
encoder, decoder = nn.Linear(5, 4), nn.Linear(2, 5)
x = torch.randn(6, 5)
mean, logvar = encoder(x).chunk(2, dim=1)
code = mean + torch.randn_like(mean) * (0.5 * logvar).exp()
kl = -0.5 * (1 + logvar - mean.square() - logvar.exp()).sum(1).mean()
error = nn.functional.mse_loss(decoder(code), x)
loss = error + (
    kl  # not annealed yet
    .item()  # HAZARD GL104
)
(alone,) = torch.autograd.grad(error, encoder.weight, retain_graph=True)
loss.backward()
print("OBSERVED", "wrong" if torch.equal(alone, encoder.weight.grad) else "clean")
