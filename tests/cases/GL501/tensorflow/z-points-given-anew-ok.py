# framework: tensorflow
# verdict: clean
# seen: a gradient through the points that the mapper is given under the tape
import tensorflow as tf

kit: dict[str, type] = {}
exec(
    """
class Constellation:
    def __init__(self, points):
        self.points = points

class Mapper:
    def __init__(self, constellation):
        self.constellation = constellation

    def __call__(self, bits):
        return self.constellation.points * bits
""",
    kit,
)
spread = tf.Variable([[1.0, 2.0], [3.0, 4.0]])
constellation = kit["Constellation"](points=spread[0] + spread[1])
mapper = kit["Mapper"](constellation=constellation)
with tf.GradientTape() as tape:
    mapper.constellation.points = spread[0] * spread[1]
    loss = tf.reduce_sum(mapper(2.0))
gradient = tape.gradient(loss, spread)
assert gradient is not None
spread.assign_sub(0.1 * gradient)
