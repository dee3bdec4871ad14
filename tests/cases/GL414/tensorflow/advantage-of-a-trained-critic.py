# framework: tensorflow
# verdict: wrong
# seen: the policy loss pushes on the critic
import tensorflow as tf


class Learner:
    def __init__(self):
        self.policy = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(2)])
        self.critic = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1)])
        self.optimizer = tf.keras.optimizers.Adam(1e-3)

    def update(self, state, taken, returns):
        variables = self.policy.trainable_variables + self.critic.trainable_variables
        with tf.GradientTape() as tape:
            advantage = returns - tf.squeeze(self.critic(state), -1)
            scores = tf.reduce_sum(tf.nn.log_softmax(self.policy(state)) * tf.one_hot(taken, 2), -1)
            of_policy = -tf.reduce_mean(scores * advantage)  # HAZARD GL414
            loss = of_policy + tf.reduce_mean(advantage**2)
        self.optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))


learner = Learner()
learner.update(tf.random.normal((4, 3)), tf.constant([0, 1, 1, 0]), tf.random.normal((4,)))
with tf.GradientTape() as tape:
    advantage = 1.0 - tf.squeeze(learner.critic(tf.ones((4, 3))), -1)
    loss = -tf.reduce_mean(tf.nn.log_softmax(learner.policy(tf.ones((4, 3))))[:, 0] * advantage)
assert all(each is not None for each in tape.gradient(loss, learner.critic.trainable_variables))
print("OBSERVED wrong")
