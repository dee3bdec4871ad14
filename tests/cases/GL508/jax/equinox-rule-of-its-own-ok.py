# framework: jax
# verdict: clean
# seen: gradient as expected
import equinox as eqx
import jax


@eqx.filter_custom_vjp
def doubled(x):
    return jax.lax.while_loop(lambda state: state < 8.0, lambda state: 2.0 * state, x)


def forward(perturbed, x):
    out = doubled(x)
    return out, out / x


def backward(factor, gradient, perturbed, x):
    return gradient * factor


doubled.def_fwd(forward)
doubled.def_bwd(backward)
assert jax.grad(lambda x: doubled(x))(1.0) == 8.0
