"""The errors of the avatar API: XNA's kinds under Python's own bases.

    ValueError
    └── ArgumentError                a value is unusable
        ├── ArgumentNullError        None where an object is needed
        └── ArgumentOutOfRangeError  outside an enumeration or a range
    RuntimeError
    ├── InvalidOperationError        right call, wrong moment
    │   └── ObjectDisposedError      the object was disposed
    └── NotSupportedError            the device or the data cannot do this
    Exception
    └── ContentLoadError             bytes of a file are not what they claim to be

A message says what was expected, what came, and where.
"""


class ArgumentError(ValueError):
    """A value is unusable; `parameter` names it."""

    def __init__(self, message: str, parameter: str = "") -> None:
        super().__init__(f"{message} (Parameter '{parameter}')" if parameter else message)
        self.parameter = parameter


class ArgumentNullError(ArgumentError):
    """None came where an object is needed."""

    def __init__(self, parameter: str) -> None:
        super().__init__("Value cannot be None.", parameter)


class ArgumentOutOfRangeError(ArgumentError):
    """A value lies outside its enumeration or range."""


class InvalidOperationError(RuntimeError):
    """The call is right, the state is not."""


class ObjectDisposedError(InvalidOperationError):
    """The object was disposed."""

    def __init__(self, name: str) -> None:
        super().__init__(f"Cannot use a disposed {name}.")


class NotSupportedError(RuntimeError):
    """The device or the data cannot do what was asked."""


class ContentLoadError(Exception):
    """Bytes of a file break the rules of their format."""
