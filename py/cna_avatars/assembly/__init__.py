"""Assembly: a description and a catalog become one model."""
