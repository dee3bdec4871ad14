# framework: torch
# verdict: none
# seen: the second step is for the encoder, and its output is detached
import torch
from torch import nn

encoder, decoder = nn.Linear(6, 3), nn.Linear(3, 6)
disc = nn.Sequential(nn.Linear(3, 1), nn.Sigmoid())
opt_ae = torch.optim.Adam([*encoder.parameters(), *decoder.parameters()])
opt_en = torch.optim.Adam(encoder.parameters())
bce, mse = nn.BCELoss(), nn.MSELoss()
for images in torch.randn(2, 4, 6):
    loss = mse(decoder(encoder(images)), images)
    opt_ae.zero_grad()
    loss.backward()
    opt_ae.step()

    z = encoder(images).detach()  # HAZARD GL401
    fooled = bce(disc(z), torch.ones(4, 1))
    opt_en.zero_grad()
    fooled.backward()
    opt_en.step()
assert encoder.weight.grad is None
print("OBSERVED none")
