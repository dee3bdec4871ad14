# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch.nn import functional as F


class Deviance(torch.nn.Module):
    def __init__(self, pairs, alpha=2.0, margin=0.5):
        super().__init__()
        self.pairs, self.alpha, self.margin = pairs, alpha, margin

    def forward(self, embeddings, labels):
        first, second = self.pairs(labels)
        likeness = F.cosine_similarity(embeddings[first], embeddings[second], dim=1)
        return torch.log(1 + torch.exp(-self.alpha * (likeness - self.margin))).mean()


class Ranked(torch.nn.Module):
    def __init__(self, scale):
        super().__init__()
        self.scale = scale

    def forward(self, query, documents, best):
        likeness = F.cosine_similarity(query.unsqueeze(0), documents, dim=1)
        aim = F.cosine_similarity(query, best, dim=0)
        return torch.log1p(torch.exp(self.scale * (likeness - aim))).mean()


embeddings = (1e6 * torch.randn(4, 3)).requires_grad_()
loss = Deviance(lambda labels: ([0, 1], [2, 3]), 4.0)(embeddings, None)
loss.backward()
assert torch.isfinite(embeddings.grad).all()
query = (1e6 * torch.randn(3)).requires_grad_()
Ranked(10.0)(query, embeddings.detach(), embeddings[0].detach()).backward()
assert torch.isfinite(query.grad).all()
