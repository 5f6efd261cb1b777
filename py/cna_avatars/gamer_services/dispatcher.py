"""`GamerServicesDispatcher`: where renderers find the graphics device, and what lets loads and gamers go on.

Source: avatars.md, "Rendering" (Device); XNA 4.0, GamerServicesDispatcher, GameServiceContainer.
"""

from typing import Any, Protocol

from cna_avatars.assembly.loader import jobs
from cna_avatars.errors import ArgumentError, ArgumentNullError, InvalidOperationError
from cna_avatars.renderer.device import GraphicsDevice

from .services import gamers


class IGraphicsDeviceService(Protocol):
    """Gives the graphics device."""

    @property
    def graphics_device(self) -> GraphicsDevice | None:
        """The device, or None while there is none."""


class ServiceProvider(Protocol):
    """Gives services by their type."""

    def get_service(self, service_type: type, /) -> Any:
        """Return the service of `service_type`, or None."""


class ServiceContainer:
    """A game's services, by type."""

    def __init__(self) -> None:
        self._services: dict[type, object] = {}

    def add_service(self, service_type: type, provider: object) -> None:
        """Offer `provider` as `service_type`; ArgumentError if there is one already."""
        if service_type in self._services:
            raise ArgumentError(f"Expected no service of type {service_type.__name__}; there is one.", "service_type")
        self._services[service_type] = provider

    def remove_service(self, service_type: type) -> None:
        """Withdraw the service of `service_type`, if there is one."""
        self._services.pop(service_type, None)

    def get_service(self, service_type: type) -> Any:
        """Return the service of `service_type`, or None."""
        return self._services.get(service_type)


class _Dispatcher:
    """The one dispatcher; XNA has it as a static class."""

    def __init__(self) -> None:
        self._provider: ServiceProvider | None = None

    @property
    def is_initialized(self) -> bool:
        """Whether `initialize` was called."""
        return self._provider is not None

    def initialize(self, service_provider: ServiceProvider) -> None:
        """Start gamer services; the graphics device comes from `service_provider`. Signs in who is to be signed in.

        Raises
        ------
        ArgumentNullError
            if `service_provider` is None.
        InvalidOperationError
            if a profile that is to be signed in needs a random avatar and no catalog is installed.
        """
        if service_provider is None:
            raise ArgumentNullError("service_provider")
        gamers.sign_in_automatically()
        self._provider = service_provider

    def shut_down(self) -> None:
        """End gamer services, as a closing game does: everyone is signed out, and nothing is raised."""
        self._provider = None
        gamers.stop()

    def update(self) -> None:
        """Raise what happened to gamers, and let loads go on for a few milliseconds; call it once per update.

        Raises
        ------
        InvalidOperationError
            before `initialize`.
        """
        if self._provider is None:
            raise InvalidOperationError("Gamer services are not initialized; call GamerServicesDispatcher.initialize.")
        gamers.update()
        jobs.pump()

    def graphics_device(self) -> GraphicsDevice:
        """Return the graphics device; InvalidOperationError if gamer services or the device are missing."""
        if self._provider is None:
            raise InvalidOperationError("Gamer services are not initialized; call GamerServicesDispatcher.initialize.")
        service = self._provider.get_service(IGraphicsDeviceService)
        device: GraphicsDevice | None = None if service is None else service.graphics_device
        if device is None:
            raise InvalidOperationError("Expected an IGraphicsDeviceService with a graphics device; there is none.")
        return device


GamerServicesDispatcher = _Dispatcher()
"""The dispatcher of this process."""
