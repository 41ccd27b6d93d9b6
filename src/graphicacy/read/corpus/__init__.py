"""Where diagrams come from: each source gives entries, ready to be drawn and asked about."""
