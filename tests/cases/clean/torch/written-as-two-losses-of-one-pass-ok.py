# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn

torch.manual_seed(0)
encoder = nn.Linear(6, 2)
generator = nn.Linear(2, 6)
opt_e = torch.optim.SGD(encoder.parameters(), lr=0.01)
opt_g = torch.optim.SGD(generator.parameters(), lr=0.01)

right = True
for _ in range(3):
    real = torch.randn(8, 6)
    opt_e.zero_grad()
    opt_g.zero_grad()
    fake = generator(encoder(real))
    shared = (fake - real).pow(2).mean()
    own = fake.abs().mean() * 0.1
    (wanted,) = torch.autograd.grad(shared + own, generator.weight, retain_graph=True)
    shared.backward(retain_graph=True)
    own.backward()
    right = right and torch.allclose(generator.weight.grad, wanted, atol=1e-6)
    opt_e.step()
    opt_g.step()

for _ in range(3):
    real = torch.randn(8, 6)
    opt_e.zero_grad()
    opt_g.zero_grad()
    noise = torch.randn(8, 2)
    rebuilt, sampled = generator(encoder(real)), generator(noise)
    total = (rebuilt - real).pow(2).mean() + sampled.mean().pow(2)
    total.backward(retain_graph=True)
    opt_e.step()
    latent = (encoder(sampled) - noise).abs().mean()
    latent.backward()
    opt_g.step()
print("OBSERVED", "clean" if right else "wrong")
