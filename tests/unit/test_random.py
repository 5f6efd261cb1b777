import random
from collections import Counter

import pytest

from cna_avatars.description import AvatarDescription, encode
from cna_avatars.description.codec import unencodable
from cna_avatars.description.palettes import CLOTH, EYES, HAIR, SKIN
from cna_avatars.description.random import Draw, random_descriptor
from cna_avatars.enums import AvatarBodyType
from cna_avatars.errors import ArgumentOutOfRangeError, InvalidOperationError
from cna_avatars.wardrobe import Slot, Wardrobe, WardrobeItem, WardrobeRegistry


def wardrobe(has_face_controls: bool = True) -> Wardrobe:
    return Wardrobe(
        7,
        (
            WardrobeItem(1, Slot.hair, "hair_short", (0.5, 1.5)),
            WardrobeItem(2, Slot.hair, "hair_bob", (1.5, 0.0)),
            WardrobeItem(20, Slot.top, "top_tshirt"),
            WardrobeItem(40, Slot.bottom, "bottom_jeans"),
            WardrobeItem(60, Slot.shoes, "shoes_sneakers"),
            WardrobeItem(80, Slot.glasses, "glasses_round"),
            WardrobeItem(100, Slot.hat, "hat_cap"),
            WardrobeItem(120, Slot.facial_hair, "facial_mustache", (0.0, 1.0)),
        ),
        (1680, 1800),
        (has_face_controls, has_face_controls),
    )


REGISTRY = WardrobeRegistry([wardrobe()])
CROWD = [random_descriptor(wardrobe(), bits=random.Random(seed)) for seed in range(600)]


def test_a_seed_gives_the_same_avatar_in_every_python() -> None:
    first = random_descriptor(wardrobe(), bits=random.Random(99))
    assert encode(first, REGISTRY)[:61].hex() == (
        "02434e41008306610700a068444a301e6e48285ab450fad23cf096283296c80200140028003c"
        "000000000000006ca1886a97b99d5921bfabc64d8aaeef"
    )


def test_every_random_avatar_is_encodable() -> None:
    assert not any(unencodable(descriptor, REGISTRY) for descriptor in CROWD)


def test_height_and_build_fill_their_ranges() -> None:
    for body, authored in ((0, 1680), (1, 1800)):
        heights = [d.height_mm for d in CROWD if d.body == body]
        assert authored - 110 <= min(heights) < authored - 95
        assert authored + 95 < max(heights) <= authored + 110
    builds = [d.build for d in CROWD]
    assert (min(builds), max(builds)) == (72, 184)


def test_colours_come_from_their_palettes() -> None:
    for index, palette in enumerate((SKIN, HAIR, EYES, CLOTH, CLOTH, CLOTH, CLOTH)):
        assert {d.colors[index] for d in CROWD} == set(palette)


def test_weights_decide_and_zero_weight_is_never_worn() -> None:
    female = Counter(d.items[Slot.hair] for d in CROWD if d.body == AvatarBodyType.Female)
    male = Counter(d.items[Slot.hair] for d in CROWD if d.body == AvatarBodyType.Male)
    assert male[2] == 0
    assert 2.0 < female[2] / female[1] < 4.5


def test_accessories_are_worn_by_three_in_ten() -> None:
    for slot in (Slot.glasses, Slot.hat):
        assert 140 < sum(d.items[slot] != 0 for d in CROWD) < 220


def test_facial_hair_is_for_males_and_a_third_of_them() -> None:
    males = [d for d in CROWD if d.body == AvatarBodyType.Male]
    assert not any(d.facial_hair for d in CROWD if d.body == AvatarBodyType.Female)
    assert 0.25 < sum(d.facial_hair != 0 for d in males) / len(males) < 0.45


def test_faces_have_a_triangular_spread_about_the_authored_one() -> None:
    values = [value for d in CROWD for value in d.face]
    assert 8 <= min(values) < 30
    assert 226 < max(values) <= 248
    assert abs(sum(values) / len(values) - 128) < 2
    near = sum(abs(value - 128) <= 40 for value in values) / len(values)
    assert 0.5 < near < 0.6


def test_without_face_controls_the_format_stays_1() -> None:
    plain = [random_descriptor(wardrobe(False), AvatarBodyType.Female, random.Random(seed)) for seed in range(20)]
    assert {d.format for d in plain} == {1}


def test_below_is_uniform_and_covers_odd_counts() -> None:
    draw = Draw(random.Random(5))
    counts = Counter(draw.below(3) for _ in range(3000))
    assert set(counts) == {0, 1, 2}
    assert max(counts.values()) - min(counts.values()) < 200
    assert {draw.below(1) for _ in range(5)} == {0}


def test_the_body_can_be_given(library: object) -> None:
    del library
    for body in AvatarBodyType:
        assert {AvatarDescription.create_random(body, random.Random(seed)).body_type for seed in range(8)} == {body}


@pytest.mark.parametrize("body", [2, -1, 255])
def test_an_undefined_body_is_refused(body: int) -> None:
    with pytest.raises(ArgumentOutOfRangeError, match="AvatarBodyType"):
        AvatarDescription.create_random(body)


def test_without_a_catalog_there_is_no_random_avatar(clean_process: None) -> None:
    del clean_process
    with pytest.raises(InvalidOperationError, match="No avatar catalog"):
        AvatarDescription.create_random()
