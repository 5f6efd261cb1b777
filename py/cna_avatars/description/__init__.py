"""Descriptions: the 1,021 bytes, their text form, and random ones."""

from .codec import Descriptor, decode, encode
from .description import AvatarDescription
from .share_code import from_share_code, share_code

__all__ = ["AvatarDescription", "Descriptor", "decode", "encode", "from_share_code", "share_code"]
