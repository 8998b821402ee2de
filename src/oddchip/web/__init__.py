"""The card room over HTTP: pages, the live WebSocket, static files, what keeps strangers out (`docs/hosting.md`)."""
