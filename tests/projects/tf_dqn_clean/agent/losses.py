import tensorflow as tf


def td_target(target_net, reward, next_obs, done, discount):
    best = tf.reduce_max(target_net(next_obs), axis=-1)
    return tf.stop_gradient(reward + discount * (1.0 - done) * best)


def td_loss(online, target_net, batch, discount=0.9):
    q = online(batch["obs"])
    chosen = tf.reduce_sum(q * tf.one_hot(batch["action"], q.shape[-1]), axis=-1)
    goal = td_target(target_net, batch["reward"], batch["next_obs"], batch["done"], discount)
    error = goal - chosen
    return tf.reduce_mean(tf.where(tf.abs(error) < 1.0, 0.5 * tf.square(error), tf.abs(error) - 0.5))
