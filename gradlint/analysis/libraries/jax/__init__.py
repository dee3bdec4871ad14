"""JAX and Optax."""
