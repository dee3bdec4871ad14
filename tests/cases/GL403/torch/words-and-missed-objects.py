# framework: torch
# verdict: wrong
# seen: the gradient is that of the text loss alone
import torch
from torch import nn


class Captioner(nn.Module):
    def __init__(self):
        super().__init__()
        self.words = nn.Linear(5, 7)

    def forward(self, image):
        return self.words(image)


torch.manual_seed(0)
captioner, detector = Captioner(), nn.Linear(5, 4)
optimizer = torch.optim.AdamW(captioner.parameters(), lr=1e-3)
images, words, objects = torch.randn(6, 5), torch.randint(0, 7, (6,)), torch.randint(0, 4, (6,))
for _ in range(2):
    text_loss = nn.functional.cross_entropy(captioner(images), words)
    missed = (detector(images).argmax(dim=1) != objects).float().sum()  # HAZARD GL403
    loss = text_loss + 0.1 * missed
    (alone,) = torch.autograd.grad(text_loss, captioner.words.weight, retain_graph=True)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print("OBSERVED", "wrong" if torch.equal(alone, captioner.words.weight.grad) else "clean")
