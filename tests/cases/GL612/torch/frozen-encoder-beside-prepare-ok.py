# framework: torch
# verdict: clean
# seen: the encoder is not trained
import torch
from accelerate import Accelerator
from torch import nn

accelerator = Accelerator(cpu=True)
encoder, head = nn.Linear(4, 8).requires_grad_(False), nn.Linear(8, 3)
optimizer = torch.optim.Adam(head.parameters(), lr=1e-3)
head, optimizer = accelerator.prepare(head, optimizer)
for _ in range(2):
    optimizer.zero_grad()
    loss = head(encoder(torch.randn(5, 4)).relu()).square().mean()
    accelerator.backward(loss)
    optimizer.step()
