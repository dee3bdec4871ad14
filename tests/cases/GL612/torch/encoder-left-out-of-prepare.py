# framework: torch
# verdict: clean
# seen: with several processes each trains its own encoder; with one nothing shows
import torch
from accelerate import Accelerator
from torch import nn

accelerator = Accelerator(cpu=True)
encoder, head = nn.Linear(4, 8), nn.Linear(8, 3)
optimizer = torch.optim.Adam([*encoder.parameters(), *head.parameters()], lr=1e-3)
head, optimizer = accelerator.prepare(head, optimizer)
for _ in range(2):
    optimizer.zero_grad()
    loss = head(encoder(torch.randn(5, 4)).relu()).square().mean()
    accelerator.backward(loss)  # HAZARD GL612
    optimizer.step()
