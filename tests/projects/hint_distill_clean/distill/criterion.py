import torch.nn.functional as F


def hint_loss(student, teacher):
    return F.mse_loss(student, teacher)


def kd_loss(student_logits, teacher_logits, T=2.0):
    p = F.log_softmax(student_logits / T, dim=-1)
    q = F.softmax(teacher_logits / T, dim=-1)
    return F.kl_div(p, q, reduction="batchmean") * T * T
