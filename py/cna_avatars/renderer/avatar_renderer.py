"""`AvatarRenderer`: draws one description, in any pose and with any face.

Source: avatars.md, "Rendering"; XNA 4.0, AvatarRenderer.
"""

import time
from collections.abc import Callable
from typing import ClassVar, Final, cast

import numpy as np
import numpy.typing as npt

from cna_avatars.animation.avatar_animation import IAvatarAnimation
from cna_avatars.assembly.loader import ModelLoad, ModelLoader
from cna_avatars.assembly.loader import loader as shared_loader
from cna_avatars.assembly.model import AssembledModel
from cna_avatars.description import AvatarDescription
from cna_avatars.enums import AvatarRendererState
from cna_avatars.errors import ArgumentError, ArgumentNullError, InvalidOperationError, ObjectDisposedError
from cna_avatars.expression import AvatarExpression
from cna_avatars.gamer_services.dispatcher import GamerServicesDispatcher
from cna_avatars.math3d import HALF_TURN, create_translation, half_turn, identity, multiply
from cna_avatars.skeleton import BONE_COUNT, PARENTS

from .camera import camera_of
from .device import AvatarDraw, Lights, SilhouetteDraw, View
from .loading_effect import silhouette
from .pose_check import as_bones, palette_of

Matrix = npt.NDArray[np.floating]
Vector = tuple[float, float, float]

HALF_TURN_WORLD: Final = np.diag(HALF_TURN)
"""Asset space to XNA space."""


class AvatarRenderer:
    """Loads a description's model and draws it.

    Loads go on in `GamerServicesDispatcher.update`; the state changes only when it is asked for or a draw begins, and a
    draw that finds the load finished still shows the loading effect.

    Parameters
    ----------
    description
        the avatar; its bytes are read now, later changes of the object do not matter.
    use_loading_effect
        whether draws show a silhouette while loading.

    Raises
    ------
    ArgumentNullError
        if `description` is None.
    """

    BONE_COUNT: ClassVar[int] = BONE_COUNT

    def __init__(
        self,
        description: AvatarDescription,
        use_loading_effect: bool = True,
        *,
        loader: ModelLoader = shared_loader,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        if description is None:
            raise ArgumentNullError("avatar_description")
        self.world: Matrix = identity()
        """(4, 4), any matrix, singular ones too."""
        self.view: Matrix = identity()
        """(4, 4), from the world to the eye."""
        self.projection: Matrix = identity()
        """(4, 4), depth 0..w."""
        self.light_color: Vector = (0.65, 0.65, 0.65)
        self.light_direction: Vector = (0.0, 0.0, -1.0)
        """Where the light travels, length 1."""
        self.ambient_light_color: Vector = (0.35, 0.35, 0.35)
        self._use_loading_effect = use_loading_effect
        self._clock = clock
        self._is_disposed = False
        self._model: AssembledModel | None = None
        self._bind_pose: npt.NDArray[np.float32] | None = None
        self._load: ModelLoad | None = None
        self._state = AvatarRendererState.Unavailable
        self._height = description.height
        if description.descriptor is not None:
            self._load = loader.load(description.description)
            self._state = AvatarRendererState.Loading

    # --- state ----------------------------------------------------------------------------------------------------

    @property
    def state(self) -> AvatarRendererState:
        """What there is to draw; ObjectDisposedError after `dispose`."""
        self._require_undisposed()
        self._poll()
        return self._state

    @property
    def parent_bones(self) -> tuple[int, ...]:
        """The 71 parents, -1 for the root; available in every state."""
        return PARENTS

    @property
    def bone_count(self) -> int:
        """71."""
        return BONE_COUNT

    @property
    def bind_pose(self) -> npt.NDArray[np.float32]:
        """(71, 4, 4) float32, relative to the parent, XNA space, at the avatar's height, read-only.

        Raises
        ------
        ObjectDisposedError
            after `dispose`.
        InvalidOperationError
            unless the state is Ready.
        """
        self._require_undisposed()
        self._poll()
        if self._bind_pose is None:
            raise InvalidOperationError("The bind pose is only available once the avatar is ready.")
        return self._bind_pose

    @property
    def is_disposed(self) -> bool:
        """Whether `dispose` was called."""
        return self._is_disposed

    @property
    def error(self) -> Exception | None:
        """Why the avatar is unavailable, if its load failed."""
        return self._load.error if self._load is not None else None

    def dispose(self) -> None:
        """Let go of the model; may be called twice, and while loading."""
        self._is_disposed = True
        self._model = None
        self._load = None

    def _require_undisposed(self) -> None:
        if self._is_disposed:
            raise ObjectDisposedError("AvatarRenderer")

    def _poll(self) -> None:
        if self._state is not AvatarRendererState.Loading or self._load is None or not self._load.is_finished:
            return
        self._model = self._load.model
        if self._model is None:
            self._state = AvatarRendererState.Unavailable
            return
        bind_pose = half_turn(create_translation(self._model.bind_local)).astype(np.float32)
        bind_pose.flags.writeable = False
        self._bind_pose = bind_pose
        self._state = AvatarRendererState.Ready

    # --- drawing --------------------------------------------------------------------------------------------------

    def draw(
        self, animation: "IAvatarAnimation | npt.ArrayLike | None", expression: AvatarExpression | None = None
    ) -> None:
        """Draw with an animation, or with 71 matrices and an expression.

        Parameters
        ----------
        animation
            any IAvatarAnimation; or (71, 4, 4) local deltas in XNA space, relative to the bind pose.
        expression
            the face, with matrices.

        Raises
        ------
        ArgumentNullError
            if `animation` is None, disposed or not.
        ObjectDisposedError
            after `dispose`.
        ArgumentError
            unless there are exactly 71 matrices.
        InvalidOperationError
            when Ready: if a bone is not decomposable, then if there is no graphics device.
        """
        if animation is None:
            raise ArgumentNullError("animation" if expression is None else "bones")
        if expression is not None:
            self._draw(cast(npt.ArrayLike, animation), expression)
        elif hasattr(animation, "bone_transforms"):
            moving = cast(IAvatarAnimation, animation)
            self._draw(moving.bone_transforms, moving.expression)
        else:
            raise ArgumentError("Expected an IAvatarAnimation, or bones and an expression.", "animation")

    def _draw(self, transforms: npt.ArrayLike, expression: AvatarExpression) -> None:
        self._require_undisposed()
        bones = as_bones(transforms)
        state_at_entry = self._state
        self._poll()
        if state_at_entry is AvatarRendererState.Loading:
            if self._use_loading_effect:
                self._draw_loading_effect()
        elif self._model is not None:
            palette = palette_of(bones, self._model)
            device = GamerServicesDispatcher.graphics_device()
            world = multiply(HALF_TURN_WORLD, np.asarray(self.world, np.float64))
            lights = Lights(self.light_direction, self.light_color, self.ambient_light_color)
            tiles = self._model.atlas.layout.tiles(expression)
            device.draw_avatar(AvatarDraw(self._model, world, self._camera(), lights, palette, tiles))

    def _draw_loading_effect(self) -> None:
        device = GamerServicesDispatcher.graphics_device()
        worlds, color = silhouette(self._height, self._clock())
        for world in worlds:
            device.draw_silhouette(SilhouetteDraw(multiply(world, self.world), self._camera(), color))

    def _camera(self) -> View:
        return camera_of(self.view, self.projection)
