"""The XNA 4.0 avatar API on original art: descriptions, animations and renderers.

`cna_avatars.host.folder` installs catalogs from a folder; `cna_avatars.host.web` is the browser's side.
"""

from cna_avatars.animation.avatar_animation import AvatarAnimation, IAvatarAnimation
from cna_avatars.description import AvatarDescription
from cna_avatars.enums import AvatarAnimationPreset, AvatarBodyType, AvatarBone, AvatarRendererState
from cna_avatars.expression import AvatarExpression, AvatarEye, AvatarEyebrow, AvatarMouth
from cna_avatars.renderer.avatar_renderer import AvatarRenderer

__all__ = [
    "AvatarAnimation",
    "AvatarAnimationPreset",
    "AvatarBodyType",
    "AvatarBone",
    "AvatarDescription",
    "AvatarExpression",
    "AvatarEye",
    "AvatarEyebrow",
    "AvatarMouth",
    "AvatarRenderer",
    "AvatarRendererState",
    "IAvatarAnimation",
]
