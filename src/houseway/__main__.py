"""`python -m houseway`."""

from houseway.cli import main

if __name__ == "__main__":
    main()
