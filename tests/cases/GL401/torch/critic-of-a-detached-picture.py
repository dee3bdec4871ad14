# framework: torch
# verdict: wrong
# seen: the generator is trained by the distance alone
import torch
from torch import nn

torch.manual_seed(0)
generator, critic = nn.Linear(3, 4), nn.Linear(4, 1)
optimizer = torch.optim.Adam(generator.parameters(), lr=1e-3)
noise, real = torch.randn(5, 3), torch.randn(5, 4)
fake = generator(noise)
adversarial = -critic(fake.detach()).mean()  # HAZARD GL401
loss = adversarial + (fake - real).abs().mean()
optimizer.zero_grad()
loss.backward()
optimizer.step()
alone = torch.autograd.grad((generator(noise) - real).abs().mean() - critic(generator(noise)).mean(), generator.weight)[0]
print("OBSERVED", "clean" if torch.allclose(alone, generator.weight.grad) else "wrong")
