"""How long until somebody sees an avatar: navigation to the first frame with a ready figure, fresh and warm."""

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[2] / "build"), str(Path(__file__).parent)]

from machine import TABLE, heading, row
from pages import site_browser

ROUNDS = 5
PAGE = """<!doctype html><html lang=en><meta charset=utf-8><title>Bench</title>
<script type=module src=elements/cna-avatar.js></script>
<script type=module src=bench.js></script>
<cna-avatar code="AUNOQQEIB4ABAOCsgCQcGEYuHtw8ODxQtDw-RvDw7AEAFAAoADwAAAAAAA" style="display:block;width:320px;height:480px"></cna-avatar>"""
SCRIPT = """const avatar = document.querySelector("cna-avatar");
avatar.addEventListener("load", () => requestAnimationFrame(() => { globalThis.ready = performance.now(); }));
avatar.addEventListener("error", () => { globalThis.ready = -1; });"""
WAIT = """async () => {
  while (globalThis.ready === undefined) await new Promise((resolve) => setTimeout(resolve, 5));
  return { ready: globalThis.ready, marks: performance.getEntriesByType("mark").map((m) => [m.name, m.startTime]) };
}"""


def main() -> None:
    """Print the table."""
    with site_browser() as (browser, url):
        fresh, warm, marks = [], [], []
        for _ in range(ROUNDS):
            context = browser.new_context()
            page = context.new_page()
            page.set_default_timeout(180_000)
            page.route("**/bench.html", lambda route: route.fulfill(body=PAGE, content_type="text/html"))
            page.route("**/bench.js", lambda route: route.fulfill(body=SCRIPT, content_type="text/javascript"))
            times = []
            for _ in range(3):
                page.goto(f"{url}bench.html")
                result = page.evaluate(WAIT)
                times.append(result["ready"])
            fresh.append(times[0])
            warm.append(times[2])
            marks.append(result["marks"])
            context.close()
        version = f"Chromium {browser.version}"
    print(heading("Boot: navigation to the first frame with a ready avatar, from the project's own server.", version))
    print(TABLE)
    print(row("fresh (empty cache)", fresh))
    print(row("warm (third visit)", warm, f"{sorted(warm)[ROUNDS // 2] / sorted(fresh)[ROUNDS // 2]:.2f} of fresh"))
    print("\nSteps of the last warm visit: " + ", ".join(f"{name} {time:.0f} ms" for name, time in marks[-1]))


if __name__ == "__main__":
    main()
