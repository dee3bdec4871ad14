# framework: torch
# verdict: raises
# seen: RuntimeError: Inference tensors cannot be saved for backward. Please do not use Tensors created in inference mode in computation tracked by autograd.
import torch
from torch import nn


@torch.inference_mode()
def features(backbone, x):
    return backbone(x)


torch.manual_seed(0)
backbone, head = nn.Linear(4, 6), nn.Linear(6, 2)
opt = torch.optim.SGD(head.parameters(), lr=0.1)
z = features(backbone, torch.randn(3, 4))
opt.zero_grad()
loss = head(z).pow(2).mean()  # HAZARD GL406
loss.backward()
opt.step()
