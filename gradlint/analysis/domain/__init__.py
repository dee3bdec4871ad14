"""What the engine talks about: values, the gradient graph, facts, and the state that a branch can undo."""
