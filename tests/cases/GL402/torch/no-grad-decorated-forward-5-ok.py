# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
import torch.nn as nn
import torch.nn.functional as F


class MoCo(nn.Module):
    def __init__(self, make, dim=8, K=16, m=0.99, T=0.2):
        super().__init__()
        self.K, self.m, self.T = K, m, T
        self.encoder_q, self.encoder_k = make(dim), make(dim)
        for q, k in zip(self.encoder_q.parameters(), self.encoder_k.parameters()):
            k.data.copy_(q.data)
            k.requires_grad = False
        self.register_buffer("queue", F.normalize(torch.randn(dim, K), dim=0))
        self.register_buffer("ptr", torch.zeros(1, dtype=torch.long))

    @torch.no_grad()
    def _momentum(self):
        for q, k in zip(self.encoder_q.parameters(), self.encoder_k.parameters()):
            k.data = k.data * self.m + q.data * (1.0 - self.m)

    @torch.no_grad()
    def _enqueue(self, keys):
        n, ptr = keys.shape[0], int(self.ptr)
        self.queue[:, ptr:ptr + n] = keys.T
        self.ptr[0] = (ptr + n) % self.K

    def forward(self, im_q, im_k):
        q = F.normalize(self.encoder_q(im_q), dim=1)
        with torch.no_grad():
            self._momentum()
            idx = torch.randperm(im_k.shape[0])
            back = torch.argsort(idx)
            k = F.normalize(self.encoder_k(im_k[idx]), dim=1)[back]
        pos = torch.einsum("nc,nc->n", q, k).unsqueeze(-1)
        neg = torch.einsum("nc,ck->nk", q, self.queue.clone().detach())
        logits = torch.cat([pos, neg], dim=1)
        logits /= self.T
        labels = torch.zeros(logits.shape[0], dtype=torch.long)
        self._enqueue(k)
        return logits, labels


torch.manual_seed(0)
model = MoCo(lambda d: nn.Sequential(nn.Linear(5, 12), nn.ReLU(inplace=True), nn.Linear(12, d)))
opt = torch.optim.SGD(filter(lambda p: p.requires_grad, model.parameters()), 0.1, momentum=0.9)
for _ in range(3):
    x = torch.randn(4, 5)
    logits, labels = model(x + 0.1 * torch.randn_like(x), x)
    loss = F.cross_entropy(logits, labels)
    acc = (logits.argmax(1) == labels).float().mean().item()
    opt.zero_grad()
    loss.backward()
    opt.step()
ok = model.encoder_q[0].weight.grad.any() and model.encoder_k[0].weight.grad is None
print("OBSERVED", "clean" if ok else "wrong")
