# framework: torch
# verdict: clean
# seen: one loss for each position, of the shape (3, 6), and one for each row, of the shape (3,)
import torch
from torch import nn
from torch.nn.functional import cosine_embedding_loss, cross_entropy, gaussian_nll_loss

torch.manual_seed(0)
model = nn.Linear(4, 5)
x, labels = torch.randn(3, 6, 4), torch.randint(0, 5, (3, 6))
logits = model(x)
mask = torch.ones(3, 6)
per_token = cross_entropy(logits.transpose(1, 2), labels, reduction="none")
per_number = gaussian_nll_loss(logits, torch.zeros(3, 6, 5), torch.ones(3, 6, 5), reduction="none")
row = cosine_embedding_loss(logits[:, 0], torch.ones(3, 5), torch.ones(3), reduction="none")
loss = (per_token * mask).mean() + (per_number * torch.ones(6, 5)).mean() + (row * torch.ones(3)).mean()
loss.backward()
print(per_token.shape, per_number.shape, row.shape, model.weight.grad.abs().sum())
