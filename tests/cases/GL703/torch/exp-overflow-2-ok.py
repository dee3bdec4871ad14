# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
import torch.nn.functional as F
from torch import nn


def stable_softmax(scores):
    shifted = scores - scores.max(dim=-1, keepdim=True).values.detach()
    powers = torch.exp(shifted)
    return powers / powers.sum(dim=-1, keepdim=True)


class InfoNCE(nn.Module):
    def __init__(self, temperature=0.01, by_hand=True):
        super().__init__()
        self.temperature, self.by_hand = temperature, by_hand

    def forward(self, queries, keys):
        queries, keys = F.normalize(queries, dim=1), F.normalize(keys, dim=1)
        similarity = queries @ keys.t() / self.temperature
        if self.by_hand:
            top = similarity.detach().amax(dim=1, keepdim=True)
            total = (top + torch.log(torch.exp(similarity - top).sum(dim=1, keepdim=True))).squeeze(1)
        else:
            total = torch.logsumexp(similarity, dim=1)
        return (total - similarity.diagonal()).mean(), stable_softmax(similarity)


torch.manual_seed(0)
encoder = nn.Linear(8, 4)
images = torch.randn(16, 8)
other = images + 0.5 * torch.randn(16, 8)
grads = []
for by_hand in (True, False):
    loss, attention = InfoNCE(by_hand=by_hand)(encoder(images), encoder(other))
    (grad,) = torch.autograd.grad(loss + 0.1 * attention.square().mean(), encoder.weight)
    grads.append(grad)
right = torch.allclose(grads[0], grads[1], rtol=1e-3, atol=1e-4) and grads[0].isfinite().all()
print("OBSERVED", "clean" if right else "nan")
