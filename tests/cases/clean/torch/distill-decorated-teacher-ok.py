# framework: torch
# verdict: clean
# seen: cached, no_grad-decorated teacher; relu_ on batch-norm output; agreement by argmax
import functools

import torch
import torch.nn as nn
import torch.nn.functional as F


def cached(fn):
    store = {}

    @functools.wraps(fn)
    def wrapper(self, key, x):
        if key not in store:
            store[key] = fn(self, key, x)
        return store[key]

    return wrapper


class Teacher:
    def __init__(self, net):
        self.net = net.eval()

    @cached
    @torch.no_grad()
    def soft_targets(self, key, x):
        logits, feat = self.net(x)
        return F.softmax(logits / 4.0, dim=1), feat


class ConvNet(nn.Module):
    def __init__(self, width, proj=None):
        super().__init__()
        self.c1 = nn.Conv2d(1, width, 3, padding=1)
        self.bn = nn.BatchNorm2d(width)
        self.fc = nn.Linear(width, 5)
        self.proj = nn.Conv2d(width, proj, 1) if proj else nn.Identity()

    def forward(self, x):
        h = F.relu_(self.bn(self.c1(x)))
        return self.fc(F.adaptive_avg_pool2d(h, 1).flatten(1)), self.proj(h)


def attention_map(f):
    return F.normalize(f.pow(2).mean(1).flatten(1))


def distill(epochs=2):
    torch.manual_seed(0)
    teacher, student = Teacher(ConvNet(16)), ConvNet(4, proj=16)
    opt = torch.optim.SGD(student.parameters(), lr=0.05, momentum=0.9, nesterov=True)
    loader = [(torch.randn(6, 1, 6, 6), torch.randint(0, 5, (6,))) for _ in range(3)]
    for epoch in range(epochs):
        agree = total = 0
        for i, (x, y) in enumerate(loader):
            soft, t_feat = teacher.soft_targets(i, x)
            logits, s_feat = student(x)
            losses = dict(
                hard=F.cross_entropy(logits, y),
                kd=F.kl_div(F.log_softmax(logits / 4.0, dim=1), soft, reduction="batchmean") * 16,
                at=(attention_map(s_feat) - attention_map(t_feat)).pow(2).mean(),
                hint=F.mse_loss(s_feat, t_feat),
            )
            loss = sum(w * losses[k] for k, w in {"hard": 0.1, "kd": 0.9, "at": 10.0, "hint": 1.0}.items())
            opt.zero_grad()
            loss.backward()
            opt.step()
            agree += (logits.argmax(1) == soft.argmax(1)).sum().item()
            total += y.numel()
        print(f"epoch {epoch}: agreement {agree / total:.2%}")
    return teacher, student


if __name__ == "__main__":
    teacher, student = distill()
    assert all(p.grad is None for p in teacher.net.parameters())
    assert all(p.grad is not None for p in student.parameters())
    assert student.proj.weight.grad.abs().sum() > 0 and student.c1.weight.grad.abs().sum() > 0
