import torch.nn.functional as F


def consistency(student_logits, teacher_logits):
    target = F.softmax(teacher_logits, dim=-1).detach()
    return F.kl_div(F.log_softmax(student_logits, dim=-1), target, reduction="batchmean")


def semi_supervised(student, teacher, labelled, labels, unlabelled, weight):
    supervised = F.cross_entropy(student(labelled), labels)
    agreement = consistency(student(unlabelled), teacher(unlabelled))
    logs = {"ce": supervised.item(), "consistency": agreement.item()}
    return supervised + weight * agreement, logs
