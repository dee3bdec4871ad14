# framework: torch
# verdict: raises
# seen: RuntimeError: Inference tensors cannot be saved for backward. Please do not use Tensors created in inference mode in computation tracked by autograd. To work around this, you can make a clone to get a normal tensor and use it in a
import torch
import torch.nn.functional as F
from torch import nn


class Distiller(nn.Module):
    def __init__(self, n_in=6, dim=4, temperature=0.1):
        super().__init__()
        self.teacher = nn.Linear(n_in, dim)
        self.student = nn.Linear(n_in, dim)
        self.temperature = temperature

    @torch.inference_mode()
    def anchors(self, x):
        return F.normalize(self.teacher(x), dim=-1)

    def forward(self, x):
        keys = self.anchors(x)
        queries = F.normalize(self.student(x), dim=-1)
        similarity = queries @ keys.t()  # HAZARD GL406
        return F.cross_entropy(similarity / self.temperature, torch.arange(len(x)))


torch.manual_seed(0)
model = Distiller()
opt = torch.optim.AdamW(model.student.parameters(), lr=1e-3)
for _ in range(2):
    opt.zero_grad()
    model(torch.randn(8, 6)).backward()
    opt.step()
