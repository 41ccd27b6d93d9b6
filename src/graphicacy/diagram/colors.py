"""Colours that people name alike."""

from __future__ import annotations

__all__ = ["FILLS", "LINES"]

# Fills on which black words can be read, and lines that stand out on white, each far inside what its name covers.
FILLS = {
    "red": "#f26d6d",
    "orange": "#ffa94d",
    "yellow": "#ffe566",
    "green": "#8ce99a",
    "blue": "#74b0ff",
    "purple": "#c39bfa",
    "grey": "#c9ced4",
    "white": "#ffffff",
}
LINES = {
    "red": "#d62828",
    "orange": "#e8700a",
    "green": "#2b8a3e",
    "blue": "#1c5fd6",
    "purple": "#8a2fd0",
    "grey": "#8a9199",
    "black": "#000000",
}
