"""The text that is analysed and the other modules of its project."""
