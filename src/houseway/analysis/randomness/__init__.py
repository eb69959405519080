"""Evidence of randomness: numbers in, findings out. Nothing here draws a number itself."""
