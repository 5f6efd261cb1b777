"""Sixteen random avatars and their shadows, after XNA's sample: a world that is flat."""

import math
import random

from cna_avatars import (
    AvatarAnimation,
    AvatarAnimationPreset,
    AvatarDescription,
    AvatarRenderer,
    AvatarRendererState,
    math3d,
)
from cna_avatars.game import (
    Game,
    GamerServicesComponent,
    GameTime,
    GraphicsDeviceManager,
    Keyboard,
    Keys,
)
from cna_avatars.renderer.shapes import lathe
from cna_avatars.renderer.solid import Solid

ROWS = COLUMNS = 4
GROUND = (0.0, 1.0, 0.0, -0.004)  # the plane of the shadows, just above the ground
BLACK, FAINT = (0.0, 0.0, 0.0), (0.1, 0.1, 0.12)
LAWN = lathe([(100.0, -0.1), (100.0, 0.0), (100.0, 0.0), (0.0, 0.0)], 64)


class Person:
    """A random avatar with a random animation on its place in the crowd."""

    def __init__(self, row: int, column: int) -> None:
        x = 1.3 * (column - (COLUMNS - 1) / 2) + random.uniform(-0.1, 0.1)
        z = -1.4 * row + random.uniform(-0.1, 0.1)
        self.world = math3d.multiply(
            math3d.create_rotation_y(math.pi), math3d.create_translation((x, 0.0, z))
        )
        self.renderer = AvatarRenderer(AvatarDescription.create_random(), False)
        self.animation = AvatarAnimation(random.choice(list(AvatarAnimationPreset)))

    def draw(self, world: object) -> None:
        self.renderer.world = world
        self.renderer.draw(self.animation)


class ShadowsGame(Game):
    def __init__(self) -> None:
        super().__init__()
        self.graphics = GraphicsDeviceManager(self)
        self.components.append(GamerServicesComponent(self))
        self.is_fixed_time_step = False  # so many can be too slow to catch up
        self.angle = 0.9  # where the light comes from, about the vertical

    def load_content(self) -> None:
        self.ground = Solid([(LAWN, (0.66, 0.8, 0.62))])
        self.people = [Person(row, column) for row in range(ROWS) for column in range(COLUMNS)]

    def update(self, game_time: GameTime) -> None:
        keys, seconds = Keyboard.get_state(), game_time.elapsed_game_time.total_seconds()
        self.angle += (
            1.5 * seconds * (keys.is_key_down(Keys.Right) - keys.is_key_down(Keys.Left))
        )
        for person in self.people:
            person.animation.update(game_time.elapsed_game_time, loop=True)
        ready = sum(p.renderer.state is AvatarRendererState.Ready for p in self.people)
        self.title = f"{ready} of {len(self.people)} avatars"
        super().update(game_time)

    def draw(self, game_time: GameTime) -> None:
        aspect = self.graphics.aspect_ratio
        distance = 5.1 * max(1.0, 1.33 / aspect)  # a narrow picture shows everybody too
        view = math3d.create_look_at((0.0, 0.63 * distance, distance), (0.0, 0.62, -1.5))
        projection = math3d.create_perspective_field_of_view(0.72, aspect, 0.1, 200.0)
        light = math3d.normalize(
            (-0.9 * math.sin(self.angle), -1.0, -0.9 * math.cos(self.angle))
        )
        shadow = math3d.create_shadow(-light, GROUND)  # it wants the direction to the light

        for thing in (self.ground, *(person.renderer for person in self.people)):
            thing.view, thing.projection, thing.light_direction = (
                view,
                projection,
                tuple(light),
            )
        self.ground.draw()
        for person in self.people:
            renderer = person.renderer
            light_color, ambient = renderer.light_color, renderer.ambient_light_color
            renderer.light_color, renderer.ambient_light_color = BLACK, FAINT
            person.draw(math3d.multiply(person.world, shadow))
            renderer.light_color, renderer.ambient_light_color = light_color, ambient
            person.draw(person.world)
        super().draw(game_time)


ShadowsGame().run()
