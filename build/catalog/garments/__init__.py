"""One file a garment: `parts(figure)` gives the parts of that item on that body. `recipes` names them."""
