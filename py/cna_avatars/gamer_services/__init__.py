"""The part of XNA's gamer services that avatars need."""

from .dispatcher import GamerServicesDispatcher, IGraphicsDeviceService, ServiceContainer

__all__ = ["GamerServicesDispatcher", "IGraphicsDeviceService", "ServiceContainer"]
