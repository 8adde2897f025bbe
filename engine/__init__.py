"""Offline Persian text and speech behind the interface of a hosted API."""
