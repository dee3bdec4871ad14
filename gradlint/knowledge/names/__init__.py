"""Names of libraries by what they mean to a gradient: data for all rooms; a test looks for them in the libraries."""
