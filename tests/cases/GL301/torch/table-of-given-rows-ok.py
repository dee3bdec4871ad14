# framework: torch
# verdict: clean
# seen: the tables get gradients, as they were asked to
import torch
from torch import nn


class Words(nn.Module):
    def __init__(self, rows, tune):
        super().__init__()
        self.table = nn.Embedding.from_pretrained(rows, freeze=not tune, padding_idx=0)

    def forward(self, words):
        return self.table(words).mean(1)


rows = torch.randn(5, 3)
tuned = nn.Embedding.from_pretrained(rows, freeze=False)
tuned(torch.tensor([1, 2])).sum().backward()
bag = nn.EmbeddingBag.from_pretrained(rows, False)
bag(torch.tensor([[1, 2]])).sum().backward()
thawed = nn.Embedding.from_pretrained(rows)
thawed.weight.requires_grad = True
thawed(torch.tensor([1])).sum().backward()
words = Words(rows, True)
words(torch.tensor([[1, 2]])).sum().backward()
found = [each.weight.grad is not None for each in (tuned, bag, thawed, words.table)]
print("OBSERVED", "clean" if all(found) else "none")
