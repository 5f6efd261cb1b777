"""A page of our own with avatar elements on it, moved frame by frame by the test."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from playwright.sync_api import Page, Route

FRAME_SECONDS = 1 / 30
_FRAMES = 3000

# Fixed avatars: random ones with these seeds.
SEED_FEMALE, SEED_MALE = 7, 8

_HEAD = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Avatars</title>
<link rel="stylesheet" href="page.css">
<script type="module" src="page.js"></script>
<body>"""

_STYLE = """
body { margin: 0; }
cna-avatar { inline-size: 160px; block-size: 240px; vertical-align: top; }
"""

# Events are kept in order; `settle` lets frames and transfers pass until a condition holds.
_SCRIPT = """
import "../elements/cna-avatar.js";
import { openStudio } from "../runtime/studio.js";

globalThis.events = [];
for (const type of ["progress", "load", "error", "statechange", "animationend"])
  document.addEventListener(type, ({ target, detail }) => {
    if (target.localName === "cna-avatar") events.push({ type, id: target.id, ...detail, error: undefined });
  }, { capture: true });

globalThis.settle = async (condition, frames, seconds, eachFrame = () => {}) => {
  for (let frame = 0; frame < frames; frame++) {
    if (condition()) return frame;
    globalThis.cnaAvatarsTest?.step(seconds);
    eachFrame();
    await new Promise((resolve) => setTimeout(resolve));
    if (!globalThis.cnaAvatarsTest) await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`Not settled after ${frames} frames: ${condition}`);
};

/** The pixels that an element's canvas shows, straight from its own canvas. */
globalThis.shown = (element) => {
  const canvas = element.shadowRoot.querySelector("canvas");
  const context = canvas.getContext("2d");
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  let text = "";
  for (let start = 0; start < data.length; start += 32768)
    text += String.fromCharCode(...data.subarray(start, start + 32768));
  return { width: canvas.width, height: canvas.height, pixels: btoa(text) };
};

/** How many pixels of an element's picture are opaque, as the renderer drew it. */
globalThis.opaque = (element) => {
  const { pixels } = shown(element);
  const bytes = atob(pixels);
  let count = 0;
  for (let index = 3; index < bytes.length; index += 4) if (bytes.charCodeAt(index) > 250) count++;
  return count;
};

globalThis.codeOf = async (seed, body) => {
  const studio = await openStudio();
  await settle(() => studio.catalogsAreInstalled, 500, 0);
  return studio.bridge.randomCode(seed, body);
};
"""


class ElementPage:
    """A page on the site's own origin whose body the test writes."""

    def __init__(self, page: Page, site_url: str, body: str = "", query: str = "") -> None:
        """Open it; `query` is added to the address, as "&name=value"."""
        self.page = page
        self._files = {
            "page.html": ("text/html", _HEAD + body),
            "page.js": ("text/javascript", _SCRIPT),
            "page.css": ("text/css", _STYLE),
        }
        base = site_url.rstrip("/") + "/test-pages/"
        page.route(base + "**", self._serve)
        page.goto(base + "page.html?test=1" + query)

    def evaluate(self, script: str, argument: Any = None) -> Any:
        """Shorthand for the page's own evaluate."""
        return self.page.evaluate(script, argument)

    def code(self, seed: int = SEED_FEMALE, body: int = 0) -> str:
        """The share code of a fixed random avatar."""
        text: str = self.evaluate("([seed, body]) => codeOf(seed, body)", [seed, body])
        return text

    def settle(self, condition: str, *, seconds: float = FRAME_SECONDS) -> int:
        """Lets frames pass until a JavaScript condition holds; answers how many."""
        frames: int = self.evaluate(f"settle(() => {condition}, {_FRAMES}, {seconds})")
        return frames

    def add(self, identifier: str, *, state: str = "ready", **attributes: str) -> None:
        """Adds an element and waits for its state."""
        self.evaluate(
            """([id, attributes]) => {
              const element = document.createElement("cna-avatar");
              element.id = id;
              for (const [name, value] of Object.entries(attributes))
                element.setAttribute(name.replaceAll("_", "-"), value);
              document.body.append(element);
            }""",
            [identifier, attributes],
        )
        self.wait_for_state(identifier, state)

    def wait_for_state(self, identifier: str, state: str) -> None:
        """Waits for a state, and for the frame that draws it."""
        element = f'document.getElementById("{identifier}")'
        self.settle(f'{element}.state === "{state}"')
        if state == "ready":
            self.settle(f'{element}.shadowRoot.querySelector(".stage").dataset.shows === "figure"')
            self.step(0)

    def clear(self) -> None:
        """Removes every element and lets the page notice."""
        self.evaluate(
            """async () => {
              document.body.replaceChildren();
              events.length = 0;
              await settle(() => (globalThis.cnaAvatarsTest?.counts().pictures ?? 0) === 0, 500, 0);
            }"""
        )

    def step(self, seconds: float = FRAME_SECONDS, frames: int = 1) -> None:
        """Lets frames pass."""
        self.evaluate(
            "([seconds, frames]) => { for (let i = 0; i < frames; i++) cnaAvatarsTest.step(seconds); }",
            [seconds, frames],
        )

    def lose_context(self) -> None:
        """Takes what draws away, until the page knows it."""
        self.evaluate("cnaAvatarsTest.loseContext()")
        self.settle("cnaAvatarsTest.isContextLost()", seconds=0)

    def restore_context(self) -> None:
        """Gives it back, until everything in it is there again."""
        self.evaluate("cnaAvatarsTest.restoreContext()")
        self.settle("!cnaAvatarsTest.isContextLost()", seconds=0)

    def shown(self, identifier: str) -> NDArray[np.uint8]:
        """What an element's canvas shows: (height, width, 4), straight alpha."""
        answer = self.evaluate("(id) => shown(document.getElementById(id))", identifier)
        pixels = np.frombuffer(base64.b64decode(answer["pixels"]), dtype=np.uint8)
        return pixels.reshape(answer["height"], answer["width"], 4)

    def events(self, kind: str) -> list[dict[str, Any]]:
        """The events of one kind so far."""
        return [event for event in self.evaluate("events") if event["type"] == kind]

    def _serve(self, route: Route) -> None:
        kind, text = self._files[route.request.url.rpartition("/")[2].partition("?")[0]]
        route.fulfill(body=text, content_type=kind)
