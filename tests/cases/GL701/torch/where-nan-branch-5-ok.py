# framework: torch
# verdict: clean
# seen: gradient as expected
import torch


def safe_norm(x, dim=-1, eps=1e-12):
    return x.square().sum(dim, keepdim=True).clamp_min(eps).sqrt()


def safe_sqrt(x):
    positive = x > 0
    return torch.where(positive, torch.sqrt(torch.where(positive, x, torch.ones_like(x))), torch.zeros_like(x))


def safe_log(x, eps=1e-6):
    return torch.log(x.clamp(min=eps))


def xlogx(p):
    safe = torch.where(p > 0, p, torch.ones_like(p))
    return torch.where(p > 0, p * safe.log(), 0.0)


def logsumexp(x, dim=-1):
    m = x.detach().amax(dim, keepdim=True)
    return (x - m).exp().sum(dim).log() + m.squeeze(dim)


def log_softmax(x):
    return x - logsumexp(x).unsqueeze(-1)


def masked_mean(x, mask):
    mask = mask.to(x.dtype)
    return (x * mask).sum() / mask.sum().clamp(min=1.0)


def angle(a, b):
    cos = torch.nn.functional.cosine_similarity(a, b, dim=-1)
    return torch.acos(cos.clamp(-1 + 1e-7, 1 - 1e-7))


def sinc(x):
    small = x.abs() < 1e-4
    y = x.masked_fill(small, 1.0)
    return torch.where(small, 1 - x ** 2 / 6, torch.sin(y) / y)


def bce(p, t):
    p = p.clamp(1e-7, 1 - 1e-7)
    return -(t * p.log() + (1 - t) * torch.log1p(-p)).mean()


x = torch.tensor([[0.0, 0.0, 0.0], [1.0, 2.0, -3.0]], requires_grad=True)
terms = [safe_norm(x).sum(), safe_sqrt(x).sum(), safe_log(x).sum(), xlogx(torch.relu(x)).sum(), logsumexp(x * 1e3).sum(),
         log_softmax(x * 1e3)[:, 0].sum(), masked_mean(x, x > 9), angle(x, x + 1).sum(), sinc(x).sum(), bce(x.sigmoid(), torch.ones_like(x))]
ok = all(torch.isfinite(torch.autograd.grad(t, x, retain_graph=True)[0]).all() for t in terms)
print("OBSERVED", "clean" if ok else "nan")
