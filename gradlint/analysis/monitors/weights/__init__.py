"""What becomes of the weights themselves: what they begin with, and what a library fixes about them."""
