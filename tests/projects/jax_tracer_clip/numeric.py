"""Plain arithmetic helpers shared by the scripts."""


def clip_factor(norm, limit):
    return min(1.0, limit / norm)  # HAZARD builtin-min GL506


def describe(**values):
    return " ".join(f"{k}={v:.4f}" for k, v in values.items())
