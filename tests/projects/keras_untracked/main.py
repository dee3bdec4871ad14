import keras
import numpy as np
import tensorflow as tf

from model import build_projector
from objectives import agreement

CONFIG = {"scaling": "channel_scale", "steps": 5, "rate": 1e-2}


def main():
    keras.utils.set_random_seed(0)
    image_side = build_projector(8, 4, CONFIG["scaling"])
    text_side = build_projector(6, 4, CONFIG["scaling"])
    optimizer = keras.optimizers.Adam(CONFIG["rate"])
    rng = np.random.default_rng(0)
    variables = image_side.trainable_variables + text_side.trainable_variables
    for step in range(CONFIG["steps"]):
        shared = rng.normal(size=(32, 6)).astype("float32")
        images = np.concatenate([shared, shared[:, :2]], axis=1)
        with tf.GradientTape() as tape:
            loss = agreement(image_side(images), text_side(shared))
        grads = tape.gradient(loss, variables)
        pairs = [(g, v) for g, v in zip(grads, variables) if g is not None]
        optimizer.apply_gradients(pairs)
        print(f"step {step} loss {float(loss):.4f} updated {len(pairs)} of {len(variables)}")


if __name__ == "__main__":
    main()
