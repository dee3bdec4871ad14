# framework: torch
# verdict: clean
# seen: teacher softmax detached, centre buffer, p.grad = None by hand, total /= n
import copy

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


class DINOLoss(nn.Module):
    def __init__(self, out_dim, warmup, nepochs, center_momentum=0.9):
        super().__init__()
        self.center_momentum = center_momentum
        self.register_buffer("center", torch.zeros(1, out_dim))
        self.temps = np.concatenate((np.linspace(0.04, 0.07, warmup), np.ones(nepochs - warmup) * 0.07))

    def forward(self, student_out, teacher_out, epoch):
        student = (student_out / 0.1).chunk(2)
        teacher = F.softmax((teacher_out - self.center) / self.temps[epoch], dim=-1).detach().chunk(2)
        total, n = 0, 0
        for i, q in enumerate(teacher):
            for j, v in enumerate(student):
                if i == j:
                    continue
                total += torch.sum(-q * F.log_softmax(v, dim=-1), dim=-1).mean()
                n += 1
        total /= n
        self.update_center(teacher_out)
        return total

    @torch.no_grad()
    def update_center(self, teacher_out):
        batch_center = torch.sum(teacher_out, dim=0, keepdim=True) / len(teacher_out)
        self.center = self.center * self.center_momentum + batch_center * (1 - self.center_momentum)


def cancel_gradients_last_layer(epoch, model, freeze_last_layer):
    if epoch >= freeze_last_layer:
        return
    for n, p in model.named_parameters():
        if n.startswith("last"):
            p.grad = None


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(10, 16)
        self.last = nn.utils.parametrizations.weight_norm(nn.Linear(16, 12, bias=False))

    def forward(self, x):
        return self.last(F.gelu(self.body(x)))


def main(epochs=3):
    torch.manual_seed(0)
    student = Net()
    teacher = Net()
    teacher.load_state_dict(student.state_dict())
    for p in teacher.parameters():
        p.requires_grad = False
    crit = DINOLoss(12, 1, epochs)
    opt = torch.optim.AdamW(student.parameters(), 1e-3)
    for epoch in range(epochs):
        for _ in range(2):
            x = torch.randn(16, 10)
            views = torch.cat([x, x + 0.2 * torch.randn_like(x)])
            loss = crit(student(views), teacher(views), epoch)
            opt.zero_grad()
            loss.backward()
            norms = [p.grad.data.norm(2) for p in student.parameters() if p.grad is not None]
            cancel_gradients_last_layer(epoch, student, 1)
            opt.step()
            with torch.no_grad():
                for q, k in zip(student.parameters(), teacher.parameters()):
                    k.data.mul_(0.99).add_((1 - 0.99) * q.detach().data)
        print(epoch, torch.stack(norms).max().item())
    return student, teacher, crit


if __name__ == "__main__":
    student, teacher, crit = main()
    assert all(p.grad is not None and p.grad.abs().sum() > 0 for p in student.parameters())
    assert crit.center.abs().sum() > 0
