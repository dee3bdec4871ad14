# framework: torch
# verdict: raises
# seen: RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
import torch
from torchmetrics.functional import accuracy

model = torch.nn.Linear(4, 3)
x, y = torch.randn(8, 4), torch.randint(0, 3, (8,))
loss = 1 - accuracy(model(x).softmax(-1), y, task="multiclass", num_classes=3)  # HAZARD GL403
loss.backward()
