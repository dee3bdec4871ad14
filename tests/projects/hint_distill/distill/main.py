import torch

from criterion import hint_loss, kd_loss
from hooks import FeatureStore
from students import Student


def main():
    teacher = Student(hidden=24).eval()
    teacher.requires_grad_(False)
    student = Student()
    s_feats, t_feats = FeatureStore(), FeatureStore()
    s_feats.attach(student.mid, "mid")
    t_feats.attach(teacher.mid, "mid")
    optimizer = torch.optim.Adam(student.parameters(), lr=1e-3)
    for step in range(5):
        x = torch.randn(8, 16)
        with torch.no_grad():
            t_logits = teacher(x)
        s_logits = student(x)
        loss = kd_loss(s_logits, t_logits) + 0.1 * hint_loss(s_feats.features["mid"], t_feats.features["mid"])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


if __name__ == "__main__":
    main()
