import numpy as np
import tensorflow as tf

from agent import QNetwork, polyak, td_loss
from envs import act, transitions


def main():
    tf.random.set_seed(0)
    rng = np.random.default_rng(0)
    online, target = QNetwork(4, 2), QNetwork(4, 2)
    polyak(target, online, 0.0)
    optimizer = tf.keras.optimizers.Adam(1e-2)
    for step in range(10):
        batch = transitions(lambda obs: act(online(obs).numpy(), 0.2, rng), 32, rng)
        with tf.GradientTape() as tape:
            loss = td_loss(online, target, batch)
        grads = tape.gradient(loss, online.trainable_variables)
        optimizer.apply_gradients(zip(grads, online.trainable_variables))
        polyak(target, online, 0.95)
    print(f"loss {loss.numpy():.4f} reward {batch['reward'].mean():.3f}")


if __name__ == "__main__":
    main()
