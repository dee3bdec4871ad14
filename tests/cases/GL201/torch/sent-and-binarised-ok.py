# framework: torch
# verdict: clean
# seen: the weights keep their values
import torch


def binarised(weights, device):
    signs = weights.to(device, torch.float64, copy=True)
    signs.sign_()
    return signs


latent = torch.linspace(-1.0, 1.0, 6, requires_grad=True)
sent = latent.to("cpu", non_blocking=True, copy=True)
sent[0] = 0.0
loss = (sent * binarised(latent, "cpu").detach()).sum()
loss.backward()
print("OBSERVED clean", latent.grad)
