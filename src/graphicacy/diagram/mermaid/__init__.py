"""Mermaid ⇄ ``Diagram``: ``read.read_mermaid`` and ``write.write_mermaid``.

Nothing is imported here: the engines need ``graph`` and ``scene``, and the reader needs an engine.
"""
