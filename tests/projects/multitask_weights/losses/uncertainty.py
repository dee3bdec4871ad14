import torch


class UncertaintyWeights:
    """Homoscedastic task weights: one log variance per task."""

    def __init__(self, tasks):
        self.tasks = list(tasks)
        self.log_vars = torch.zeros(len(self.tasks))

    def __call__(self, losses):
        total = 0.0
        for i, name in enumerate(self.tasks):
            precision = torch.exp(-self.log_vars[i])
            total = total + precision * losses[name] + self.log_vars[i]
        return total

    def describe(self):
        return {name: round(v, 3) for name, v in zip(self.tasks, self.log_vars.tolist())}
