"""The exact value of any game that is a list of steps: a judge that is plain and slow, and methods that are fast.

A `question` is asked of a method, which answers how rounds end (`ends`) and what every option is worth. `tree` is the
judge. `count` takes wagers on the cards alone. `grades`, `removal` and `sets` take one choice against one hidden hand;
`patterns` and `suits` do where its hands are too many to be gone through (`hidden_hand` is what these two share), and
`exchange` where cards may be given up for others. `streets` and `boards` take cards that come to all between choices,
`shoe` seats that draw and split, and a dealer who draws after them. `facts` of the steps choose among them, and
`figures` follow from the ends.

A new method is a class that keeps to `question.Method`. It is given a place in `facts.method_for`; where it can do so
faster than one by one, what a short strategy tells apart of its sights is given one in `sights.sights_of`, and how
simulated seats play by it in `best` of `analysis.machine.policies`.
"""
