"""Runtime mode: execute each finding's snippet in a sandbox and say with evidence whether the gradient breaks."""
