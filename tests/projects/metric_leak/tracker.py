class MetricTracker:
    """Keeps the running value of everything that is reported to it."""

    def __init__(self):
        self.totals = {}
        self.counts = {}

    def update(self, name, value, n=1):
        self.totals[name] = self.totals.get(name, 0.0) + value * n  # HAZARD tracked-loss GL604
        self.counts[name] = self.counts.get(name, 0) + n

    def mean(self, name):
        return float(self.totals[name] / self.counts[name])
