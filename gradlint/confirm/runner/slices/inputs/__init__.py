"""What is passed to a part of a program: descriptions of inputs, guessed, planned and changed."""
