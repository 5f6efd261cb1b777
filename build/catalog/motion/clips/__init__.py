"""The acting: one module a group of presets, one table a clip."""
