# framework: tensorflow
# verdict: clean
# seen: gradient as expected: the place of the largest value chooses one of the values
import tensorflow as tf


class Agent:
    def __init__(self, policy):
        self.values = policy.model.call
        self.layers = policy.model

    def step(self, seen, rewards):
        with tf.GradientTape() as tape:
            values = self.values(seen)
            chosen = tf.one_hot(tf.argmax(values, axis=1), 3)
            loss = tf.reduce_mean((tf.reduce_sum(values * chosen, axis=1) - rewards) ** 2)
        return tape.gradient(loss, self.layers.trainable_variables)


class Policy:
    def __init__(self, model):
        self.model = model


if __name__ == "__main__":
    model = tf.keras.layers.Dense(3)
    model.build((None, 4))
    agent = eval("Agent")(Policy(model))
    found = agent.step(tf.ones((2, 4)), tf.ones(2))
    assert len(found) == 2 and all(each is not None for each in found)
