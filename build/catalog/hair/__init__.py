"""Hair styles as tables of locks. `locks` turns a table into a field; each style is one file; `recipes` names them."""
