"""Works on any nest of objects that have a detach method."""


def cut(state):
    if state is None:
        return None
    if isinstance(state, (tuple, list)):
        return type(state)(cut(s) for s in state)
    return state.detach()


def batch_of(state):
    return state[0].shape[1] if isinstance(state, tuple) else state.shape[1]
