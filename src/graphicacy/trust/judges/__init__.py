"""How reliable judge models are: asked again, with items in another order, and about things that are not so."""

from graphicacy.trust.judges.probe import probe

__all__ = ["probe"]
