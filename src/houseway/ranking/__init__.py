"""How hands compare, one file a family. Greater is better, everywhere."""
