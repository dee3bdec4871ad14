# framework: torch
# verdict: wrong
# seen: the gradient is that of the difference alone
import torch
from torch import nn

torch.manual_seed(0)
generator, judge = nn.Linear(2, 4), nn.Linear(4, 3)
optimizer = torch.optim.Adam(generator.parameters(), lr=1e-3)
noise, real, style = torch.randn(8, 2), torch.randn(8, 4), torch.randint(0, 3, (8,))
made = generator(noise)
wrong_style = (judge(real).argmax(1) != style).float().mean()  # HAZARD GL403
loss = (made - real).abs().mean() + wrong_style
optimizer.zero_grad()
loss.backward()
optimizer.step()
print("OBSERVED", "wrong" if all(p.grad is None for p in judge.parameters()) else "clean")
