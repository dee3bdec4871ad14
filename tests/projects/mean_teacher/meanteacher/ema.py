import copy

import torch


class EMATeacher:
    def __init__(self, student, decay=0.95):
        self.decay = decay
        self.network = copy.deepcopy(student)
        for p in self.network.parameters():
            p.requires_grad_(False)

    @torch.no_grad()
    def update(self, student):
        for mine, theirs in zip(self.network.parameters(), student.parameters()):
            mine.mul_(self.decay).add_(theirs, alpha=1 - self.decay)

    def __call__(self, x):
        with torch.no_grad():
            return self.network(x)
