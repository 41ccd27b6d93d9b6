"""Raster pictures → diagrams, without a model: shapes by their flat regions, connectors by tracing, words by OCR."""

from graphicacy.sight.raster.build import RasterReading, read_raster

__all__ = ["RasterReading", "read_raster"]
