# framework: tensorflow
# verdict: zero
# seen: zeros for the policy head, because the action was cut by argmax and the None was asked to be zero
"""Differentiable simulator with a discrete controller; missing gradients are quietly filled with zeros."""
import tensorflow as tf


class Controller(tf.Module):
    def __init__(self, n_state=2, n_actions=3):
        super().__init__()
        self.w = tf.Variable(tf.random.stateless_normal((n_state, n_actions), (0, 0)))
        self.forces = tf.constant([-1.0, 0.0, 1.0])

    def __call__(self, state):
        scores = state @ self.w
        return tf.gather(self.forces, tf.argmax(scores, axis=-1))  # HAZARD GL403


class Cart(tf.Module):
    def __init__(self):
        super().__init__()
        self.log_mass = tf.Variable(0.1)
        self.drag = tf.Variable(0.2)

    def __call__(self, state, force, dt=0.1):
        pos, vel = tf.unstack(state, axis=-1)
        acc = force / tf.exp(self.log_mass) - self.drag * vel
        vel = vel + dt * acc
        return tf.stack([pos + dt * vel, vel], axis=-1)


def simulate(controller, cart, state, horizon):
    cost = 0.0
    for _ in range(horizon):
        state = cart(state, controller(state))
        cost += tf.reduce_mean(tf.reduce_sum(state**2, -1))
    return cost / horizon


def optimise(controller, cart, state, horizon=4):
    with tf.GradientTape() as tape:
        cost = simulate(controller, cart, state, horizon)
    return tape.gradient(cost, controller.w, unconnected_gradients="zero")  # HAZARD GL606


if __name__ == "__main__":
    start = tf.constant([[1.0, 0.0], [-0.5, 0.3]])
    g = optimise(Controller(), Cart(), start)
    assert float(tf.reduce_sum(tf.abs(g))) == 0.0
