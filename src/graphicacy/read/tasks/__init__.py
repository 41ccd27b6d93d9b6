"""The 13 leaves of the taxonomy, one module each."""
