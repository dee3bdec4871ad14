# framework: torch
# verdict: raises
# seen: RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
import torch
from torch import nn


def warm_up(model, images):
    torch.set_grad_enabled(False)  # HAZARD GL402
    model(images)
    running = model(images).mean().item()
    return running


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(6, 4), nn.BatchNorm1d(4), nn.Linear(4, 2))
images, labels = torch.randn(8, 6), torch.randint(0, 2, (8,))
offset = warm_up(model, images)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(2):
    loss = nn.functional.cross_entropy(model(images) - offset, labels)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
