"""``python -m graphicacy``."""

from graphicacy.cli import main

main()
