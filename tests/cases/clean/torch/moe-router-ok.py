# framework: torch
# verdict: clean
# seen: topk routing, weights /= sum, index_add_ into fresh zeros, counts in a buffer
import torch
import torch.nn as nn
import torch.nn.functional as F


class Expert(nn.Sequential):
    def __init__(self, d, hidden):
        super().__init__(nn.Linear(d, hidden), nn.GELU(), nn.Linear(hidden, d))


class SparseMoE(nn.Module):
    def __init__(self, d=8, n_experts=4, top_k=2):
        super().__init__()
        self.gate = nn.Linear(d, n_experts, bias=False)
        self.experts = nn.ModuleList([Expert(d, 16) for _ in range(n_experts)])
        self.top_k, self.n = top_k, n_experts
        self.register_buffer("load", torch.zeros(n_experts))

    def forward(self, x):
        B, T, D = x.shape
        flat = x.view(-1, D)
        router_logits = self.gate(flat)
        probs = F.softmax(router_logits, dim=1)
        weights, selected = torch.topk(probs, self.top_k, dim=-1)
        weights /= weights.sum(dim=-1, keepdim=True)
        out = torch.zeros_like(flat)
        mask = F.one_hot(selected, num_classes=self.n).permute(2, 1, 0)
        for e in range(self.n):
            slot, token = torch.where(mask[e])
            if token.numel() == 0:
                continue
            current = self.experts[e](flat[token]) * weights[token, slot, None]
            out.index_add_(0, token, current)
        counts = torch.bincount(selected.flatten(), minlength=self.n)
        self.load.mul_(0.9).add_(counts.float(), alpha=0.1)
        return out.view(B, T, D), self.aux_loss(probs, selected), router_logits

    def aux_loss(self, probs, selected):
        fraction = F.one_hot(selected, self.n).float().sum(1).mean(0)
        return self.n * (fraction * probs.mean(0)).sum()


class Model(nn.Module):
    def __init__(self, layers=2):
        super().__init__()
        self.layers = nn.ModuleList(SparseMoE() for _ in range(layers))
        self.head = nn.Linear(8, 1)

    def forward(self, x):
        aux, z = 0.0, 0.0
        for layer in self.layers:
            y, a, logits = layer(x)
            x = x + y
            aux += a
            z += torch.logsumexp(logits, -1).pow(2).mean()
        return self.head(x), aux, z


def train(steps=4):
    torch.manual_seed(0)
    model = Model()
    opt = torch.optim.AdamW(model.parameters(), 3e-3)
    log = []
    for _ in range(steps):
        x = torch.randn(6, 5, 8)
        y, aux, z = model(x)
        loss = F.mse_loss(y, x.mean(-1, keepdim=True)) + 0.01 * aux + 0.001 * z
        opt.zero_grad()
        loss.backward()
        opt.step()
        log.append({"aux": aux.item(), "load": [layer.load.argmax().item() for layer in model.layers]})
    return model, log


if __name__ == "__main__":
    model, log = train()
    assert all(p.grad is not None and p.grad.abs().sum() > 0 for p in model.parameters())
