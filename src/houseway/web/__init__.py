"""The card room over HTTP: commands by POST, views and the book's records by server-sent events."""
