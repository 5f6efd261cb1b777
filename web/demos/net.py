"""Avatars that meet: each tab sends its 1,021 bytes to the others, and shows who is there."""

import math
from dataclasses import dataclass
from datetime import timedelta

from cna_avatars import (
    AvatarAnimation,
    AvatarAnimationPreset,
    AvatarDescription,
    AvatarRenderer,
    math3d,
)
from cna_avatars.errors import ArgumentError
from cna_avatars.game import (
    Game,
    GamerServicesComponent,
    GameTime,
    GraphicsDeviceManager,
    Keyboard,
    KeyboardState,
    Keys,
    LocalSession,
)

SEND_EVERY = timedelta(seconds=1)  # so that who comes later learns it too
GONE_AFTER = timedelta(seconds=20)
MOST_GAMERS = 31  # as many as XNA lets play together, without the local one
SPACING = 0.9  # metres from one to the next


@dataclass
class RemoteGamer:
    """Somebody in another tab."""

    description: AvatarDescription
    renderer: AvatarRenderer
    last_heard: timedelta


class NetGame(Game):
    def __init__(self) -> None:
        super().__init__()
        self.graphics = GraphicsDeviceManager(self)
        self.components.append(GamerServicesComponent(self))
        self.keys = self.old_keys = KeyboardState()
        self.others: dict[str, RemoteGamer] = {}

    def load_content(self) -> None:
        self.session = LocalSession("avatar sync")
        self.waving = AvatarAnimation(AvatarAnimationPreset.Wave)
        self.standing = AvatarAnimation(AvatarAnimationPreset.Stand0)
        self.make_avatar()

    def make_avatar(self) -> None:
        """Become somebody else, and tell the others at once."""
        self.description = AvatarDescription.create_random()
        self.renderer = AvatarRenderer(self.description)
        self.since_sent = SEND_EVERY

    def receive(self, sender: str, data: bytes, now: timedelta) -> None:
        """Take what another tab sent, if it is an avatar."""
        try:
            description = AvatarDescription(data)
        except ArgumentError:
            return  # not 1,021 bytes
        gamer = self.others.get(sender)
        if gamer is not None and gamer.description == description:
            gamer.last_heard = now
        elif description.is_valid and (gamer or len(self.others) < MOST_GAMERS):
            self.others[sender] = RemoteGamer(description, AvatarRenderer(description), now)

    def update(self, game_time: GameTime) -> None:
        now = game_time.total_game_time
        self.old_keys, self.keys = self.keys, Keyboard.get_state()
        if self.keys.is_key_down(Keys.R) and self.old_keys.is_key_up(Keys.R):
            self.make_avatar()
        self.since_sent += game_time.elapsed_game_time
        if self.since_sent >= SEND_EVERY:
            self.session.send_data(self.description.description)
            self.since_sent = timedelta(0)
        for message in self.session.receive_data():
            self.receive(message.sender, message.data, now)
        self.others = {
            sender: gamer
            for sender, gamer in self.others.items()
            if now - gamer.last_heard < GONE_AFTER
        }
        for animation in (self.waving, self.standing):
            animation.update(game_time.elapsed_game_time, loop=True)
        self.title = f"You, and {len(self.others)} in other tabs"
        super().update(game_time)

    def draw(self, game_time: GameTime) -> None:
        aspect = self.graphics.aspect_ratio
        renderers = [self.renderer, *(gamer.renderer for gamer in self.others.values())]
        half_width = SPACING * (len(renderers) - 1) / 2
        distance = max(3.2, (half_width + 1.0) / aspect / math.tan(0.36))
        view = math3d.create_look_at((0.0, 1.2, distance), (0.0, 0.98, 0.0))
        projection = math3d.create_perspective_field_of_view(0.72, aspect, 0.1, 100.0)
        for place, renderer in enumerate(renderers):
            spot = math3d.create_translation((SPACING * place - half_width, 0.0, 0.0))
            renderer.world = math3d.multiply(math3d.create_rotation_y(math.pi), spot)
            renderer.view, renderer.projection = view, projection
            renderer.draw(self.waving if renderer is self.renderer else self.standing)
        super().draw(game_time)


NetGame().run()
