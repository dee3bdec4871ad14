# framework: torch
# verdict: leak
# seen: the total holds the graphs of all batches
import torch
from torch import nn

torch.manual_seed(0)
encoder, decoder = nn.Linear(6, 3), nn.Linear(3, 6)
optimizer = torch.optim.Adam([*encoder.parameters(), *decoder.parameters()], lr=1e-3)
total_reconstruction = 0.0
for _ in range(4):
    x = torch.randn(5, 6)
    code = encoder(x)
    reconstruction = (decoder(code) - x).square().mean()
    sparsity = code.abs().mean()
    loss = reconstruction + 0.1 * sparsity
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    total_reconstruction += reconstruction  # HAZARD GL604
print("OBSERVED", "leak" if total_reconstruction.grad_fn is not None else "clean")
