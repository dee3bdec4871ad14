# framework: torch
# verdict: clean
# seen: base weights frozen, A and B trained, merge writes under no_grad
from __future__ import annotations

import math
from typing import Iterator

import torch
import torch.nn as nn
import torch.nn.functional as F


class LoRALinear(nn.Module):
    def __init__(self, base: nn.Linear, r: int = 2, alpha: float = 4.0):
        super().__init__()
        self.base = base
        self.base.weight.requires_grad = False
        if self.base.bias is not None:
            self.base.bias.requires_grad = False
        self.A = nn.Parameter(torch.empty(r, base.in_features))
        self.B = nn.Parameter(torch.zeros(base.out_features, r))
        nn.init.kaiming_uniform_(self.A, a=math.sqrt(5))
        self.scaling, self.merged = alpha / r, False

    @torch.no_grad()
    def merge(self) -> None:
        if not self.merged:
            self.base.weight += self.scaling * self.B @ self.A
            self.merged = True

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        out = self.base(x)
        if self.merged:
            return out
        return out + self.scaling * F.linear(F.linear(x, self.A), self.B)


def inject(model: nn.Module, targets: tuple[str, ...]) -> nn.Module:
    for name, child in list(model.named_children()):
        if isinstance(child, nn.Linear) and name in targets:
            setattr(model, name, LoRALinear(child))
        else:
            inject(child, targets)
    return model


def lora_parameters(model: nn.Module) -> Iterator[nn.Parameter]:
    for name, p in model.named_parameters():
        if name.endswith((".A", ".B")):
            yield p
        else:
            p.requires_grad = False


class Attn(nn.Module):
    def __init__(self, d=8):
        super().__init__()
        self.q_proj, self.k_proj, self.v_proj = (nn.Linear(d, d) for _ in range(3))

    def forward(self, x):
        return F.scaled_dot_product_attention(self.q_proj(x), self.k_proj(x), self.v_proj(x))


class LM(nn.Module):
    def __init__(self, vocab=9, d=8):
        super().__init__()
        self.emb, self.attn, self.lm_head = nn.Embedding(vocab, d), Attn(d), nn.Linear(d, vocab, bias=False)

    def forward(self, ids):
        h = self.emb(ids)
        return self.lm_head(h + self.attn(h))


def finetune(steps: int = 4):
    torch.manual_seed(0)
    model = inject(LM(), ("q_proj", "v_proj"))
    params = list(lora_parameters(model))
    opt = torch.optim.AdamW(params, lr=1e-2)
    for _ in range(steps):
        ids = torch.randint(0, 9, (4, 7))
        loss = F.cross_entropy(model(ids[:, :-1]).flatten(0, 1), ids[:, 1:].flatten())
        opt.zero_grad()
        loss.backward()
        opt.step()
    return model, params


if __name__ == "__main__":
    model, params = finetune()
    assert len(params) == 4 and all(p.grad.abs().sum() > 0 for p in params)
    ids = torch.randint(0, 9, (2, 5))
    with torch.no_grad():
        before = model(ids)
        for m in model.modules():
            if isinstance(m, LoRALinear):
                m.merge()
        assert torch.allclose(before, model(ids), atol=1e-5)
