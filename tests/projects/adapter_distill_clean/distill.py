import torch
import torch.nn.functional as F


def kd_loss(student_logits, teacher_logits, labels, T=4.0, alpha=0.7):
    soft = F.kl_div(
        F.log_softmax(student_logits / T, dim=1), F.softmax(teacher_logits / T, dim=1), reduction="batchmean"
    )
    return alpha * T * T * soft + (1 - alpha) * F.cross_entropy(student_logits, labels)


class Distiller:
    def __init__(self, teacher, student, optimizer, hint=0.1):
        self.teacher = teacher.eval()
        self.student = student
        self.optimizer = optimizer
        self.hint = hint

    def _features(self, x):
        with torch.no_grad():
            t_logits, t_feat = self.teacher(x)
        _, s_feat = self.student(x)
        return t_logits, t_feat, s_feat

    def step(self, x, y):
        t_logits, t_feat, s_feat = self._features(x)
        s_logits, _ = self.student(x)
        loss = kd_loss(s_logits, t_logits, y) + self.hint * F.mse_loss(s_feat, t_feat)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()
