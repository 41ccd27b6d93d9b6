"""SVG: cleaned, measured, and what its elements look like."""
