import copy

import pytest

from cna_avatars import AvatarBodyType, AvatarDescription
from cna_avatars.errors import ArgumentError, ArgumentNullError

from .test_codec import A, C, vector


@pytest.mark.parametrize("size", [0, 1020, 1022])
def test_other_sizes_are_refused_in_the_contracts_words(size: int) -> None:
    with pytest.raises(ArgumentError, match="Resource data must be exactly 1021 bytes") as caught:
        AvatarDescription(bytes(size))
    assert caught.value.parameter == "data"


def test_none_is_refused() -> None:
    with pytest.raises(ArgumentNullError, match="data"):
        AvatarDescription(None)  # type: ignore[arg-type]


def test_the_bytes_are_a_copy() -> None:
    data = bytearray(1021)
    data[5] = 7
    description = AvatarDescription(data)
    data[5] = 99
    assert description.description[5] == 7


@pytest.mark.parametrize(("first", "valid"), [(0, False), (1, True), (42, True), (255, True)])
def test_is_valid_looks_at_the_first_byte_only(first: int, valid: bool) -> None:
    assert AvatarDescription(bytes([first]) + bytes(1020)).is_valid is valid


def test_unreadable_bytes_have_no_height_and_the_female_body() -> None:
    foreign = AvatarDescription(b"\7" * 1021)
    assert (foreign.is_valid, foreign.height, foreign.body_type) == (True, 0.0, AvatarBodyType.Female)
    assert foreign.descriptor is None
    with pytest.raises(ArgumentError, match="format 1 or 2"):
        _ = foreign.share_code


def test_height_and_body_are_read_from_the_bytes(clean_process: None) -> None:
    del clean_process
    assert (AvatarDescription(vector(A)).height, AvatarDescription(vector(A)).body_type) == (1.8, AvatarBodyType.Male)
    assert (AvatarDescription(vector(C)).height, AvatarDescription(vector(C)).body_type) == (
        1.68,
        AvatarBodyType.Female,
    )


def test_descriptions_are_values() -> None:
    assert AvatarDescription(vector(A)) == AvatarDescription(bytearray(vector(A)))
    assert len({AvatarDescription(vector(A)), AvatarDescription(vector(A)), AvatarDescription(vector(C))}) == 2


def test_a_share_code_brings_it_back(clean_process: None) -> None:
    del clean_process
    description = AvatarDescription(vector(A))
    assert AvatarDescription.from_share_code(description.share_code) == description
    assert description.share_code in repr(description)


def test_copies_share_one_changed_event_in_the_order_of_adding() -> None:
    description = AvatarDescription(vector(A))
    heard: list[tuple[int, object]] = []
    tokens = [copy.copy(description).changed.add(lambda sender, n=n: heard.append((n, sender))) for n in range(3)]
    description.changed.remove(tokens[1])
    description.changed.remove(tokens[1])
    description.changed.fire("gamer")
    assert heard == [(0, "gamer"), (2, "gamer")]
    AvatarDescription(vector(A)).changed.fire("other")
    assert len(heard) == 2
