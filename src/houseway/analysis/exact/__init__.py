"""The exact value of any game that is a list of steps: a judge that is plain and slow, and methods that are fast.

A `question` is asked of a method, which answers how rounds end (`ends`) and what every option is worth. `tree` is the
judge. `count` takes wagers on the cards alone; `removal`, `grades` and `sets` take one choice against one hidden hand;
`streets` and `boards` take cards that come to all between choices. `facts` of the steps choose among them, and
`figures` follow from the ends.
"""
