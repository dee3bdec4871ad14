def accuracy(predicted, gold):
    return (predicted == gold).float().mean().item()


class Average:
    def __init__(self):
        self.total, self.count = 0.0, 0

    def update(self, value, n=1):
        self.total += value * n
        self.count += n

    @property
    def value(self):
        return self.total / max(1, self.count)
