import pytest

from cna_avatars import AvatarExpression, AvatarEye, AvatarEyebrow, AvatarMouth
from cna_avatars.errors import ArgumentError
from cna_avatars.expression_text import EXPRESSION_NAMES, parse_expression


def test_a_bare_name_sets_every_feature_that_has_it() -> None:
    angry = parse_expression("Angry")
    assert angry == AvatarExpression(
        AvatarMouth.Angry, AvatarEye.Angry, AvatarEye.Angry, AvatarEyebrow.Angry, AvatarEyebrow.Angry
    )
    assert parse_expression("LookLeft") == AvatarExpression(left_eye=AvatarEye.LookLeft, right_eye=AvatarEye.LookLeft)
    assert parse_expression("PhoneticO") == AvatarExpression(mouth=AvatarMouth.PhoneticO)
    assert parse_expression("Raised").left_eyebrow == AvatarEyebrow.Raised
    assert parse_expression("") == AvatarExpression()


def test_companions_complete_a_face() -> None:
    assert parse_expression("Shocked").right_eyebrow == AvatarEyebrow.Raised
    assert parse_expression("Yawning").mouth == AvatarMouth.PhoneticO


def test_features_are_set_one_by_one_and_the_last_word_counts() -> None:
    face = parse_expression("Happy mouth:PhoneticL left-eye:Blink eyebrows:Raised right-eyebrow:Sad")
    assert face.mouth == AvatarMouth.PhoneticL
    assert (face.left_eye, face.right_eye) == (AvatarEye.Blink, AvatarEye.Happy)
    assert (face.left_eyebrow, face.right_eyebrow) == (AvatarEyebrow.Raised, AvatarEyebrow.Sad)


def test_every_state_has_a_name() -> None:
    assert len(EXPRESSION_NAMES) == 22
    for name in EXPRESSION_NAMES:
        parse_expression(name)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Grumpy", "got 'Grumpy'"),
        ("nose:Happy", "Expected one of mouth"),
        ("mouth:Raised", "got 'Raised' in 'mouth:Raised'"),
        ("eyebrows:Happy", "got 'Happy'"),
        ("happy", "got 'happy'"),
        (":Happy", "Expected one of mouth"),
    ],
)
def test_unknown_words_are_refused(text: str, words: str) -> None:
    with pytest.raises(ArgumentError, match=words):
        parse_expression(text)
