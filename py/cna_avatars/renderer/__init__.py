"""The renderer: state, lights and the draw, for any graphics device."""
