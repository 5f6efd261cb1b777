"""The catalog generator: original art from signed distance fields, the same bytes on every machine.

`fields`, `nets`, `simplify`, `shading` and `surface` are the tools; `anatomy` and `body` are the figure, `hair` and
`garments` what it wears, one file an item; `recipes` lists what a catalog holds; `make` writes it. Two sub-packages
are called when they exist:

- `catalog.motion.build_animations() -> bytes`: the GLB of the 31 clips, written with `glb_writer.write_animations`;
- `catalog.face.build_atlas() -> tuple[bytes, dict[str, Any]]`: the PNG of the face tiles, written with
  `png_writer.encode_png`, and the manifest's `face.layout`.

To add a garment: copy the file of one like it, change its table, list it in `recipes`, run `build/catalog.py make`.

Only exactly rounded operations are allowed here: + - * / sqrt, comparisons, rounding, casts, sorts, plain sums;
everything else comes from `cna_avatars.exact`.
"""
