"""What a picture shows: text, shapes, connectors."""
