"""Rooms that are played in for long, and what is left of it: in memory, among tasks and sockets, and in the store."""
