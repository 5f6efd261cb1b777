"""How long WebGL2 and WebGPU take for a crowd in one picture, side by side: JavaScript's part, and until it is there."""

import dataclasses
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "build"), str(ROOT / "py"), str(Path(__file__).parent)]

from machine import TABLE, heading, row
from pages import site_browser

ROUNDS = 15
SIZE = 512
CROWDS = (1, 16, 64)
# JavaScript's part of a frame as a page draws it (records in, commands out), and a picture until it is there.
RUN = """async ([size, rounds]) => {
  const { renderer, addresses, recordCount } = harness;
  const picture = { target: 1, width: size, height: size };
  const script = [], whole = [];
  for (let round = -2; round < rounds; round++) {
    const start = performance.now();
    renderer.load(addresses, recordCount, 0);
    renderer.drawAll([picture], () => {});
    const given = performance.now();
    await renderer.readPixels(picture); // nothing waits behind the next frame
    const finished = performance.now();
    await renderer.readPixels(picture);
    if (round < 0) continue; // shaders compile
    script.push(given - start);
    whole.push(performance.now() - finished);
  }
  return [script, whole];
}"""


def main() -> None:
    """Print the table."""
    from cna_avatars.assembly.loader import loader
    from cna_avatars.host import folder
    from review.frames import FRAMES
    from review.renderers import BROWSER, BrowserRenderer
    from review.scene import pose

    folder.install(ROOT / "catalogs")
    people = [pose(frame, loader) for frame in FRAMES if frame.name.startswith("person-")]
    crowd = [dataclasses.replace(people[place % len(people)], view=people[0].view) for place in range(max(CROWDS))]
    times: dict[tuple[str, int], list[list[float]]] = {}
    with site_browser() as (browser, url):
        for name in BROWSER:
            page = browser.new_page()
            renderer = BrowserRenderer(page, url, name)
            for count in CROWDS:
                renderer.draw(list(crowd[:count]), SIZE)
                times[name, count] = page.evaluate(RUN, [SIZE, ROUNDS])
        version = f"Chromium {browser.version}, {renderer.device_name}"
    print(heading(f"A crowd of 24 models in a picture of {SIZE} × {SIZE}, 4 samples; {ROUNDS} frames each.", version))
    print(TABLE)
    for part, what in enumerate(("JavaScript alone", "drawn and read back")):
        for count in CROWDS:
            first = sorted(times["webgl2", count][part])[ROUNDS // 2]
            for name in BROWSER:
                values = times[name, count][part]
                ratio = sorted(values)[ROUNDS // 2] / first
                print(row(f"{name}: {count} avatar{'s' if count > 1 else ''}, {what}", values, f"{ratio:.2f} × webgl2"))


if __name__ == "__main__":
    main()
