"""The software renderer: pictures without a graphics card, natively and in the page."""

from .device import SoftwareDevice

__all__ = ["SoftwareDevice"]
