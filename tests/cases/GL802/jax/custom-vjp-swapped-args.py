# framework: jax
# verdict: wrong
# seen: -1.38 instead of 0.43
import jax


@jax.custom_vjp
def gate(x):
    return jax.nn.sigmoid(x)


def gate_fwd(x):
    y = jax.nn.sigmoid(x)
    return y, y


def gate_bwd(g, y):  # HAZARD GL802
    return (g * y * (1.0 - y),)


gate.defvjp(gate_fwd, gate_bwd)
got = jax.grad(lambda x: 2.0 * gate(x))(0.8)
true = 2.0 * jax.nn.sigmoid(0.8) * (1.0 - jax.nn.sigmoid(0.8))
assert abs(float(got - true)) > 0.1
print("OBSERVED wrong", round(float(got), 2), "instead of", round(float(true), 2))
