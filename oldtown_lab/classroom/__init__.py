"""For lessons: what a teacher hands out, and what students work on."""
