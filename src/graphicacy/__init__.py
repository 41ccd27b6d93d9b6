"""Graphicacy: can AI draw, and read, scientific diagrams, and can the scores be trusted?"""
