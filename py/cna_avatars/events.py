"""Events in XNA's manner: handlers run in the order they were added."""

from collections.abc import Callable


class Event:
    """A list of handlers. `add` answers a token; removing a token twice is harmless."""

    def __init__(self) -> None:
        self._handlers: dict[int, Callable[..., None]] = {}
        self._next_token = 0

    def add(self, handler: Callable[..., None]) -> int:
        """Add `handler` and return its token."""
        self._next_token += 1
        self._handlers[self._next_token] = handler
        return self._next_token

    def remove(self, token: int) -> None:
        """Remove the handler of `token`, if it is still there."""
        self._handlers.pop(token, None)

    def fire(self, *arguments: object) -> None:
        """Call every handler with `arguments`, in order; handlers added meanwhile wait for the next time."""
        for handler in list(self._handlers.values()):
            handler(*arguments)
