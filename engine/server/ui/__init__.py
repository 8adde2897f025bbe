"""The page at `/` for people in front of the machine: a session in the browser in place of an API key."""
