# framework: tensorflow
# verdict: none
# seen: [None, None]
import tensorflow as tf


class Agent:
    def __init__(self, policy):
        self.values = policy.model.call
        self.layers = policy.model

    def step(self, seen, rewards):
        with tf.GradientTape() as tape:
            worth = float(tf.reduce_mean(self.values(seen)))  # HAZARD GL104
            loss = tf.reduce_mean((worth - rewards) ** 2)
        return tape.gradient(loss, self.layers.trainable_variables)


class Policy:
    def __init__(self, model):
        self.model = model


if __name__ == "__main__":
    model = tf.keras.layers.Dense(3)
    model.build((None, 4))
    agent = eval("Agent")(Policy(model))
    found = agent.step(tf.ones((2, 4)), tf.ones(2))
    assert len(found) == 2 and all(each is None for each in found)
