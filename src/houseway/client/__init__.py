"""A card room's guest and staff in a terminal: nothing here but what the HTTP API gives."""
