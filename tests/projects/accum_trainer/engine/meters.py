class Meter:
    def __init__(self):
        self.total = 0.0
        self.count = 0

    def update(self, value, n):
        self.total += float(value) * n
        self.count += n

    def mean(self):
        return self.total / self.count
