ASSIGNMENTS = {}
LOSSES = {}


def assignment(name):
    return lambda fn: ASSIGNMENTS.setdefault(name, fn)


def loss(name):
    return lambda fn: LOSSES.setdefault(name, fn)
