"""From files to findings: settings, linting one file and many, the cache, suppression, fixing."""
