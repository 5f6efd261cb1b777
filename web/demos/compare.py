"""Two avatars in step: one animation moves every height and build."""

import math
from dataclasses import replace

from cna_avatars import (
    AvatarAnimation,
    AvatarAnimationPreset,
    AvatarBodyType,
    AvatarDescription,
    AvatarRenderer,
    AvatarRendererState,
    math3d,
)
from cna_avatars.description import Descriptor, encode
from cna_avatars.game import (
    Game,
    GamerServicesComponent,
    GameTime,
    GraphicsDeviceManager,
    Keyboard,
    KeyboardState,
    Keys,
)
from cna_avatars.renderer.shapes import lathe
from cna_avatars.renderer.solid import Solid

PRESETS = [AvatarAnimationPreset[name] for name in ("Celebrate", "Clap", "Wave", "Stand0")]
STAGE = [(0.0, -0.06), (0.95, -0.06), (0.95, -0.06), (0.95, 0.0), (0.95, 0.0), (0.0, 0.0)]
HEIGHTS_MM = range(1450, 2051, 100)
BUILDS = (0, 64, 128, 192, 255)  # 128 is the body as it was authored


class Figure:
    """An avatar whose body can be changed; the old one is shown until the new one is ready."""

    def __init__(self, body_type: AvatarBodyType, height: int, build: int, x: float) -> None:
        self.world = math3d.multiply(
            math3d.create_rotation_y(math.pi), math3d.create_translation((x, 0.0, 0.0))
        )
        self.height, self.build = height, build  # places in HEIGHTS_MM and BUILDS
        self.clothes: Descriptor = AvatarDescription.create_random(body_type).descriptor
        self.shown = self.next = self.dressed()

    def dressed(self) -> AvatarRenderer:
        height, build = HEIGHTS_MM[self.height], BUILDS[self.build]
        body = replace(self.clothes, height_mm=height, build=build)
        return AvatarRenderer(AvatarDescription(encode(body)))

    def change(self, height: int = 0, build: int = 0) -> None:
        self.height = (self.height + height) % len(HEIGHTS_MM)
        self.build = (self.build + build) % len(BUILDS)
        self.next = self.dressed()

    def update(self) -> None:
        if self.next.state is AvatarRendererState.Ready:
            self.shown = self.next


class CompareGame(Game):
    def __init__(self) -> None:
        super().__init__()
        self.graphics = GraphicsDeviceManager(self)
        self.components.append(GamerServicesComponent(self))
        self.keys = self.old_keys = KeyboardState()

    def load_content(self) -> None:
        self.stage = Solid([(lathe(STAGE, 64), (0.96, 0.97, 1.0))])
        self.stage.light_direction = (0.0, -0.8, -0.6)
        self.left = Figure(AvatarBodyType.Female, 1, 1, -0.55)
        self.right = Figure(AvatarBodyType.Male, 5, 3, 0.55)
        self.number = 0
        self.animation = AvatarAnimation(PRESETS[0])

    def was_pressed(self, key: Keys) -> bool:
        return self.keys.is_key_down(key) and self.old_keys.is_key_up(key)

    def update(self, game_time: GameTime) -> None:
        self.old_keys, self.keys = self.keys, Keyboard.get_state()
        for figure, height_key, build_key in (
            (self.left, Keys.Q, Keys.A),
            (self.right, Keys.W, Keys.S),
        ):
            height, build = self.was_pressed(height_key), self.was_pressed(build_key)
            if height or build:
                figure.change(height, build)
            figure.update()
        if self.was_pressed(Keys.Space):
            self.number = (self.number + 1) % len(PRESETS)
            self.animation = AvatarAnimation(PRESETS[self.number])
        self.animation.update(game_time.elapsed_game_time, loop=True)
        sizes = [
            f"{HEIGHTS_MM[figure.height] / 1000:.2f} m, build {BUILDS[figure.build]}"
            for figure in (self.left, self.right)
        ]
        self.title = f"{PRESETS[self.number].name}: {sizes[0]} and {sizes[1]}"
        super().update(game_time)

    def draw(self, game_time: GameTime) -> None:
        aspect = self.graphics.aspect_ratio
        view = math3d.create_look_at((0.0, 1.5, 3.7), (0.0, 0.98, 0.0))
        projection = math3d.create_perspective_field_of_view(0.72, aspect, 0.1, 100.0)
        self.stage.view, self.stage.projection = view, projection
        self.stage.draw()
        for figure in (self.left, self.right):
            renderer = figure.shown
            renderer.world, renderer.view, renderer.projection = (
                figure.world,
                view,
                projection,
            )
            renderer.draw(self.animation)
        super().draw(game_time)


CompareGame().run()
