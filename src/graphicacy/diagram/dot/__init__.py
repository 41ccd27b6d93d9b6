"""DOT ⇄ ``Diagram``: ``read.read_dot`` and ``write.write_dot``.

Nothing is imported here: Graphviz's engine needs ``graph`` and ``scene``, and the reader needs the engine.
"""
