"""The service's HTTP face: every route of the API document, on one machine."""
