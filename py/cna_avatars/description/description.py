"""`AvatarDescription`: an opaque value of 1,021 bytes.

Source: avatars.md, "Descriptions"; XNA 4.0, AvatarDescription.
"""

from collections.abc import Callable
from typing import Any, Self

from cna_avatars.enums import AvatarBodyType
from cna_avatars.errors import ArgumentError, ArgumentNullError, ArgumentOutOfRangeError
from cna_avatars.events import Event
from cna_avatars.wardrobe import installed

from . import codec, from_gamer
from .random import RandomBits, random_descriptor
from .share_code import from_text, share_code


class AvatarDescription:
    """An avatar, as 1,021 bytes that travel and are kept.

    Two descriptions are equal if their bytes are. Height and body type are read from the bytes when they are asked for,
    with the catalogs that are installed then.
    """

    __slots__ = ("_data", "changed")

    SIZE = codec.SIZE

    def __init__(self, data: bytes | bytearray | memoryview) -> None:
        """Copy `data`.

        Raises
        ------
        ArgumentNullError
            if `data` is None.
        ArgumentError
            unless it holds exactly 1,021 bytes.
        """
        if data is None:
            raise ArgumentNullError("data")
        with memoryview(data) as view:
            if view.nbytes != codec.SIZE:
                raise ArgumentError(f"Resource data must be exactly {codec.SIZE} bytes; got {view.nbytes}.", "data")
            self._data = view.tobytes()
        self.changed = Event()
        """Raised when the gamer whose avatar this is changes it; handlers get (sender,). Copies share one event."""

    @classmethod
    def create_random(cls, body_type: int | None = None, rng: RandomBits | None = None) -> Self:
        """Return a random avatar of the newest installed catalog.

        Parameters
        ----------
        body_type
            an AvatarBodyType; None chooses one.
        rng
            a source of bits, such as `random.Random(seed)`: a seed gives the same avatar everywhere.

        Raises
        ------
        ArgumentOutOfRangeError
            if `body_type` is undefined.
        InvalidOperationError
            if no catalog is installed.
        """
        if body_type is not None and body_type not in AvatarBodyType.__members__.values():
            raise ArgumentOutOfRangeError(f"Expected AvatarBodyType 0 or 1; got {body_type}.", "body_type")
        body = None if body_type is None else AvatarBodyType(body_type)
        return cls(codec.encode(random_descriptor(installed.newest(), body, rng)))

    @classmethod
    def from_share_code(cls, code: str) -> Self:
        """Return the avatar of a share code (or of 2,042 hexadecimal digits).

        Raises
        ------
        ArgumentError
            if `code` is neither.
        """
        return cls(from_text(code))

    @staticmethod
    def begin_get_from_gamer(gamer: Any, callback: Callable[[Any], None] | None = None, state: Any = None) -> Any:
        """Begin to read the avatar of a `Gamer`; as `GamerServices.begin_get_from_gamer` says."""
        return from_gamer.source().begin_get_from_gamer(gamer, callback, state)

    @staticmethod
    def end_get_from_gamer(result: Any) -> "AvatarDescription":
        """Return the avatar that was read; as `GamerServices.end_get_from_gamer` says."""
        description: AvatarDescription = from_gamer.source().end_get_from_gamer(result)
        return description

    @property
    def description(self) -> bytes:
        """The 1,021 bytes."""
        return self._data

    @property
    def share_code(self) -> str:
        """The avatar as text, 58 or 82 characters; raises ArgumentError for bytes that cannot be read."""
        return share_code(self._data)

    @property
    def is_valid(self) -> bool:
        """Whether byte 0 is not zero; XNA looks no further."""
        return self._data[0] != 0

    @property
    def height(self) -> float:
        """Metres from the feet to the top of the head; 0 for bytes that cannot be read."""
        descriptor = self.descriptor
        return descriptor.height_mm / 1000.0 if descriptor else 0.0

    @property
    def body_type(self) -> AvatarBodyType:
        """The body; Female for bytes that cannot be read."""
        descriptor = self.descriptor
        return AvatarBodyType(descriptor.body) if descriptor else AvatarBodyType.Female

    @property
    def descriptor(self) -> codec.Descriptor | None:
        """What the bytes say, or None if they are not a description that this package writes."""
        return codec.decode(self._data)

    def __copy__(self) -> "AvatarDescription":
        copy = type(self)(self._data)
        copy.changed = self.changed
        return copy

    def __eq__(self, other: object) -> bool:
        return self._data == other._data if isinstance(other, AvatarDescription) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._data)

    def __repr__(self) -> str:
        return f"AvatarDescription({self.share_code!r})" if self.descriptor else "AvatarDescription(unreadable)"
