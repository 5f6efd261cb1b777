"""The steps that set up, build, serve and test; the standard library is all they need."""
