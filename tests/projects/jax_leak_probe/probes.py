class Probe:
    """Remembers intermediate values under a name."""

    def __init__(self):
        self.seen = {}

    def record(self, name, value):
        self.seen.setdefault(name, []).append(value)  # HAZARD stored-tracer GL507
        return value

    def last(self, name):
        return self.seen[name][-1]


PROBE = Probe()
