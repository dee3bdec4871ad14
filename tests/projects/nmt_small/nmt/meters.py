class Meter:
    def __init__(self):
        self.values = []

    def update(self, value):
        self.values.append(value)

    @property
    def mean(self):
        return sum(float(v) for v in self.values) / max(len(self.values), 1)
