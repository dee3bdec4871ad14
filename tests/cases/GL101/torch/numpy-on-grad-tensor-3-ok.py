# framework: torch
# verdict: clean
# seen: gradient as expected
"""Box helpers that take tensors and ndarrays alike: each type goes its own way."""

import importlib.util

import numpy as np
import torch
from torch import nn

HAS_TORCH = importlib.util.find_spec("torch") is not None


def is_tensor(x):
    if not HAS_TORCH:
        return False
    return isinstance(x, torch.Tensor)


def corners_of_tensor(boxes):
    x, y, w, h = boxes.unbind(-1)
    return torch.stack([x - 0.5 * w, y - 0.5 * h, x + 0.5 * w, y + 0.5 * h], dim=-1)


def corners_of_array(boxes):
    x, y, w, h = boxes.T
    return np.stack([x - 0.5 * w, y - 0.5 * h, x + 0.5 * w, y + 0.5 * h], axis=-1)


def corners(boxes):
    if is_tensor(boxes):
        return corners_of_tensor(boxes)
    if isinstance(boxes, np.ndarray):
        return corners_of_array(boxes)
    raise ValueError(f"Unsupported type {type(boxes)}")


def to_list(values):
    if isinstance(values, (list, tuple)):
        return [to_list(each) for each in values]
    if isinstance(values, torch.Tensor):
        return values.detach().cpu().tolist()
    return np.asarray(values).tolist()


class Detector(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Sequential(nn.Linear(6, 8), nn.ReLU(), nn.Linear(8, 4))

    def forward(self, features):
        return corners(self.head(features).sigmoid())


torch.manual_seed(0)
model = Detector()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
features, wanted = torch.rand(10, 6), corners(np.full((10, 4), 0.4, "float32"))
history = []
for _ in range(30):
    optimizer.zero_grad()
    predicted = model(features)
    loss = nn.functional.l1_loss(predicted, torch.from_numpy(wanted))
    loss.backward()
    optimizer.step()
    history.append(loss.item())
shown = to_list([predicted, wanted])
print("OBSERVED", "clean" if history[-1] < 0.5 * history[0] and len(shown) == 2 else "wrong")
