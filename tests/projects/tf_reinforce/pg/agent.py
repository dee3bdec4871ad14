import tensorflow as tf

from pg.policy import entropy, log_prob
from pg.returns import discount


class Reinforce:
    def __init__(self, policy, lr=1e-2, gamma=0.98, ent_coef=0.01):
        self.policy = policy
        self.gamma = gamma
        self.ent_coef = ent_coef
        self.optimizer = tf.keras.optimizers.Adam(lr)

    def act(self, obs):
        return int(tf.random.categorical(self.policy(obs[None]), 1)[0, 0])

    def loss(self, obs, actions, advantages):
        logits = self.policy.predict(obs, verbose=0)  # HAZARD predict GL107
        return -tf.reduce_mean(log_prob(logits, actions) * advantages + self.ent_coef * entropy(logits))

    def learn(self, obs, actions, rewards):
        advantages = tf.constant(discount(rewards, self.gamma), tf.float32)
        with tf.GradientTape() as tape:
            loss = self.loss(obs, actions, advantages)
        variables = self.policy.trainable_variables
        grads = tape.gradient(loss, variables)
        self.optimizer.apply_gradients(zip(grads, variables))
        return float(loss)
