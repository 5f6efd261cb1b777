"""The catalog generator: original art from signed distance fields, the same bytes on every machine.

`fields`, `nets`, `simplify`, `shading` and `surface` are the tools; `anatomy` and `body` are the figure, `hair` and
`garments` what it wears, one file an item; `face` paints the atlas, `motion` acts the clips; `recipes` lists what a
catalog holds; `make` writes it, `check` makes it again and compares.

To add a garment: copy the file of one like it, change its table, list it in `recipes`, run `build/catalog.py make`.

Only exactly rounded operations are allowed here: + - * / sqrt, comparisons, rounding, casts, sorts, plain sums;
everything else comes from `cna_avatars.exact`.
"""
