"""The pages: each file has the handlers of one part of the room."""
