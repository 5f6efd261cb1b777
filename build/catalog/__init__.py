"""The catalog generator: original art from signed distance fields, the same bytes on every machine.

`forms`, `fields` and `nets` are the tools; `body`, `head`, `hair/` and `garments/` are the art, one file a form; `recipes` lists what a
catalog holds; `make` writes it. Two sub-packages come from elsewhere and are called when they exist:

- `motion.build_animations() -> bytes`: the GLB with the 31 preset clips (write it with `glb_writer.write_animations`);
- `face.build_atlas() -> tuple[bytes, dict[str, object]]`: the PNG of the face tiles (write it with `png_writer.encode_png`) and the
  manifest's `face.layout`.

Only exactly rounded operations are allowed here: + - * / sqrt, comparisons, rounding, casts, sorts, plain sums; everything
else comes from `exact`.
"""
