# framework: torch
# verdict: clean
# seen: gradient as expected
import math

import torch
from torch import nn


class LoRALinear(nn.Module):
    def __init__(self, base: nn.Linear, r=4, alpha=8, dropout=0.0):
        super().__init__()
        self.base = base
        self.base.weight.requires_grad = False
        if self.base.bias is not None:
            self.base.bias.requires_grad = False
        self.lora_A = nn.Parameter(torch.empty(r, base.in_features))
        self.lora_B = nn.Parameter(torch.zeros(base.out_features, r))
        nn.init.kaiming_uniform_(self.lora_A, a=math.sqrt(5))
        self.scaling = alpha / r
        self.drop = nn.Dropout(dropout)
        self.merged = False

    def forward(self, x):
        if self.merged:
            return self.base(x)
        return self.base(x) + (self.drop(x) @ self.lora_A.T @ self.lora_B.T) * self.scaling

    @torch.no_grad()
    def merge(self):
        self.base.weight += self.scaling * self.lora_B @ self.lora_A
        self.merged = True


def inject(module, names):
    for name, child in list(module.named_children()):
        if isinstance(child, nn.Linear) and name in names:
            setattr(module, name, LoRALinear(child))
        else:
            inject(child, names)


class Attention(nn.Module):
    def __init__(self, d, heads=2):
        super().__init__()
        for n in ("q_proj", "k_proj", "v_proj", "o_proj"):
            setattr(self, n, nn.Linear(d, d))
        self.heads = heads

    def forward(self, x):
        b, t, d = x.shape
        split = lambda y: y.view(b, t, self.heads, -1).transpose(1, 2)
        q, k, v = map(split, (self.q_proj(x), self.k_proj(x), self.v_proj(x)))
        att = q @ k.transpose(-2, -1) / math.sqrt(d // self.heads)
        mask = torch.ones(t, t, dtype=torch.bool).triu_(1)
        att = att.masked_fill_(mask, float("-inf")).softmax(-1)
        return self.o_proj((att @ v).transpose(1, 2).reshape(b, t, d))


torch.manual_seed(0)
model = nn.Sequential(Attention(8), nn.LayerNorm(8), nn.Linear(8, 3))
for p in model.parameters():
    p.requires_grad = False
inject(model, {"q_proj", "v_proj"})
for p in model[2].parameters():
    p.requires_grad_(True)
trainable = [p for p in model.parameters() if p.requires_grad]
opt = torch.optim.AdamW(trainable, lr=1e-2)
x, y = torch.randn(4, 5, 8), torch.randint(3, (4,))
for _ in range(2):
    loss = nn.functional.cross_entropy(model(x).mean(1), y)
    opt.zero_grad()
    loss.backward()
    opt.step()
before = model[0].q_proj(x)
model[0].q_proj.merge()
ok = torch.allclose(before, model[0].q_proj(x), atol=1e-5) and model[0].q_proj.lora_A.grad.any()
print("OBSERVED", "clean" if ok else "wrong")
