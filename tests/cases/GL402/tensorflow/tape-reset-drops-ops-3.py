# framework: tensorflow
# verdict: none
# seen: the encoder's operations were forgotten by reset
"""Recurrent state-space model with burn-in: the tape is reset after the burn-in, but the encoding came before."""
import tensorflow as tf


class Cell(tf.Module):
    def __init__(self, n_in, n_state):
        super().__init__()
        self.wx = tf.Variable(tf.random.stateless_normal((n_in, n_state), (0, 1)) * 0.4)
        self.wh = tf.Variable(tf.random.stateless_normal((n_state, n_state), (0, 2)) * 0.4)

    def __call__(self, x, h):
        return tf.tanh(x @ self.wx + h @ self.wh)


class StateSpace(tf.Module):
    def __init__(self, n_obs=3, n_code=4, n_state=5):
        super().__init__()
        self.encoder = tf.Variable(tf.random.stateless_normal((n_obs, n_code), (1, 1)) * 0.5)
        self.cell = Cell(n_code, n_state)
        self.readout = tf.Variable(tf.random.stateless_normal((n_state, n_obs), (1, 2)) * 0.5)

    def encode(self, obs):
        return tf.nn.relu(obs @ self.encoder)


def sequence_loss(model, obs, burn_in):
    """Only the steps after the burn-in should be remembered."""
    with tf.GradientTape() as tape:
        codes = model.encode(obs)
        h = tf.zeros((obs.shape[0], 5))
        for t in range(burn_in):
            h = model.cell(codes[:, t], h)
        h = tf.stop_gradient(h)
        tape.reset()  # HAZARD GL402
        loss = 0.0
        for t in range(burn_in, obs.shape[1] - 1):
            h = model.cell(codes[:, t], h)
            loss += tf.reduce_mean((h @ model.readout - obs[:, t + 1]) ** 2)
    return loss, tape.gradient(loss, {"enc": model.encoder, "rest": [model.readout, model.cell.wh]})


if __name__ == "__main__":
    obs = tf.random.stateless_normal((4, 8, 3), (7, 7))
    loss, grads = sequence_loss(StateSpace(), obs, burn_in=3)
    assert grads["enc"] is None and all(g is not None for g in grads["rest"])
