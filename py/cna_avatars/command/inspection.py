"""An avatar in words and numbers."""

from typing import Any

from cna_avatars.assembly.loader import loader
from cna_avatars.description import AvatarDescription
from cna_avatars.description.codec import COLOR_NAMES
from cna_avatars.errors import ContentLoadError
from cna_avatars.host import folder
from cna_avatars.host.describe import describe_text
from cna_avatars.wardrobe import Slot


def inspect(description: AvatarDescription) -> dict[str, Any]:
    """Return what there is to say about an avatar, as plain data.

    Raises
    ------
    ArgumentError
        if the description cannot be read.
    ContentLoadError
        if the avatar cannot be assembled.
    """
    words = describe_text(description)
    descriptor = description.descriptor
    load = loader.load(description.description)
    folder.load_all()
    model = load.model
    if descriptor is None or model is None:
        raise ContentLoadError(f"The avatar cannot be assembled: {load.error}")
    colors = {
        name: {"name": words["colors"][name], "rgb": "#{:02x}{:02x}{:02x}".format(*descriptor.colors[i])}
        for i, name in enumerate(COLOR_NAMES)
    }
    items = {name: {"id": descriptor.item(Slot[name]), "name": label} for name, label in words["items"].items()}
    figure = {
        "triangles": len(model.indices) // 3,
        "vertices": len(model.vertices),
        "parts": model.part_count,
        "textures": len(model.layers),
        "substituted": list(model.substituted),
        "catalogMissing": model.is_catalog_missing,
        "sha256": model.digest,
    }
    top = {key: words[key] for key in ("sentence", "body", "height", "build", "catalog")}
    return {**top, "code": description.share_code, "colors": colors, "items": items, "figure": figure}


def as_text(facts: dict[str, Any]) -> str:
    """Return `inspect`'s facts as lines for people."""
    figure = facts["figure"]
    sizes = {name: f"{figure[name]:,} {name}" for name in ("triangles", "vertices", "parts", "textures")}
    lines = [
        facts["sentence"],
        "",
        f"code      {facts['code']}",
        f"body      {facts['body']}, {facts['height']:.3f} m, build {facts['build']} of 255",
        f"catalog   v{facts['catalog']}",
        *_table("colours", {name: f"{color['rgb']}  {color['name']}" for name, color in facts["colors"].items()}),
        *_table("wears", {name: f"{item['id']:<7}  {item['name']}" for name, item in facts["items"].items()}),
        f"figure    {', '.join(sizes.values())}",
        f"          sha256 {figure['sha256']}",
    ]
    if figure["catalogMissing"]:
        lines.append(f"note      catalog v{facts['catalog']} is not installed; another one stands in for it")
    if figure["substituted"]:
        lines.append(f"note      items replaced by their defaults: {', '.join(map(str, figure['substituted']))}")
    return "\n".join(lines)


def _table(title: str, rows: dict[str, str]) -> list[str]:
    width = max(map(len, rows))
    return [
        f"{title if number == 0 else '':<9} {key:<{width}}  {value}" for number, (key, value) in enumerate(rows.items())
    ]
