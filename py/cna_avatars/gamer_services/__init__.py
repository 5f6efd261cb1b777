"""The part of XNA's gamer services that avatars need."""

from .avatar_result import AvatarResult
from .backend import AvatarBackend, AvatarRequest, ServiceAvatar
from .dispatcher import GamerServicesDispatcher, IGraphicsDeviceService, ServiceContainer
from .gamer import Gamer, PlayerIndex, SignedInGamer, SignedInGamerCollection
from .local_profiles import LocalProfiles
from .profile_list import Profile, ProfileList, ProfileStoreError
from .profile_store import MemoryProfileStore, ProfileStore
from .services import GamerServices, begin_get_from_gamer, end_get_from_gamer, gamers

__all__ = [
    "GamerServicesDispatcher",
    "IGraphicsDeviceService",
    "ServiceContainer",
    "Gamer",
    "SignedInGamer",
    "SignedInGamerCollection",
    "PlayerIndex",
    "GamerServices",
    "gamers",
    "begin_get_from_gamer",
    "end_get_from_gamer",
    "AvatarResult",
    "AvatarBackend",
    "AvatarRequest",
    "ServiceAvatar",
    "LocalProfiles",
    "Profile",
    "ProfileList",
    "ProfileStore",
    "ProfileStoreError",
    "MemoryProfileStore",
]
