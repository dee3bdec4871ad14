"""What the site shows besides the pages in docs/: rules, configuration and command line, read from the program."""
