# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.checkpoint import checkpoint


class Block(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.norm, self.fc = nn.LayerNorm(dim), nn.Linear(dim, dim)

    def forward(self, x):
        return x + F.gelu(self.fc(self.norm(x)))


class Encoder(nn.Module):
    def __init__(self, vocab=20, dim=8, depth=3, checkpointing=True):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.blocks = nn.ModuleList(Block(dim) for _ in range(depth))
        self.head = nn.Linear(dim, vocab)
        self.checkpointing = checkpointing

    def forward(self, tokens):
        x = self.embed(tokens)
        for block in self.blocks:
            x = checkpoint(block, x, use_reentrant=True) if self.checkpointing else block(x)
        return self.head(x)


torch.manual_seed(0)
net = Encoder()
tokens = torch.randint(0, 20, (4, 7))
F.cross_entropy(net(tokens[:, :-1]).flatten(0, 1), tokens[:, 1:].flatten()).backward()
with_checkpoints = [p.grad.clone() for p in net.parameters()]
net.checkpointing = False
plain = F.cross_entropy(net(tokens[:, :-1]).flatten(0, 1), tokens[:, 1:].flatten())
expected = torch.autograd.grad(plain, list(net.parameters()))
right = all(torch.allclose(a, b, atol=1e-6) for a, b in zip(with_checkpoints, expected))
print("OBSERVED", "clean" if right else "none")
