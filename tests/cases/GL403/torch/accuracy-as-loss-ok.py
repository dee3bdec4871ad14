# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torchmetrics.functional import accuracy

model = torch.nn.Linear(4, 3)
x, y = torch.randn(8, 4), torch.randint(0, 3, (8,))
out = model(x)
loss = torch.nn.functional.cross_entropy(out, y)
loss.backward()
print(float(accuracy(out.softmax(-1), y, task="multiclass", num_classes=3)))
