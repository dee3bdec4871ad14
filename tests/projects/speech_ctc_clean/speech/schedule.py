class Warmup:
    def __init__(self, optimizer, steps, peak):
        self.optimizer, self.steps, self.peak, self.count = optimizer, steps, peak, 0

    def step(self):
        self.count += 1
        for group in self.optimizer.param_groups:
            group["lr"] = self.peak * min(1.0, self.count / self.steps)
