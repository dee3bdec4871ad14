import torch
import torch.nn.functional as F

from .models import Student, teacher


def main():
    torch.manual_seed(5)
    guide, student = teacher(), Student()
    opt = torch.optim.SGD(student.parameters(), lr=0.5)
    for step in range(6):
        x = torch.randn(32, 6)
        with torch.no_grad():
            target = F.softmax(guide(x) / 2.0, dim=1)
            features = torch.relu(student.features(x))
        loss = F.kl_div(F.log_softmax(student.head(features) / 2.0, dim=1), target, reduction="batchmean")
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item().hex())
