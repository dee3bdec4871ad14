# framework: torch
# verdict: clean
# seen: fill_diagonal_(-inf) on an unsaved result, detached max and weights, masks; gradcheck passes
import torch
import torch.nn as nn
import torch.nn.functional as F


def nt_xent(z, temperature=0.5):
    n = len(z) // 2
    z = F.normalize(z, dim=1)
    sim = z @ z.t() / temperature
    sim.fill_diagonal_(float("-inf"))
    target = torch.arange(2 * n).roll(n)
    return F.cross_entropy(sim, target)


class SupCon(nn.Module):
    def __init__(self, temperature=0.1):
        super().__init__()
        self.temperature = temperature

    def forward(self, z, labels):
        z = F.normalize(z, dim=1)
        mask = torch.eq(labels[:, None], labels[None]).float()
        logits = z @ z.T / self.temperature
        logits_max, _ = torch.max(logits, dim=1, keepdim=True)
        logits = logits - logits_max.detach()
        not_self = torch.scatter(torch.ones_like(mask), 1, torch.arange(len(z)).view(-1, 1), 0)
        mask = mask * not_self
        exp_logits = torch.exp(logits) * not_self
        log_prob = logits - torch.log(exp_logits.sum(1, keepdim=True))
        count = mask.sum(1)
        count[count == 0] = 1
        return -((mask * log_prob).sum(1) / count).mean()


def debiased_hard(z, beta=1.0, t=0.5):
    n = len(z) // 2
    sim = torch.exp(F.normalize(z, dim=1) @ F.normalize(z, dim=1).t() / t)
    neg_mask = ~(torch.eye(2 * n, dtype=torch.bool) | torch.eye(2 * n, dtype=torch.bool).roll(n, 0))
    neg = sim.masked_select(neg_mask).view(2 * n, -1)
    pos = sim[torch.arange(2 * n), torch.arange(2 * n).roll(n)]
    weight = (beta * neg.log()).exp().detach()
    reweighted = (weight * neg).sum(1) / weight.mean(1)
    return -(pos / (pos + reweighted)).log().mean()


def alignment_uniformity(z, n):
    z = F.normalize(z, dim=1)
    align = (z[:n] - z[n:]).norm(dim=1).pow(2).mean()
    uniform = torch.pdist(z).pow(2).mul(-2).exp().mean().log()
    return align + uniform


def main(steps=3):
    torch.manual_seed(0)
    enc = nn.Sequential(nn.Linear(8, 32), nn.ReLU(), nn.Linear(32, 6))
    supcon = SupCon()
    opt = torch.optim.SGD(enc.parameters(), 0.1)
    for _ in range(steps):
        x, y = torch.randn(10, 8), torch.randint(0, 3, (10,))
        z = enc(torch.cat([x + 0.1 * torch.randn_like(x) for _ in range(2)]))
        terms = [nt_xent(z), supcon(z, y.repeat(2)), debiased_hard(z), alignment_uniformity(z, 10)]
        loss = torch.stack(terms).sum()
        opt.zero_grad()
        loss.backward()
        opt.step()
    return enc


if __name__ == "__main__":
    enc = main()
    assert all(torch.isfinite(p.grad).all() and p.grad.abs().sum() > 0 for p in enc.parameters())
    for f in (nt_xent, lambda t: SupCon()(t, torch.tensor([0, 1, 0, 1])), lambda t: alignment_uniformity(t, 2)):
        assert torch.autograd.gradcheck(f, (torch.randn(4, 3, dtype=torch.double, requires_grad=True),))
