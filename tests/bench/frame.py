"""What a frame costs Python: 1, 10 and 100 avatars, in one pass and one by one through AvatarRenderer."""

import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "build"), str(ROOT / "py"), str(Path(__file__).parent)]

from machine import TABLE, heading, row
from pages import python_page, site_browser

CROWDS = (1, 10, 100)
PROGRAM = """
import json, random, time
from datetime import timedelta
from cna_avatars import *
from cna_avatars.assembly.loader import ModelLoader
from cna_avatars.gamer_services import GamerServicesDispatcher, IGraphicsDeviceService, ServiceContainer
from cna_avatars.host.records import Records
from cna_avatars.host.stage import Stage
from cna_avatars.jobs import JobQueue

def bench(library, bring, crowd, frames):
    queue, records = JobQueue(), Records()
    loader, stage = ModelLoader(library, queue), Stage(records)
    target = stage.create_target()
    people = [AvatarDescription.create_random(rng=random.Random(seed)) for seed in range(crowd)]
    for i, description in enumerate(people):
        player = stage.player(stage.add_player(target))
        player.describe(description, loader)
        player.clip = i % 31
    while queue.pump(1000.0):
        bring()
    stage.frame(0.0)
    together = []
    for i in range(frames):
        start = time.perf_counter()
        stage.frame(i / 60)
        together.append((time.perf_counter() - start) * 1000)
    class Service:
        graphics_device = records
    services = ServiceContainer()
    services.add_service(IGraphicsDeviceService, Service())
    GamerServicesDispatcher.initialize(services)
    renderers = [AvatarRenderer(description, loader=loader) for description in people]
    animations = [AvatarAnimation(i % 31) for i in range(crowd)]
    assert all(renderer.state == 1 for renderer in renderers)
    apart = []
    step = timedelta(seconds=1 / 60)
    for i in range(max(frames // 10, 5)):
        start = time.perf_counter()
        records.begin()
        for renderer, animation in zip(renderers, animations):
            animation.update(step, True)
            renderer.draw(animation)
        records.end()
        apart.append((time.perf_counter() - start) * 1000)
    return json.dumps([together, apart])
"""


def main() -> None:
    """Print the table."""
    from cna_avatars.catalog.library import installed
    from cna_avatars.host import folder

    folder.install(ROOT / "catalogs")
    scope: dict = {}
    exec(PROGRAM, scope)
    native = {crowd: json.loads(scope["bench"](installed, folder.deliver_files, crowd, 60)) for crowd in CROWDS}
    with site_browser() as (browser, url):
        page = python_page(browser, url)
        page.evaluate("(code) => { python(code); }", PROGRAM)
        page.evaluate(
            """async (base) => {
              const list = python("from cna_avatars.catalog.library import installed as library; import json; "
                + "files = [f for m in library._manifests.values() for f in m.files.values()]; json.dumps(files)");
              python("data = {}");
              const put = python("lambda sha256, bytes: data.__setitem__(sha256, bytes.to_bytes())");
              for (const [sha256] of JSON.parse(list)) {
                const response = await fetch(`${base}catalogs/files/${sha256}`);
                put(sha256, new Uint8Array(await response.arrayBuffer()));
              }
              put.destroy();
              python("def bring():\\n  for f in library.take_requests():\\n    library.deliver(f.sha256, data[f.sha256])");
            }""",
            url,
        )
        wasm = {crowd: json.loads(page.evaluate(f"python('bench(library, bring, {crowd}, 60)')")) for crowd in CROWDS}
        version = f"Chromium {browser.version}"
    print(heading("One frame of Python: poses, matrices and records of a crowd.", version))
    print(TABLE)
    for crowd in CROWDS:
        for name, results in (("CPython", native), ("Pyodide", wasm)):
            together, apart = results[crowd]
            ratio = sorted(apart)[len(apart) // 2] / sorted(together)[len(together) // 2]
            print(row(f"{name}: {crowd} together", together))
            print(row(f"{name}: {crowd} one by one", apart, f"{ratio:.1f} × together"))


if __name__ == "__main__":
    main()
