"""What every room may use: records, errors, files, the catalogue of rules. Imports nothing above."""
