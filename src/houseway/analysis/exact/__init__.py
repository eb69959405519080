"""The exact value of any game that is a list of steps: a judge that is plain and slow, and methods that are fast."""
