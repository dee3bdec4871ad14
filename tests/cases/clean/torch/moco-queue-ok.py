# framework: torch
# verdict: clean
# seen: queue buffer written under no_grad, logits /= T on a cat result, topk accuracy
import torch
import torch.nn as nn
import torch.nn.functional as F


class MoCo(nn.Module):
    def __init__(self, base, dim=8, K=32, m=0.99, T=0.2):
        super().__init__()
        self.K, self.m, self.T = K, m, T
        self.encoder_q, self.encoder_k = base(dim), base(dim)
        for pq, pk in zip(self.encoder_q.parameters(), self.encoder_k.parameters()):
            pk.data.copy_(pq.data)
            pk.requires_grad = False
        self.register_buffer("queue", F.normalize(torch.randn(dim, K), dim=0))
        self.register_buffer("queue_ptr", torch.zeros(1, dtype=torch.long))

    @torch.no_grad()
    def _momentum_update_key_encoder(self):
        for pq, pk in zip(self.encoder_q.parameters(), self.encoder_k.parameters()):
            pk.data = pk.data * self.m + pq.data * (1.0 - self.m)

    @torch.no_grad()
    def _dequeue_and_enqueue(self, keys):
        n, ptr = keys.shape[0], int(self.queue_ptr)
        self.queue[:, ptr : ptr + n] = keys.T
        self.queue_ptr[0] = (ptr + n) % self.K

    def forward(self, im_q, im_k):
        q = F.normalize(self.encoder_q(im_q), dim=1)
        with torch.no_grad():
            self._momentum_update_key_encoder()
            shuffle = torch.randperm(im_k.shape[0])
            k = F.normalize(self.encoder_k(im_k[shuffle]), dim=1)[torch.argsort(shuffle)]
        l_pos = torch.einsum("nc,nc->n", [q, k]).unsqueeze(-1)
        l_neg = torch.einsum("nc,ck->nk", [q, self.queue.clone().detach()])
        logits = torch.cat([l_pos, l_neg], dim=1)
        logits /= self.T
        labels = torch.zeros(logits.shape[0], dtype=torch.long)
        self._dequeue_and_enqueue(k)
        return logits, labels


def accuracy(output, target, topk=(1,)):
    with torch.no_grad():
        _, pred = output.topk(max(topk), 1, True, True)
        correct = pred.t().eq(target.view(1, -1).expand_as(pred.t()))
        return [correct[:k].reshape(-1).float().sum(0).mul_(100.0 / target.size(0)).item() for k in topk]


def train(steps=6):
    base = lambda dim: nn.Sequential(nn.Linear(12, 24), nn.ReLU(inplace=True), nn.Linear(24, dim))
    model = MoCo(base)
    opt = torch.optim.SGD(model.encoder_q.parameters(), 0.05, momentum=0.9)
    top1 = 0.0
    for i in range(steps):
        x = torch.randn(8, 12)
        logits, labels = model(x + 0.05 * torch.randn_like(x), x)
        loss = F.cross_entropy(logits, labels)
        acc1, acc5 = accuracy(logits, labels, (1, 5))
        top1 += (acc1 - top1) / (i + 1)
        opt.zero_grad()
        loss.backward()
        opt.step()
    return model, top1


if __name__ == "__main__":
    torch.manual_seed(0)
    model, top1 = train()
    assert 0 <= top1 <= 100
    assert all(p.grad.abs().sum() > 0 for p in model.encoder_q.parameters())
    assert all(p.grad is None for p in model.encoder_k.parameters())
