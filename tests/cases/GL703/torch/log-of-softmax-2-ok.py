# framework: torch
# verdict: clean
# seen: gradient as expected
import torch as th
import torch.nn as nn
import torch.nn.functional as F

student = nn.Sequential(nn.Linear(10, 32), nn.ReLU(), nn.Linear(32, 5))
teacher = nn.Sequential(nn.Linear(10, 64), nn.ReLU(), nn.Linear(64, 5))


def distillation_loss(logits, teacher_logits, labels, temperature=2.0, alpha=0.5):
    soft = F.kl_div(
        F.log_softmax(logits / temperature, dim=1),
        F.softmax(teacher_logits / temperature, dim=1),
        reduction="batchmean",
    )
    return alpha * temperature**2 * soft + (1 - alpha) * F.cross_entropy(logits, labels)


def attention_entropy(scores, eps=1e-8):
    weights = F.softmax(scores, dim=-1)
    return -(weights * th.log(weights + eps)).sum(dim=-1).mean()


th.manual_seed(0)
optimizer = th.optim.SGD(student.parameters(), lr=0.01)
x, labels = th.randn(32, 10) * 20, th.randint(0, 5, (32,))
history = []
for _ in range(30):
    with th.no_grad():
        goal = teacher(x)
    optimizer.zero_grad()
    logits = student(x)
    loss = distillation_loss(logits, goal, labels) + 1e-3 * attention_entropy(logits)
    loss.backward()
    optimizer.step()
    history.append(loss.item())
print("OBSERVED", "clean" if history[-1] < 0.5 * history[0] else "nan")
