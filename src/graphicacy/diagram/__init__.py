"""What a diagram is: symbols, geometry, notations, engines."""
