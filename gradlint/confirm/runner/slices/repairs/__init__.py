"""Changes of a plan that an error asks for."""
