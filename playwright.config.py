"""How the tests drive the browser: plain data, read by tests/conftest.py with runpy.

Golden images are valid for these flags only; changing one means drawing the goldens anew.
"""

BROWSER_FLAGS = [
    "--no-sandbox",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    # WebGPU by SwiftShader, too; its canvases reach 2D ones only through a compositor that itself uses Vulkan.
    "--enable-unsafe-webgpu",
    "--use-webgpu-adapter=swiftshader",
    "--enable-features=Vulkan",
    "--use-vulkan=swiftshader",
    "--force-color-profile=srgb",
    "--hide-scrollbars",
]
HEADLESS = True

# The software renderer that the golden images name; a test asserts that WebGL reports it.
RENDERER = "SwiftShader"

VIEWPORT = {"width": 960, "height": 640}
DEVICE_SCALE_FACTOR = 1
LOCALE = "en-GB"
TIMEZONE = "UTC"
COLOR_SCHEME = "light"
REDUCED_MOTION = "no-preference"

HOST = "127.0.0.1"
PORT = 0  # 0 asks the system for a free one

PAGE_TIMEOUT_MS = 30_000

# Per channel, of 255. SwiftShader is bit-stable, so an image differs for a reason.
CHANNEL_TOLERANCE = 1
MEAN_TOLERANCE = 0.10
SILHOUETTE_OVERLAP = 0.9995
