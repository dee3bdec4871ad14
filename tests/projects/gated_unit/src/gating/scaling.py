"""Small numeric helpers; they work on anything that supports arithmetic."""


def rescale(values, factor):
    values *= factor  # HAZARD gate-rescaled GL203
    return values


def running_mean(previous, value, momentum=0.9):
    return momentum * previous + (1 - momentum) * value
