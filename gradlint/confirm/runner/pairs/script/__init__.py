"""The stand-alone file that shows a wrong gradient."""
