# framework: torch
# verdict: none
# seen: both optimizers take steps, and the encoder never gets a gradient
import torch
from torch import nn

encoder, head = nn.Linear(4, 3), nn.Linear(3, 1)
encoder_optimizer = torch.optim.Adam(encoder.parameters())
head_optimizer = torch.optim.Adam(head.parameters())
for _ in range(2):
    with torch.no_grad():
        code = encoder(torch.randn(5, 4))  # HAZARD GL402
    loss = head(code).pow(2).mean()
    encoder_optimizer.zero_grad()
    head_optimizer.zero_grad()
    loss.backward()
    encoder_optimizer.step()
    head_optimizer.step()
print("OBSERVED", "none" if encoder.weight.grad is None else "clean")
