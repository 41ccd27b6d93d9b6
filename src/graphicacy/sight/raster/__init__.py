"""Pixels → diagram: shapes by their contours, connectors by their strokes, with how sure each is."""
