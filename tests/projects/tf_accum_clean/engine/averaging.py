def shadow_of(variables):
    return [v.numpy().copy() for v in variables]


def blend(shadow, variables, decay):
    return [decay * s + (1 - decay) * v.numpy() for s, v in zip(shadow, variables)]
