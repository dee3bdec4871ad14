# framework: torch
# verdict: clean
# seen: masked_fill_ and /= on scores before softmax, h += pos, cache detached, .data init, generation under no_grad
import math

import torch
import torch.nn as nn
import torch.nn.functional as F


class Attention(nn.Module):
    def __init__(self, d=16, heads=2, max_len=16):
        super().__init__()
        self.h, self.qkv, self.proj = heads, nn.Linear(d, 3 * d, bias=False), nn.Linear(d, d)
        self.register_buffer("causal", torch.ones(max_len, max_len, dtype=torch.bool).triu_(1), persistent=False)
        self.cache_k = self.cache_v = None

    def forward(self, x, pad=None, use_cache=False):
        B, T, C = x.shape
        q, k, v = self.qkv(x).view(B, T, 3, self.h, C // self.h).permute(2, 0, 3, 1, 4)
        if use_cache:
            if self.cache_k is not None:
                k, v = torch.cat([self.cache_k, k], 2), torch.cat([self.cache_v, v], 2)
            self.cache_k, self.cache_v = k.detach(), v.detach()
        S = k.size(2)
        scores = q @ k.transpose(-2, -1)
        scores /= math.sqrt(C // self.h)
        scores.masked_fill_(self.causal[S - T : S, :S], float("-inf"))
        if pad is not None:
            scores = scores.masked_fill(pad[:, None, None, :], torch.finfo(scores.dtype).min)
        y = F.softmax(scores, dim=-1) @ v
        return self.proj(y.transpose(1, 2).reshape(B, T, C))


class GPT(nn.Module):
    def __init__(self, vocab=13, d=16, layers=2, max_len=16):
        super().__init__()
        self.tok, self.pos = nn.Embedding(vocab, d), nn.Embedding(max_len, d)
        self.blocks = nn.ModuleList(nn.ModuleDict({"ln": nn.LayerNorm(d), "attn": Attention(d)}) for _ in range(layers))
        self.head = nn.Linear(d, vocab, bias=False)
        self.head.weight = self.tok.weight
        self.apply(self._init_weights)

    def _init_weights(self, m):
        if isinstance(m, (nn.Linear, nn.Embedding)):
            m.weight.data.normal_(mean=0.0, std=0.2)

    def forward(self, ids, targets=None, pad=None, offset=0, use_cache=False):
        h = self.tok(ids)
        h += self.pos(torch.arange(offset, offset + ids.size(1)))
        for b in self.blocks:
            h = h + b["attn"](b["ln"](h), pad, use_cache)
        logits = self.head(h)
        if targets is None:
            return logits[:, [-1], :], None
        return logits, F.cross_entropy(logits.view(-1, logits.size(-1)), targets.reshape(-1), ignore_index=-1)

    @torch.no_grad()
    def generate(self, ids, n, temperature=0.8, top_k=5):
        for i in range(n):
            step = ids if i == 0 else ids[:, -1:]
            logits, _ = self(step, offset=ids.size(1) - step.size(1), use_cache=True)
            logits = logits[:, -1, :] / temperature
            v, _ = torch.topk(logits, top_k)
            logits[logits < v[:, [-1]]] = -float("Inf")
            ids = torch.cat((ids, torch.multinomial(F.softmax(logits, -1), 1)), 1)
        return ids


def train(steps=3):
    torch.manual_seed(0)
    model = GPT()
    opt = torch.optim.AdamW(model.parameters(), 1e-3)
    for _ in range(steps):
        ids = torch.randint(0, 13, (4, 9))
        pad = torch.zeros(4, 8, dtype=torch.bool)
        pad[0, 6:] = True
        targets = ids[:, 1:].clone()
        targets[0, 5:] = -1
        _, loss = model(ids[:, :-1], targets, pad)
        opt.zero_grad(set_to_none=True)
        loss.backward()
        opt.step()
    return model


if __name__ == "__main__":
    model = train()
    assert all(p.grad is not None and p.grad.abs().sum() > 0 for p in model.parameters())
    assert model.eval().generate(torch.zeros(2, 1, dtype=torch.long), 6).shape == (2, 7)
