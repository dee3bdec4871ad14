# framework: torch
# verdict: caught
# seen: q *= scale on an output of split(); raises
import math

import torch
import torch.nn as nn


class CausalSelfAttention(nn.Module):
    def __init__(self, n_embd=16, n_head=4, block=8):
        super().__init__()
        self.n_head = n_head
        self.c_attn = nn.Linear(n_embd, 3 * n_embd)
        self.c_proj = nn.Linear(n_embd, n_embd)
        self.register_buffer("bias", torch.tril(torch.ones(block, block)).view(1, 1, block, block))

    def _split(self, x):
        B, T, C = x.shape
        q, k, v = self.c_attn(x).split(C, dim=2)
        q *= 1.0 / math.sqrt(C // self.n_head)  # HAZARD GL204
        shape = (B, T, self.n_head, C // self.n_head)
        return [t.view(shape).transpose(1, 2) for t in (q, k, v)]

    def forward(self, x):
        B, T, C = x.shape
        q, k, v = self._split(x)
        att = (q @ k.transpose(-2, -1)).masked_fill(self.bias[:, :, :T, :T] == 0, float("-inf"))
        y = torch.softmax(att, dim=-1) @ v
        return self.c_proj(y.transpose(1, 2).contiguous().view(B, T, C))


class Block(nn.Module):
    def __init__(self, d=16):
        super().__init__()
        self.ln = nn.LayerNorm(d)
        self.attn = CausalSelfAttention(d)

    def forward(self, x):
        return x + self.attn(self.ln(x))


def train_step(vocab=11):
    emb, block, head = nn.Embedding(vocab, 16), Block(), nn.Linear(16, vocab)
    params = [*emb.parameters(), *block.parameters(), *head.parameters()]
    opt = torch.optim.AdamW(params, lr=1e-3)
    ids = torch.randint(0, vocab, (2, 9))
    logits = head(block(emb(ids[:, :-1])))
    loss = nn.functional.cross_entropy(logits.reshape(-1, vocab), ids[:, 1:].reshape(-1))
    opt.zero_grad()
    loss.backward()
    opt.step()
    return loss.item()


if __name__ == "__main__":
    try:
        train_step()
    except RuntimeError as e:
        assert "is a view and is being modified inplace" in str(e)
    else:
        raise AssertionError
