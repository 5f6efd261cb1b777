"""The XNA 4.0 avatar API on original art: descriptions, animations and renderers."""
