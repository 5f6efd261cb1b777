"""The container of binary glTF: two chunks, buffer views and accessors.

Only what the contract allows is read: one buffer inside the file, no URI, no sparse accessor, no extension
but the one that allows normals of 16 bits. Errors start with "avatar asset:". Source: glTF 2.0; avatars.md, "Assets".
"""

import struct
from typing import Final, NoReturn

import numpy as np
import numpy.typing as npt

from cna_avatars.errors import ContentLoadError
from cna_avatars.strict_json import Reader

CONTEXT: Final = "avatar asset"

_DTYPES: Final = {5121: np.uint8, 5122: np.int16, 5123: np.uint16, 5125: np.uint32, 5126: np.float32}
_LARGEST: Final = {"uint8": 255, "int16": 32767, "uint16": 65535, "uint32": 4294967295}
_WIDTHS: Final = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}
_EXTENSIONS: Final = ("KHR_mesh_quantization",)
_MOST: Final = 1 << 24


class Gltf:
    """One binary glTF file, opened.

    Parameters
    ----------
    data
        the file's bytes.
    where
        the name that errors give it.
    """

    def __init__(self, data: bytes, where: str) -> None:
        self.where = where
        header, self.binary = self._split(data)
        self.top = Reader.parse(header, f"{CONTEXT}: {where}")
        if self.top.get("asset").get("version").text() != "2.0":
            self.top.get("asset").get("version").fail("'2.0'")
        if (required := self.top.optional("extensionsRequired")) is not None:
            for extension in required.items():
                if extension.text() not in _EXTENSIONS:
                    extension.fail(f"no required extension but {', '.join(_EXTENSIONS)}")
        self.nodes = self.elements("nodes", 4096)
        self.views = self.elements("bufferViews", 65536)
        self.accessors = self.elements("accessors", 65536)
        self._check_buffer()

    def fail(self, message: str) -> NoReturn:
        """Raise ContentLoadError with the file's name."""
        raise ContentLoadError(f"{CONTEXT}: {self.where}: {message}")

    def elements(self, key: str, most: int) -> list[Reader]:
        """Return the elements of the top-level array `key`, none if it is absent."""
        array = self.top.optional(key)
        return list(array.items(0, most)) if array is not None else []

    def _split(self, data: bytes) -> tuple[bytes, bytes]:
        if len(data) < 20:
            self.fail(f"expected at least 20 bytes; got {len(data)}.")
        magic, version, total, json_length, json_kind = struct.unpack_from("<4sIIII", data)
        if magic != b"glTF" or version != 2 or json_kind != 0x4E4F534A:
            self.fail("expected a binary glTF 2 header with a JSON chunk.")
        if total != len(data) or json_length % 4 or 20 + json_length > total:
            self.fail(f"expected {total} bytes with a JSON chunk of {json_length}; got {len(data)}.")
        rest = data[20 + json_length :]
        if not rest:
            return data[20:], b""
        if len(rest) < 8:
            self.fail(f"expected a chunk header after the JSON; got {len(rest)} bytes.")
        length, kind = struct.unpack_from("<II", rest)
        if kind != 0x004E4942 or length != len(rest) - 8:
            self.fail(f"expected one BIN chunk of {len(rest) - 8} bytes after the JSON; got kind {kind:x}, {length}.")
        return data[20 : 20 + json_length], rest[8:]

    def _check_buffer(self) -> None:
        buffers = self.elements("buffers", 1)
        for buffer in buffers:
            if buffer.optional("uri") is not None:
                buffer.get("uri").fail("no URI")
            length = buffer.get("byteLength").integer(1, _MOST)
            if not length <= len(self.binary) <= length + 3:
                buffer.get("byteLength").fail(f"{len(self.binary)}, or up to 3 less")
        if bool(buffers) != bool(self.binary):
            self.fail("expected one buffer for the BIN chunk.")

    def view(self, index: Reader) -> tuple[int, int, int]:
        """Return (offset, length, stride or 0) of the buffer view that `index` names."""
        view = self.views[index.integer(0, len(self.views) - 1)]
        view.get("buffer").integer(0, 0)
        offset = _optional_integer(view, "byteOffset", 0, 0, _MOST)
        length = view.get("byteLength").integer(1, _MOST)
        if offset + length > len(self.binary):
            view.fail(f"a view inside the buffer of {len(self.binary)} bytes")
        return offset, length, _optional_integer(view, "byteStride", 0, 4, 252)

    def bytes_of(self, index: Reader) -> bytes:
        """Return the bytes of the buffer view that `index` names."""
        offset, length, _ = self.view(index)
        return self.binary[offset : offset + length]

    def array(self, index: Reader, kind: str, components: tuple[int, ...], most: int) -> npt.NDArray[np.generic]:
        """Return the accessor that `index` names, as stored: (count, width), or (count,) for scalars.

        Parameters
        ----------
        kind
            the glTF type, such as "VEC3".
        components
            the component types that are allowed.
        most
            the highest count that is allowed.
        """
        accessor = self.accessors[index.integer(0, len(self.accessors) - 1)]
        if accessor.get("type").text() != kind:
            accessor.get("type").fail(f"'{kind}'")
        if accessor.optional("sparse") is not None:
            accessor.get("sparse").fail("no sparse accessor")
        component = accessor.get("componentType").integer(0, 65535)
        if component not in components:
            accessor.get("componentType").fail(f"one of {components}")
        count = accessor.get("count").integer(1, most)
        dtype, width = np.dtype(_DTYPES[component]), _WIDTHS[kind]
        offset, length, stride = self.view(accessor.get("bufferView"))
        start = _optional_integer(accessor, "byteOffset", 0, 0, _MOST)
        size = dtype.itemsize * width
        stride = stride or size
        if stride < size or (offset + start) % dtype.itemsize or stride % dtype.itemsize:
            accessor.fail(f"elements of {size} bytes on multiples of {dtype.itemsize}")
        if start + stride * (count - 1) + size > length:
            accessor.fail(f"{count} elements inside the view of {length} bytes")
        raw: npt.NDArray[np.generic] = np.ndarray(
            (count, width), dtype, self.binary, offset + start, (stride, dtype.itemsize)
        )
        return raw[:, 0].copy() if width == 1 else raw.copy()

    def floats(self, index: Reader, kind: str, components: tuple[int, ...], most: int) -> npt.NDArray[np.float32]:
        """Return the accessor as finite float32; whole numbers must be normalised and are scaled to 0..1 or -1..1."""
        stored = self.array(index, kind, components, most)
        accessor = self.accessors[index.integer(0, len(self.accessors) - 1)]
        normalized = accessor.optional("normalized")
        if stored.dtype != np.float32:
            if normalized is None or not normalized.flag():
                accessor.fail("normalized whole numbers, or floats")
            largest = _LARGEST[stored.dtype.name]
            scaled = stored.astype(np.float64) / largest
            return np.maximum(scaled, -1.0).astype(np.float32)
        result = stored.astype(np.float32)
        if not np.isfinite(result).all() or np.abs(result).max() > 100.0:
            accessor.fail("finite numbers of at most 100")
        return result


def _optional_integer(parent: Reader, key: str, default: int, low: int, high: int) -> int:
    value = parent.optional(key)
    return default if value is None else value.integer(low, high)
