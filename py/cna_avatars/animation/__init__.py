"""Animation: clips, sampling, and the pose of a whole crowd at once."""
