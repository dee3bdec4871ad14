# framework: torch
# verdict: clean
# seen: gradient as expected
import torch

torch.manual_seed(0)
words = torch.nn.Embedding(7, 3)
lines = torch.tensor([[0, 1, 2], [3, 4, 5]])
vectors = words(lines).flatten(0, 1)
order = torch.arange(len(vectors))
for place in range(len(vectors)):
    word, rest = vectors[place].unsqueeze(0).tanh(), vectors[order != place].tanh()
    (word - rest).square().sum(dim=1).sqrt().mean().backward(retain_graph=True)
assert torch.isfinite(words.weight.grad).all()
