# framework: torch
# verdict: clean
# seen: labels, masks, accuracies and indices may be integers
import torch
import torch.nn.functional as F
from torch import nn

student, teacher = nn.Linear(4, 3), nn.Linear(4, 3)
opt = torch.optim.Adam(student.parameters())
x, y = torch.randn(8, 4), torch.randint(0, 3, (8,))
logits = student(x)
hard = teacher(x).argmax(-1)
mask = (teacher(x).max(-1).values > 0).float()
accuracy = (logits.argmax(-1) == y).float().mean()
loss = F.cross_entropy(logits, hard) + (F.cross_entropy(logits, y, reduction="none") * mask).mean()
loss = loss / (1 + accuracy)
one_hot = F.one_hot(logits.argmax(-1), 3).float()
straight = one_hot - logits.softmax(-1).detach() + logits.softmax(-1)
loss = loss + (straight @ torch.randn(3)).pow(2).mean()
opt.zero_grad()
loss.backward()
assert student.weight.grad is not None
print("OBSERVED clean")
