"""Questions to the finished graph: where a gradient is lost, is not finite, or is not what was meant."""
