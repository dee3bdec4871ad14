"""The weights themselves: what they begin with, who holds, freezes or copies them, what a library fixes about them."""
