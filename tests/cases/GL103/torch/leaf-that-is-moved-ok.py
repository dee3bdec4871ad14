# framework: torch
# verdict: clean
# seen: the leaf is what is optimised: an input that begins at what the encoder gives
import torch
from torch import nn

encoder, judge = nn.Linear(3, 4), nn.Linear(4, 1)
own = torch.optim.SGD([*encoder.parameters(), *judge.parameters()], lr=0.1)
begin = encoder(torch.randn(5, 3)).detach().numpy()
code = torch.tensor(begin, requires_grad=True)
mover = torch.optim.Adam([code], lr=0.1)
for _ in range(3):
    mover.zero_grad()
    judge(code).square().mean().backward()
    mover.step()
own.zero_grad()
judge(encoder(torch.randn(5, 3))).mean().backward()
own.step()
